/** Out of the water: the central signal of each group and its way down the cord, while the body flexes in place. */
import { useState } from 'react';
import type { Group, Wave } from '../../../designer/drawing.ts';
import { applyPattern, patternAbout, type PatternName, patternNames, setWave } from '../../../designer/groups.ts';
import { PartStiffness } from './additions-panel.tsx';
import { groupColours } from '../desk/board-painter.ts';
import { useHands } from '../desk/context.ts';
import { Range, Section } from './controls.tsx';
import { PhaseWheel } from './phase-wheel.tsx';
import { amend, commit, getDrawing, useDesigner } from '../desk/store.ts';

interface WaveField {
  readonly key: keyof Wave;
  readonly symbol: string;
  readonly label: string;
  readonly about: string;
  readonly from: number;
  readonly to: number;
  readonly unit: string;
}

const signal: readonly WaveField[] = [
  {
    key: 'width',
    symbol: 'θ₁',
    label: 'Width',
    about: 'Share of the period that the pulse takes.',
    from: 0,
    to: 1,
    unit: '',
  },
  { key: 'height', symbol: 'θ₂', label: 'Height', about: 'How hard the muscles pull.', from: 0, to: 1, unit: '' },
  { key: 'period', symbol: 'θ₃', label: 'Period', about: 'Time from pulse to pulse.', from: 0.1, to: 2, unit: ' s' },
];

const propagation: readonly WaveField[] = [
  {
    key: 'alpha',
    symbol: 'α',
    label: 'Handed on',
    about: 'Share that a segment hands on to the next.',
    from: 0,
    to: 1,
    unit: '',
  },
  {
    key: 'beta',
    symbol: 'β',
    label: 'Kept',
    about: 'Share that a segment keeps; α + β below 1 lets the wave fade.',
    from: 0,
    to: 1,
    unit: '',
  },
  {
    key: 'kappa',
    symbol: 'κ',
    label: 'Speed',
    about: 'How fast the wave runs down the cord.',
    from: 0,
    to: 10,
    unit: '',
  },
];

export function TunePanel() {
  const { preview } = useHands();
  const drawing = useDesigner((state) => state.history.present);
  const chosen = useDesigner((state) => state.group);
  const [together, setTogether] = useState(false);
  const group = drawing.groups[chosen]!;
  const change = (key: keyof Wave, value: number): void => {
    const targets = together ? drawing.groups.map((_, g) => g) : [chosen];
    let next = getDrawing();
    for (const g of targets) {
      next = setWave(next, g, { [key]: value });
      preview.current?.setWave(`controller.waves[${g}].${key}`, value);
    }
    amend(next);
  };
  const begin = (): void => {
    commit({ ...getDrawing() });
  };
  const fields = (list: readonly WaveField[]) =>
    list.map(({ key, symbol, label, about, from, to, unit }) => (
      <Range
        key={key}
        label={`${label} ${symbol}`}
        about={about}
        value={group.wave[key]}
        from={from}
        to={to}
        hue={groupColours[chosen] ?? 'var(--accent)'}
        text={`${group.wave[key].toFixed(2)}${unit}`}
        onBegin={begin}
        onChange={(value) => {
          change(key, value);
        }}
      />
    ));
  return (
    <>
      <Patterns />
      <Section title="Muscles">
        <GroupChoice groups={drawing.groups} chosen={chosen} />
        {drawing.groups.length > 1 && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={together}
              onChange={(event) => {
                setTogether(event.target.checked);
              }}
            />
            Change all groups together
          </label>
        )}
      </Section>
      <Section title="Signal">{fields(signal)}</Section>
      <Section title="Way down the cord">{fields(propagation)}</Section>
      <MaterialSection />
      <Section title="Timing">
        <PhaseWheel
          groups={drawing.groups}
          onBegin={begin}
          onChange={(g, phase) => {
            preview.current?.setWave(`controller.waves[${g}].phase`, phase);
          }}
          onEnd={(g, phase) => {
            amend(setWave(getDrawing(), g, { phase }));
          }}
        />
      </Section>
    </>
  );
}

function MaterialSection() {
  const drawing = useDesigner((state) => state.history.present);
  const { stiffness } = drawing;
  return (
    <Section title="Material">
      <Range
        label="Stiffness of the body"
        about="How hard it resists a change of shape, as a factor."
        value={Math.log2(stiffness)}
        from={-3}
        to={3}
        step={0.1}
        text={`× ${stiffness.toFixed(2)}`}
        onBegin={() => {
          commit({ ...getDrawing() });
        }}
        onChange={(value) => {
          amend({ ...getDrawing(), stiffness: Number((2 ** value).toPrecision(3)) });
        }}
      />
      {drawing.shapes.length > 1 &&
        drawing.shapes.map((part, i) => (
          <PartStiffness
            key={i}
            drawing={drawing}
            index={i}
            label={`${part.kind === 'stroke' ? 'Limb' : 'Ball'} ${i + 1}`}
          />
        ))}
    </Section>
  );
}

function GroupChoice({ groups, chosen }: { readonly groups: readonly Group[]; readonly chosen: number }) {
  return (
    <div className="flex flex-wrap gap-1.5" role="radiogroup" aria-label="Group of muscles">
      {groups.map(({ name }, g) => (
        <button
          key={g}
          type="button"
          role="radio"
          aria-checked={g === chosen}
          className={`button button-outline ${g === chosen ? '!bg-raised font-medium' : 'text-dim'}`}
          onClick={() => {
            useDesigner.setState({ group: g });
          }}
        >
          <span className="size-2.5 rounded-full" style={{ background: groupColours[g] }} /> {name}
        </button>
      ))}
    </div>
  );
}

function Patterns() {
  const { preview } = useHands();
  const apply = (name: PatternName): void => {
    const next = applyPattern(getDrawing(), name);
    commit(next);
    next.groups.forEach(({ wave }, g) => {
      for (const [key, value] of Object.entries(wave))
        if (!['turn', 'back', 'climb'].includes(key))
          preview.current?.setWave(`controller.waves[${g}].${key}`, value as number);
    });
  };
  return (
    <Section title="Begin with">
      <div className="grid grid-cols-2 gap-1.5">
        {patternNames.map((name) => (
          <button
            key={name}
            type="button"
            className="button button-outline !h-auto min-h-9 !px-2 py-1 !whitespace-normal first-letter:uppercase"
            title={patternAbout[name]}
            onClick={() => {
              apply(name);
            }}
          >
            <span className="first-letter:uppercase">{name}</span>
          </button>
        ))}
      </div>
    </Section>
  );
}
