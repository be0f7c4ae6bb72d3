/**
 * The walls between folders. Imports go one way: cli, studio → viewer, node → experiments, animals, imports, exports → engine,
 * kernels; inside the engine sim, record → families → bodies, control → forces, world, mesh → contract → model → math.
 */
const pure = '^src/(engine|kernels|animals|jobs|learn|experiments|designer|imports|exports)/';
const gltfReader = '^src/imports/triangles/gltf/read\\.ts$';
const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
/** The engine's folders from the bottom up; those of a row may only import those of the same row or below. */
const rows = [
  ['math'],
  ['model'],
  ['contract'],
  ['mesh', 'world', 'forces', 'integrate'],
  ['bodies', 'control'],
  ['families'],
  ['sim', 'record'],
];
const inEngine = (folders) => ({ path: `^src/engine/(?:${folders.join('|')})/` });
const walls = rows.slice(0, -1).map((folders, i) =>
  forbid(
    `${folders.join('-')}-know-nothing-above`,
    `What is above ${folders.join(', ')} builds on it, never the other way round.`,
    inEngine(folders),
    inEngine(rows.slice(i + 1).flat()),
  ),
);

module.exports = {
  forbidden: [
    forbid('no-cycles', 'A cycle hides the layer order.', {}, { circular: true }),
    {
      name: 'no-folder-cycles',
      severity: 'error',
      comment: 'Two folders that import each other are one folder in two places.',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    ...walls,
    forbid('bodies-know-no-control', 'Mechanics moves what it is told to.', { path: '^src/engine/bodies/' }, { path: '^src/engine/control/' }),
    forbid('pure-needs-no-node', 'Engine code runs in a browser too.', { path: pure }, { dependencyTypes: ['core'] }),
    forbid('pure-needs-no-shell', 'Engine code knows nothing above it.', { path: pure }, { path: '^src/(viewer|studio|node|cli)/' }),
    forbid('engine-knows-no-animal', 'Animals are data for the engine.', { path: '^src/(engine|kernels)/' }, { path: '^src/(animals|jobs|learn|experiments|designer|imports|exports)/' }),
    forbid('jobs-know-no-kind', 'An executor runs whatever has a key; studies and trainings bring their own jobs.', { path: '^src/jobs/' }, { path: '^src/', pathNot: '^src/(jobs|engine/math)/' }),
    forbid('learn-knows-no-experiment', 'Experiments use what learns, never the other way round.', { path: '^src/learn/' }, { path: '^src/(experiments|designer|animals|imports|exports)/' }),
    forbid('kernels-stand-alone', 'Kernels use at most engine/math.', { path: '^src/kernels/' }, { path: '^src/', pathNot: '^src/(kernels|engine/math)/' }),
    forbid('math-stands-alone', 'math is the bottom.', { path: '^src/engine/math/' }, { path: '^src/', pathNot: '^src/engine/math/' }),
    forbid(
      'families-by-registry',
      'Who has a description asks `families/descriptions.ts`, and never which family it is.',
      { path: '^src/(studio|viewer|cli|node|exports|engine/sim|engine/record)/' },
      { path: '^src/engine/families/[^/]+/' },
    ),
    forbid('testing-is-for-tests', 'Support for tests is no part of the program.', { path: '^src/', pathNot: '^src/testing/' }, { path: '^src/testing/' }),
    forbid('viewer-is-framework-free', 'The viewer is used outside the studio too.', { path: '^src/viewer/' }, { path: '(^src/(studio|node|cli)/)|node_modules/(react|zustand|radix-ui)' }),
    forbid('studio-is-not-node', 'The studio runs in a browser.', { path: '^src/(studio|viewer)/' }, { path: '^src/(node|cli)/' }),
    forbid('node-knows-no-cli', 'Commands sit on top.', { path: '^src/node/' }, { path: '^src/(cli|studio|viewer)/' }),
    forbid('engine-one-dependency', 'The pure layers depend on zod and nothing else.', { path: pure, pathNot: gltfReader }, { path: 'node_modules', pathNot: 'node_modules/zod' }),
    forbid(
      'gltf-reader-has-its-libraries',
      'glTF is read by a library and its decoders, in this one file, which is loaded when such a file comes.',
      { path: gltfReader },
      { path: 'node_modules', pathNot: 'node_modules/(@gltf-transform/|draco3dgltf/|meshoptimizer/)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests may look anywhere.
    exclude: { path: '(^dist/)|(kernels/assembly)|(\\.test\\.ts$)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
