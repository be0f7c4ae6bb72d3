/** What soft animals called otherwise in files of version 1. */
import { ModelError, printGot } from '../../../model/problem.ts';
import type { RawDocument, Version1 } from '../../../model/version-1.ts';

/** Waves of version 1 were four groups of fixed names. */
const waveNames = ['first', 'second', 'third', 'fourth'] as const;

export const softVersion1: Version1 = {
  renamed: [
    ...waveNames.map((name, i) => ({ from: `controller.waves.${name}`, to: `controller.waves[${i}]` })),
    { from: 'controller.between', to: 'controller.interpolation' },
    { from: 'body.material.keep', to: 'body.material.velocityRetention' },
    { from: 'body.drawn.mirrored', to: 'body.drawn.mirrored', values: { yes: true, no: false } },
    { from: 'scene.kind', to: 'scene.kind', values: { none: 'open' } },
    { from: 'scene.selfContact', to: 'scene.selfContact', values: { on: true, off: false } },
    { from: 'solver.integrator', to: 'solver.integrator', values: { auto: 'bdf2' } },
    { from: 'water.flow', to: 'water.current.kind' },
    { from: 'water.flowX', to: 'water.current.x' },
    { from: 'water.flowY', to: 'water.current.y' },
    { from: 'water.flowZ', to: 'water.current.z' },
    { from: 'water.core', to: 'water.current.core' },
  ],
  removed: [{ path: 'body.jitterSeed', value: 1, why: 'The displacement of body.jitter is always that of seed 1.' }],
  rewrite(document, base) {
    refuseBuoyancyOfNothing(document);
    rewriteWaves(document, base);
    const body = getGroup(document, 'body');
    rewriteArms(body, base ?? {});
    for (const piece of listItems(body['anatomy'])) piece['kind'] ??= 'eye';
    for (const shape of listItems(getGroup(body, 'drawn')['shapes'])) rewriteShape(shape);
    return document;
  },
};

/** What a group says; empty where there is none. */
function getGroup(document: Readonly<RawDocument>, key: string): RawDocument {
  const value = document[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawDocument) : {};
}

function listItems(value: unknown): RawDocument[] {
  return Array.isArray(value) ? (value as unknown[]).filter((item) => isDocument(item)) : [];
}

function isDocument(value: unknown): value is RawDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body in empty space was as light as in the water that was not there. */
function refuseBuoyancyOfNothing(document: RawDocument): void {
  const { model, gravity = 0 } = getGroup(document, 'water');
  if (model !== 'none' || gravity === 0) return;
  throw new ModelError([
    {
      code: 'inconsistent',
      path: 'water.gravity',
      got: `${printGot(gravity)} with water.model none`,
      hint: 'Version 1 took the buoyancy of water off the weight in empty space too; version 2 does not. Set gravity to 0 for a body that does not fall.',
    },
  ]);
}

/** A starfish had 5 arms, or else 4 whatever the file said. */
function rewriteArms(body: RawDocument, base: Readonly<RawDocument>): void {
  const sizes = getGroup(body, 'sizes');
  const shape = body['shape'] ?? getGroup(base, 'body')['shape'];
  if (shape === 'starfish' && sizes['arms'] !== undefined) sizes['arms'] = Number(sizes['arms']) === 5 ? 5 : 4;
}

/** A stroke unless it said otherwise; the centre of an ellipsoid was its only point. */
function rewriteShape(shape: RawDocument): void {
  shape['kind'] ??= 'stroke';
  const { kind, points } = shape;
  if (kind !== 'ellipsoid' || !Array.isArray(points) || points.length !== 1) return;
  shape['centre'] = points[0] as unknown;
  delete shape['points'];
}

/** Live numbers that a wave has by itself: a wave of version 1 that says nothing else and drives nothing is no wave now. */
const usual: Readonly<Record<string, unknown>> = {
  period: 0.5333,
  width: 0.5,
  height: 0,
  tone: 0,
  phase: 0,
  alpha: 0.9,
  beta: 0.1,
  kappa: 4,
};

function rewriteWaves(document: RawDocument, base: Readonly<RawDocument> | undefined): void {
  const controller = getGroup(document, 'controller');
  const { waves: named } = controller;
  if (!isDocument(named)) return;
  const before = listItems(getGroup(base ?? {}, 'controller')['waves']);
  const list = waveNames.map((name, i): RawDocument => {
    const own = before[i] ?? { cords: i === 0 && base === undefined ? '*' : '' };
    return { ...own, ...getGroup(named, name) };
  });
  const isUsed = (wave: RawDocument): boolean =>
    wave['cords'] !== '' ||
    Object.entries(usual).some(([key, value]) => wave[key] !== undefined && wave[key] !== value);
  while (list.length > 0 && !isUsed(list.at(-1)!)) list.pop();
  controller['waves'] = list;
}
