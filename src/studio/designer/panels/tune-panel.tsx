/** Out of the water: the central signal of each group and its way down the cord, while the body flexes in place. */
import { useState } from 'react';
import type { Group, Wave } from '../../../designer/drawing.ts';
import { applyPattern, patternAbout, type PatternName, patternNames, setWave } from '../../../designer/groups.ts';
import { PartStiffness } from './additions-panel.tsx';
import { groupColours } from '../desk/board-painter.ts';
import { useHands } from '../desk/context.ts';
import { RangeField, PanelSection } from './controls.tsx';
import { PhaseWheel } from './phase-wheel.tsx';
import { amend, commit, getDrawing, useDesigner, beginAmending } from '../desk/store.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/choices.tsx';

type WaveField = readonly [
  key: keyof Wave,
  label: string,
  about: string,
  range: readonly [from: number, to: number],
  unit?: string,
];

const signal: readonly WaveField[] = [
  ['width', 'Width θ₁', 'Share of the period that the pulse takes.', [0, 1]],
  ['height', 'Height θ₂', 'How hard the muscles pull.', [0, 1]],
  ['period', 'Period θ₃', 'Time from pulse to pulse.', [0.1, 2], ' s'],
];

const propagation: readonly WaveField[] = [
  ['alpha', 'Passed on α', 'Share that a segment passes on to the next.', [0, 1]],
  ['beta', 'Kept β', 'Share that a segment keeps; α + β below 1 lets the wave fade.', [0, 1]],
  ['kappa', 'Speed κ', 'How fast the wave runs down the cord.', [0, 10]],
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
  const fields = (list: readonly WaveField[]) =>
    list.map(([key, label, about, [from, to], unit = '']) => (
      <RangeField
        key={key}
        label={label}
        about={about}
        value={group.wave[key]}
        from={from}
        to={to}
        hue={groupColours[chosen] ?? 'var(--accent)'}
        text={`${group.wave[key].toFixed(2)}${unit}`}
        onBegin={beginAmending}
        onChange={(value) => {
          change(key, value);
        }}
      />
    ));
  return (
    <>
      <Patterns />
      <PanelSection title="Muscles">
        <GroupChoice groups={drawing.groups} chosen={chosen} />
        {drawing.groups.length > 1 && (
          <Check checked={together} onSet={setTogether}>
            Change all groups together
          </Check>
        )}
      </PanelSection>
      <PanelSection title="Signal">{fields(signal)}</PanelSection>
      <PanelSection title="Way down the cord">{fields(propagation)}</PanelSection>
      <MaterialSection />
      <PanelSection title="Timing">
        <PhaseWheel
          groups={drawing.groups}
          onBegin={beginAmending}
          onChange={(g, phase) => {
            preview.current?.setWave(`controller.waves[${g}].phase`, phase);
          }}
          onEnd={(g, phase) => {
            amend(setWave(getDrawing(), g, { phase }));
          }}
        />
      </PanelSection>
    </>
  );
}

function MaterialSection() {
  const drawing = useDesigner((state) => state.history.present);
  const { stiffness } = drawing;
  return (
    <PanelSection title="Material">
      <RangeField
        label="Stiffness of the body"
        about="How hard it resists a change of shape, as a factor."
        value={Math.log2(stiffness)}
        from={-3}
        to={3}
        step={0.1}
        text={`× ${stiffness.toFixed(2)}`}
        onBegin={beginAmending}
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
    </PanelSection>
  );
}

function GroupChoice({ groups, chosen }: { readonly groups: readonly Group[]; readonly chosen: number }) {
  return (
    <div className="flex flex-wrap gap-1.5" role="radiogroup" aria-label="Group of muscles">
      {groups.map(({ name }, g) => (
        <Button
          key={g}
          look="outline"
          role="radio"
          aria-checked={g === chosen}
          className={g === chosen ? '!bg-raised font-medium' : 'text-dim'}
          onClick={() => useDesigner.setState({ group: g })}
        >
          <span className="size-2.5 rounded-full" style={{ background: groupColours[g] }} /> {name}
        </Button>
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
    <PanelSection title="Begin with">
      <div className="grid grid-cols-2 gap-1.5">
        {patternNames.map((name) => (
          <Button
            key={name}
            look="outline"
            title={patternAbout[name]}
            className="!h-auto min-h-9 !px-2 py-1 !whitespace-normal first-letter:uppercase"
            onClick={() => apply(name)}
          >
            <span className="first-letter:uppercase">{name}</span>
          </Button>
        ))}
      </div>
    </PanelSection>
  );
}
