/** The picture and what lies on it: numbers, cameras, colours, the scale of the grid. */
import { wrapAngle } from '../../engine/math/space/geometry.ts';
import { ToggleGroup } from 'radix-ui';
import { lazy, useEffect, useRef } from 'react';
import { listAttachmentSets } from '../../viewer/surfaces/attachments.ts';
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import type { Colouring } from '../../viewer/surfaces/surface-view.ts';
import { chooseDisplayUnit, formatQuantity } from '../data/display-units.ts';
import { formatTitle } from '../data/form-model.ts';
import { computeLiveMetrics } from '../data/live-metrics.ts';
import { cameraKeys } from '../live/camera-keys.ts';
import { chooseSpeedUnit, hasCentreLine, hasSides } from '../data/strip-model.ts';
import { useStudio } from '../session/store.ts';
import { useController } from '../session/controller-context.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { HoverPlace } from './hover-place.tsx';
import { setPoster } from './poster/set-poster.ts';
import { ScaleBarView } from './scale-bar.tsx';
import { LazyPart } from '../ui/error-boundary.tsx';
import { Check, Select } from '../ui/choices.tsx';

/** What only some animals have comes later. */
const ViewportTools = lazy(async () => ({ default: (await import('./viewport-tools.tsx')).ViewportTools }));

