/** What soft animals called otherwise in files of version 1. */
import { isObject, printGot, throwProblem } from '../../model/problem.ts';
import { type RawDocument, toGroup, type Version1 } from '../../model/version-1.ts';

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
    const body = toGroup(document['body']);
    rewriteArms(body, base ?? {});
    for (const piece of listItems(body['anatomy'])) piece['kind'] ??= 'eye';
    for (const shape of listItems(toGroup(body['drawn'])['shapes'])) rewriteShape(shape);
    return document;
  },
};

function listItems(value: unknown): RawDocument[] {
  return Array.isArray(value) ? (value as unknown[]).filter((item) => isObject(item)) : [];
}

/** A body in empty space was as light as in the water that was not there. */
function refuseBuoyancyOfNothing(document: RawDocument): void {
  const { model, gravity = 0 } = toGroup(document['water']);
  if (model !== 'none' || gravity === 0) return;
  throwProblem(
    'inconsistent',
    'water.gravity',
    `${printGot(gravity)} with water.model none`,
    'Version 1 took the buoyancy of water off the weight in empty space too; version 2 does not. Set gravity to 0 for a body that does not fall.',
  );
}

/** A starfish had 5 arms, or else 4 whatever the file said. */
function rewriteArms(body: RawDocument, base: Readonly<RawDocument>): void {
  const sizes = toGroup(body['sizes']);
  const shape = body['shape'] ?? toGroup(base['body'])['shape'];
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
  const controller = toGroup(document['controller']);
  const { waves: named } = controller;
  if (!isObject(named)) return;
  const before = listItems(toGroup((base ?? {})['controller'])['waves']);
  const list = waveNames.map((name, i): RawDocument => {
    const own = before[i] ?? { cords: i === 0 && base === undefined ? '*' : '' };
    return { ...own, ...toGroup(named[name]) };
  });
  const isUsed = (wave: RawDocument): boolean =>
    wave['cords'] !== '' ||
    Object.entries(usual).some(([key, value]) => wave[key] !== undefined && wave[key] !== value);
  while (list.length > 0 && !isUsed(list.at(-1)!)) list.pop();
  controller['waves'] = list;
}
