import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../../../engine/families/descriptions.ts';
import { Simulation } from '../../../engine/sim/simulation.ts';
import { listOff, toggleItem } from './lesion-list.ts';

const names = ['MDL01', 'MDL02', 'MDR01', 'MVL01'];
const muscles = { patterns: true as const, items: names.map((name) => ({ name, entries: [name] })) };
const find = (name: string) => muscles.items.find((item) => item.name === name)!;
const listNames = (list: unknown[]) => listOff(muscles, list).map((item) => item.name);

describe('names and patterns', () => {
  it('switch off what they match, and nothing else', () => {
    expect(listNames([])).toEqual([]);
    expect(listNames(['MDL*'])).toEqual(['MDL01', 'MDL02']);
    expect(listNames(['M?L01', 'MD'])).toEqual(['MDL01', 'MVL01']);
    expect(listNames(['.*', '[A-Z]+', 'mdl01', ''])).toEqual([]);
  });

  it('go off and on again, out of a pattern too', () => {
    expect(toggleItem(muscles, [], find('MDR01'))).toEqual(['MDR01']);
    expect(toggleItem(muscles, ['MDR01'], find('MDR01'))).toEqual([]);
    expect(toggleItem(muscles, ['MDL*', 'MVL01'], find('MDL01'))).toEqual(['MDL02', 'MVL01']);
    expect(toggleItem(muscles, ['*', 'MDL*'], find('MDL01'))).toEqual(['MDL02', 'MDR01', 'MVL01']);
  });
});

describe('legs', () => {
  const open = (...settings: string[]) =>
    new Simulation(applySettings(describeAnimal('centipede'), ['body.segments=5', ...settings]), { seed: 1 }).system;
  const [legs] = open().handles.lesions!;
  const leg = (name: string) => legs!.items.find((item) => item.name === name)!;

  it('are lost one by one and come back, singly from a pair', () => {
    const one = toggleItem(legs!, [], leg('left leg 3'));
    expect(one).toEqual([{ pair: 3, side: 'left' }]);
    expect(toggleItem(legs!, one, leg('right leg 3'))).toHaveLength(2);
    expect(toggleItem(legs!, one, leg('left leg 3'))).toEqual([]);
    const both = [
      { pair: 2, side: 'both' },
      { side: 'left', pair: 2 },
    ];
    expect(listOff(legs!, both).map(({ name }) => name)).toEqual(['left leg 2', 'right leg 2']);
    expect(toggleItem(legs!, both, leg('right leg 2'))).toEqual([{ pair: 2, side: 'left' }]);
  });

  it('are found in the picture by the numbers of their parts, of every animal, with some of them lost', () => {
    const { frame, handles } = open('scene.animals=3', 'lesions.legs=[{"pair":2,"side":"left"}]');
    for (const { name, parts } of handles.lesions![0]!.items) {
      expect(parts!.length, name).toBe(name === 'left leg 2' ? 0 : 6);
      for (const part of parts!) expect(frame.parts[part]!.name).toMatch(new RegExp(`^${name}, `, 'u'));
    }
    const shown = new Set(handles.lesions![0]!.items.flatMap(({ parts }) => parts!));
    expect(frame.parts.filter(({ name }, i) => name.includes(' leg ') !== shown.has(i))).toEqual([]);
  });
});
