/** Units of the metrics, for people; scripts rely on SI units and cycles. */
const metricUnits: Readonly<Record<string, string>> = {
  distance: 'm',
  displacement: 'm',
  speed: 'm/s',
  headingRate: 'rad/s',
  bodyLength: 'm',
  bodyLengthsPerSecond: '1/s',
  frequency: 'Hz',
  phaseLag: 'cycles per segment',
  amplitudeHead: 'm',
  amplitudeTail: 'm',
  costOfTransport: 'J/(kg m)',
  amplitude: 'm',
  amplitudeMax: 'm',
  bend: '1/m',
  headingPerCycle: 'rad',
  theorySpeed: 'm/s',
  lagSpread: 'cycles per segment',
  jointBend: 'rad',
  bodyLengthsPerCycle: 'body lengths',
  bodyHeightMin: 'm',
  footSlipMax: 'm',
  walkingFrom: 's',
  obstacleGapMin: 'm',
  driftRate: 'rad/s',
  waterPowerMax: 'W',
};

export function getMetricUnit(name: string): string {
  return metricUnits[name] ?? (name.startsWith('timeTo') ? 's' : '');
}