/** `bare`: nothing but the picture, as in a frame of another page or on a poster. */
export function Viewport({ bare = false }: { readonly bare?: boolean }) {
  const controller = useController();
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Whether the picture has the focus from a press on it. */
  const pressed = useRef(false);
  const ready = useStudio((state) => state.info !== undefined);
  const problem = useStudio((state) => state.viewerProblem);
  const modesOpen = useStudio((state) => state.modesOpen);
  useEffect(() => (canvas.current === null ? undefined : controller.picture.attach(canvas.current)), [controller]);
  return (
    <div className="absolute inset-0 overflow-hidden bg-panel [container-type:size]">
      <canvas
        ref={canvas}
        className="absolute inset-0 size-full touch-none outline-offset-[-3px]"
        role="img"
        tabIndex={0}
        aria-label="The animal in its surroundings. Drag or use the arrow keys to turn the camera; wheel, plus and minus zoom."
        onPointerDown={() => {
          pressed.current = true;
        }}
        onBlur={() => {
          pressed.current = false;
        }}
        onKeyDown={(event) => {
          const move = cameraKeys[event.key];
          // After a press on the picture arrow keys still move in time; they turn the camera only with keyboard focus.
          const isArrow = event.key.startsWith('Arrow');
          if (move === undefined || (isArrow && pressed.current)) return;
          controller.picture.moveCamera(...move);
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {problem !== undefined && (
        <div className="absolute inset-0 grid place-items-center p-6 text-center" role="alert">
          <p className="flex max-w-md flex-col items-center gap-3">
            <Icon name="warning" className="text-warn" />
            {problem} The simulation, its plots and numbers run all the same.
          </p>
        </div>
      )}
      {!ready && (
        <p className="absolute inset-0 grid place-items-center text-dim" role="status">
          Waking the animal …
        </p>
      )}
      {ready && !bare && (
        <>
          <div className="pointer-events-none absolute inset-x-3 top-3 flex flex-wrap items-start justify-between gap-2">
            <Metrics />
            <div className="pointer-events-auto flex flex-wrap items-start justify-end gap-2 sm:flex-col sm:items-end">
              <div className="flex gap-2">
                <PosterButton />
                <CameraChoice />
              </div>
              <ColourChoice />
              <ViewMenu />
            </div>
          </div>
          {!modesOpen && <Scale />}
          <RegionLabel />
          <HoverPlace />
          <LazyPart what="A part of the tools">
            <ViewportTools />
          </LazyPart>
        </>
      )}
    </div>
  );
}

const metricNames = ['Speed', 'Frequency', 'Heading'] as const;

/** Written straight into the page a few times per second: React need not hear of it. */
function Metrics() {
  const controller = useController();
  const values = useRef<(HTMLElement | null)[]>([]);
  const list = useRef<HTMLDListElement>(null);
  useEffect(() => {
    if (list.current === null) return undefined;
    let last = 0;
    return controller.picture.addPanel(list.current, () => {
      const now = performance.now();
      const { history, meta, info } = controller.session;
      if (now - last < 400 || history === undefined || meta === undefined || info === undefined) return;
      last = now;
      const metrics = computeLiveMetrics(history, Math.min(meta.step, history.lastStep));
      const unit = chooseSpeedUnit(info.bodyLength);
      const texts = [
        !Number.isFinite(metrics.speed) ? '–' : `${(metrics.speed / unit.factor).toFixed(0)} ${unit.label}`,
        !Number.isFinite(metrics.frequency) ? '–' : `${metrics.frequency.toFixed(2)} Hz`,
        !Number.isFinite(metrics.heading) ? '–' : `${Math.round((wrapAngle(metrics.heading) * 180) / Math.PI) + 0}°`,
      ];
      texts.forEach((text, i) => {
        const element = values.current[i];
        if (element && element.textContent !== text) element.textContent = text;
      });
    });
  }, [controller]);
  return (
    <dl
      ref={list}
      data-panel=""
      className="glass flex gap-5 rounded-xl px-4 py-2.5 max-sm:gap-4 max-sm:px-3 max-sm:py-1.5"
    >
      {metricNames.map((name, i) => (
        <div key={name}>
          <dt className="text-[11px] text-dim">{name}</dt>
          <dd
            className="min-w-14 font-mono text-[15px] font-medium tabular-nums"
            data-testid={`metric-${name.toLowerCase()}`}
            ref={(element) => {
              values.current[i] = element;
            }}
          >
            –
          </dd>
        </div>
      ))}
    </dl>
  );
}

const cameras: readonly (readonly [CameraMode, string, string])[] = [
  ['follow', 'Follow', '1'],
  ['orbit', 'Orbit', '2'],
  ['top', 'Top', '3'],
];

function CameraChoice() {
  const controller = useController();
  const camera = useStudio((state) => state.camera);
  return (
    <ToggleGroup.Root
      type="single"
      value={camera}
      aria-label="Camera"
      data-panel=""
      className="glass flex rounded-lg p-0.5"
      onValueChange={(mode) => {
        // Pressing the chosen one again reports nothing and puts that camera back to its start.
        controller.picture.setCamera(mode === '' ? camera : (mode as CameraMode));
      }}
    >
      {cameras.map(([mode, label, key]) => (
        <ToggleGroup.Item
          key={mode}
          value={mode}
          title={`${label} camera (${key})`}
          className="h-7 rounded-md px-2.5 text-[12px] text-dim hover:text-ink data-[state=on]:bg-accent data-[state=on]:text-on-accent"
        >
          {label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

function PosterButton() {
  const controller = useController();
  return (
    <Button
      icon="expand"
      label="Poster view"
      title="Poster view: nothing but the picture (P)"
      data-panel=""
      className="glass"
      onClick={() => setPoster(controller, true)}
    />
  );
}

function ColourChoice() {
  const controller = useController();
  const layout = useStudio((state) => state.info?.layout);
  const colouring = useStudio((state) => state.colouring);
  const channel = useStudio((state) => state.channel);
  const partsShown = useStudio((state) => state.partsShown);
  if (layout === undefined) return null;
  const hasSkin = layout.surfaces.some((surface) => surface.kind === 'skin');
  const channels = layout.channels.filter(({ name }) =>
    layout.surfaces.some((surface) => surface.channels.some(({ channel: own }) => own === name)),
  );
  const choices: (readonly [string, string, Colouring, string | undefined])[] = [
    // Only the first, which is activity, may glow through the skin.
    ...channels
      .slice(0, 1)
      .map(({ name }) => [`blend ${name}`, `Natural + ${formatTitle(name).toLowerCase()}`, 'blend', name] as const),
    ...channels.map(({ name }) => [`map ${name}`, `${formatTitle(name)} only`, 'map', name] as const),
    ['natural', 'Natural', 'natural', channel],
  ];
  const chosen = partsShown ? 'parts' : colouring === 'natural' ? 'natural' : `${colouring} ${channel ?? ''}`;
  return (
    <label className="glass flex items-center rounded-lg" data-panel="">
      <span className="sr-only">Colours of the body</span>
      <Select
        className="!h-8 max-w-44 !border-transparent !bg-transparent text-[12px]"
        value={chosen}
        options={[
          ...choices.map(([value, label]) => [value, label] as const),
          ...(hasSkin && layout.parts.length > 0 ? [['parts', 'Rigid parts'] as const] : []),
        ]}
        onSet={(value) => {
          const found = choices.find(([name]) => name === value);
          controller.picture.setPartsShown(found === undefined);
          if (found !== undefined) controller.picture.setColouring(found[2], found[3]);
        }}
      />
    </label>
  );
}

/** What may be shown besides the animal. */
function ViewMenu() {
  const controller = useController();
  const layout = useStudio((state) => state.info?.layout);
  const shown = useStudio((state) => state.shownSets);
  const inset = useStudio((state) => state.insetShown);
  const hasLine = useStudio((state) => hasCentreLine(state.info));
  if (layout === undefined) return null;
  const sets = listAttachmentSets(layout);
  if (sets.length === 0 && !hasLine) return null;
  return (
    <details className="glass group relative rounded-lg text-[12px]">
      <summary data-panel="" className="flex h-8 items-center gap-1.5 px-2.5 text-dim hover:text-ink">
        <Icon name="chevron" className="chevron !size-3" /> Show
      </summary>
      <div className="flex flex-col gap-1 px-3 pb-2.5">
        {sets.map(({ name }) => (
          <Check
            key={name}
            className="whitespace-nowrap"
            checked={shown.includes(name)}
            onSet={(next) => controller.picture.setSetShown(name, next)}
          >
            {formatTitle(name)}
          </Check>
        ))}
        {hasLine && (
          <Check checked={inset} onSet={(insetShown) => useStudio.setState({ insetShown })}>
            View from above
          </Check>
        )}
      </div>
    </details>
  );
}

/** The name of what the pointer is on. */
/** So far above the pointer that the muscle it names is seen: CSS pixels. */
const hoverDistance = 44;

function RegionLabel() {
  const hovered = useStudio((state) => state.hovered);
  if (hovered === undefined) return null;
  return (
    <div
      className="glass pointer-events-none absolute z-10 -translate-x-1/2 -translate-y-full rounded-md px-2 py-1 text-[12px] whitespace-nowrap"
      style={{ left: hovered.x, top: hovered.y - hoverDistance }}
      data-testid="region"
    >
      <span className="font-medium">{hovered.name}</span> <span className="text-dim">{hovered.about}</span>
    </div>
  );
}

function Scale() {
  const spacing = useStudio((state) => state.gridSpacing);
  const colouring = useStudio((state) => state.colouring);
  const partsShown = useStudio((state) => state.partsShown);
  const channel = useStudio((state) => state.info?.layout.channels.find(({ name }) => name === state.channel));
  const sides = useStudio((state) => state.info?.layout.sides);
  const sided = useStudio(({ info }) => info !== undefined && hasSides(info));
  if (spacing === 0) return null;
  const showLegend = channel !== undefined && colouring !== 'natural' && !partsShown;
  return (
    <div
      data-panel=""
      className="glass pointer-events-none absolute bottom-3 left-3 flex max-w-[calc(100%-1.5rem)] items-center gap-4 rounded-lg px-3 py-1.5 text-[11px] whitespace-nowrap text-dim max-[359px]:gap-2.5"
    >
      <ScaleBarView />
      <span className="flex items-center gap-1.5" title="Distance between two lines of the grid">
        <Icon name="grid" className="!size-3.5" /> {formatQuantity(spacing, chooseDisplayUnit('m', spacing))}
      </span>
      {showLegend && colouring === 'blend' && sided && (
        <span className="flex items-center gap-3">
          <Swatch colour="var(--left)" label={sides?.[0] ?? 'left'} />
          <Swatch colour="var(--right)" label={sides?.[1] ?? 'right'} />
        </span>
      )}
      {showLegend && colouring === 'map' && (
        <span className="flex items-center gap-1.5 tabular-nums">
          {channel.range[0]}
          <span
            className={`h-2 w-24 rounded-sm ${channel.diverging === true ? 'bg-[linear-gradient(to_right,#2166ac,#92c5de,#f7f7f7,#f4a582,#b2182b)]' : 'bg-[linear-gradient(to_right,#440154,#414487,#2a788e,#22a884,#7ad151,#fde725)]'}`}
          />
          {channel.range[1]} {channel.unit === '1' ? '' : channel.unit}
        </span>
      )}
    </div>
  );
}

function Swatch({ colour, label }: { readonly colour: string; readonly label: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className="size-2 rounded-full" style={{ background: colour }} /> {label}
    </span>
  );
}
