// Learning curves as a picture: the angle at the ends of episodes over CPU minutes, one line for each policy.
const size = { width: 760, height: 320, left: 56, right: 150, top: 16, bottom: 44 };
const colours = ['#c2410c', '#0f766e', '#4338ca', '#a16207', '#be185d', '#475569'];
const maxDegrees = 110;

/** Steps of 1, 2 or 5 times a power of ten, about five of them. */
function chooseStep(range) {
  const power = 10 ** Math.floor(Math.log10(range / 5));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => range / step <= 6);
}

export function drawCurves(policies) {
  const minutes = Math.max(...policies.map(({ curve }) => curve.at(-1).cpuSeconds / 60));
  const x = (value) => size.left + (value / minutes) * (size.width - size.left - size.right);
  const y = (angle) => size.height - size.bottom - (angle / maxDegrees) * (size.height - size.top - size.bottom);
  const step = chooseStep(minutes);
  const ticks = Array.from({ length: Math.floor(minutes / step) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
  const grid = [0, 30, 60, 90].map(
    (angle) =>
      `<path d="M${size.left} ${y(angle)}H${size.width - size.right}" stroke="#d4d4d8"/><text x="${size.left - 8}" y="${y(angle) + 4}" text-anchor="end">${angle}°</text>`,
  );
  const scale = ticks.map(
    (value) => `<text x="${x(value)}" y="${size.height - size.bottom + 20}" text-anchor="middle">${value}</text>`,
  );
  const lines = policies.map(({ name, curve, label = name.slice(0, name.indexOf('.')) }, i) => {
    const points = curve.flatMap(({ cpuSeconds, angle }) =>
      Number.isFinite(angle) ? [`${x(cpuSeconds / 60).toFixed(1)},${y(Math.min(angle, maxDegrees)).toFixed(1)}`] : [],
    );
    const colour = colours[i % colours.length];
    const place = size.top + 14 + 20 * i;
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/><path d="M${size.width - size.right + 12} ${place - 4}h18" stroke="${colour}" stroke-width="3"/><text x="${size.width - size.right + 36}" y="${place}">${label}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="13" fill="#3f3f46"><rect width="100%" height="100%" fill="#fff"/>
${[...grid, ...scale].join('\n')}
<text x="${(size.left + size.width - size.right) / 2}" y="${size.height - 6}" text-anchor="middle">CPU minutes</text>
${lines.join('\n')}
</svg>
`;
}
