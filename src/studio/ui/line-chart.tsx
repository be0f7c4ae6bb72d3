/** A curve with axes that say what they are, drawn as SVG: for things that change now and then, not with every picture. */
import { useId } from 'react';
import { formatNumber } from '../data/display-units.ts';
import { formatTick, listTicks } from '../data/plot-scale.ts';

export interface ChartSeries {
  readonly name: string;
  /** A colour of the theme. */
  readonly colour: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

interface LineChartProps {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly series: readonly ChartSeries[];
  /** The only chart of a page: twice as large, with letters as small. */
  readonly wide?: boolean;
  /** The y axis begins at zero. */
  readonly fromZero?: boolean;
  /** Called with the index of a point of the first series: points are then buttons. */
  readonly onPoint?: (index: number) => void;
  readonly describePoint?: (index: number) => string;
}

const margins = { left: 52, right: 10, top: 10, bottom: 36 };
const sizes = {
  usual: { width: 420, height: 176, ...margins },
  wide: { width: 860, height: 400, ...margins, left: 64 },
};

export function LineChart(props: LineChartProps) {
  const { title, xTitle, yTitle, series, wide = false, fromZero = false } = props;
  // On a phone letters of the large one would be too small to read.
  const isWide = wide && innerWidth >= 640;
  const size = isWide ? sizes.wide : sizes.usual;
  const id = useId();
  const all = series.flatMap(({ points }) => points);
  const x = createScale(
    all.map(([value]) => value),
    size.left,
    size.width - size.right,
    false,
  );
  const y = createScale(
    all.map(([, value]) => value),
    size.height - size.bottom,
    size.top,
    fromZero,
  );
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="block h-auto w-full"
      role={props.onPoint === undefined ? 'img' : 'group'}
      aria-labelledby={id}
    >
      <title id={id}>{describeCurve(title, series, yTitle)}</title>
      <g stroke="var(--line)" fill="var(--dim)" fontSize={isWide ? 12 : 10.5}>
        {y.ticks.map((value) => (
          <g key={value}>
            <line x1={size.left} x2={size.width - size.right} y1={y.place(value)} y2={y.place(value)} />
            <text x={size.left - 5} y={y.place(value) + 3.5} textAnchor="end" stroke="none">
              {formatTick(value, y.step)}
            </text>
          </g>
        ))}
        {x.ticks.map((value) => (
          <text key={value} x={x.place(value)} y={size.height - size.bottom + 14} textAnchor="middle" stroke="none">
            {formatTick(value, x.step)}
          </text>
        ))}
        <text x={(size.left + size.width) / 2} y={size.height - 6} textAnchor="middle" stroke="none">
          {xTitle}
        </text>
        <text
          transform={`translate(11 ${(size.height - size.bottom + size.top) / 2}) rotate(-90)`}
          textAnchor="middle"
          stroke="none"
        >
          {yTitle}
        </text>
      </g>
      {series.map(({ name, colour, points }) => (
        <polyline
          key={name}
          points={points.map(([px, py]) => `${x.place(px).toFixed(1)},${y.place(py).toFixed(1)}`).join(' ')}
          fill="none"
          stroke={colour}
          strokeWidth="1.8"
          strokeLinejoin="round"
        />
      ))}
      {series.map(({ name, colour, points }, s) =>
        points.map(([px, py], i) => {
          const place = { cx: x.place(px), cy: y.place(py) };
          if (props.onPoint === undefined || s > 0)
            return i === points.length - 1 ? <circle key={`${name} ${i}`} {...place} r="2.6" fill={colour} /> : null;
          return (
            <PointButton
              key={`${name} ${i}`}
              {...place}
              colour={colour}
              label={props.describePoint?.(i) ?? `${px}, ${py}`}
              onPress={() => props.onPoint?.(i)}
            />
          );
        }),
      )}
    </svg>
  );
}

interface PointButtonProps {
  readonly cx: number;
  readonly cy: number;
  readonly colour: string;
  readonly label: string;
  readonly onPress: () => void;
}

function PointButton({ cx, cy, colour, label, onPress }: PointButtonProps) {
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      className="cursor-pointer"
      onClick={onPress}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onPress();
      }}
    >
      <title>{label}</title>
      <circle cx={cx} cy={cy} r="9" fill="transparent" />
      <circle cx={cx} cy={cy} r="3.4" fill={colour} />
    </g>
  );
}

function describeCurve(title: string, series: readonly ChartSeries[], unit: string): string {
  const said = series.flatMap(({ name, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    const print = (value: number): string => formatNumber(Number(value.toPrecision(3)));
    return first === undefined || last === undefined ? [] : [`${name} from ${print(first[1])} to ${print(last[1])}`];
  });
  return said.length === 0 ? `${title}: nothing yet.` : `${title} (${unit}): ${said.join('; ')}.`;
}

/** A share of a value within which equal values differ by rounding only. */
const minSpanShare = 1e-6;

function createScale(values: readonly number[], from: number, to: number, fromZero: boolean) {
  const known = values.length === 0 ? [0, 1] : fromZero ? [0, ...values] : values;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  // Values that are all the same lie in the middle of a range that people can read.
  const size = Math.max(Math.abs(low), Math.abs(high));
  const isFlat = high - low <= minSpanShare * size;
  const room = isFlat ? 0.1 * size || 0.5 : 0;
  const range = [low - room, high + room] as const;
  const ticks = listTicks(range, 5);
  const [bottom, top] = [Math.min(range[0], ticks[0]!), Math.max(range[1], ticks.at(-1)!)];
  const step = ticks.length < 2 ? top - bottom : ticks[1]! - ticks[0]!;
  return { ticks, step, place: (value: number): number => from + ((to - from) * (value - bottom)) / (top - bottom) };
}
