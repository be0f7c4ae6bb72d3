/**
 * What makes a soft animal swim as living ones do: water that moves with the body (docs/water.md), muscles that only pull, and no
 * hidden drag. Each animal adds its own gait, found by hand on the rows of its report card.
 */
export const livingSwim: readonly string[] = [
  'water.model=reactive',
  'body.material.law=pulling',
  'body.material.velocityRetention=1',
];

/** One number of the waves of both sides. */
export function setBothWaves(name: string, value: number): string[] {
  return [0, 1].map((wave) => `controller.waves[${wave}].${name}=${value}`);
}
