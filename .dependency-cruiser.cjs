/** The walls between folders. Imports go one way: cli, studio → viewer, node → experiments, animals, imports → engine, kernels. */
const pure = '^src/(engine|kernels|animals|experiments|imports|exports)/';
const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
module.exports = {
  forbidden: [
    forbid('no-cycles', 'A cycle hides the layer order.', {}, { circular: true }),
    forbid('pure-needs-no-node', 'Engine code runs in a browser too.', { path: pure, pathNot: '\\.test\\.ts$' }, { dependencyTypes: ['core'] }),
    forbid('pure-needs-no-shell', 'Engine code knows nothing above it.', { path: pure, pathNot: '\\.test\\.ts$' }, { path: '^src/(viewer|studio|node|cli)/' }),
    forbid('engine-knows-no-animal', 'Animals are data for the engine.', { path: '^src/(engine|kernels)/', pathNot: '\\.test\\.ts$' }, { path: '^src/(animals|experiments|imports|exports)/' }),
    forbid('kernels-stand-alone', 'Kernels use at most engine/math.', { path: '^src/kernels/', pathNot: '\\.test\\.ts$' }, { path: '^src/', pathNot: '^src/(kernels|engine/math)/' }),
    forbid('math-stands-alone', 'math is the bottom.', { path: '^src/engine/math/', pathNot: '\\.test\\.ts$' }, { path: '^src/', pathNot: '^src/engine/math/' }),
    forbid('model-below-sim', 'A description knows nothing of running it.', { path: '^src/engine/model/', pathNot: '\\.test\\.ts$' }, { path: '^src/engine/(sim|record|bodies|control|integrate|forces|discretise)/' }),
    forbid('viewer-is-framework-free', 'The viewer is used outside the studio too.', { path: '^src/viewer/' }, { path: '(^src/(studio|node|cli)/)|node_modules/(react|zustand|radix-ui)' }),
    forbid('studio-is-not-node', 'The studio runs in a browser.', { path: '^src/(studio|viewer)/', pathNot: '\\.test\\.ts$' }, { path: '^src/(node|cli)/' }),
    forbid('node-knows-no-cli', 'Commands sit on top.', { path: '^src/node/', pathNot: '\\.test\\.ts$' }, { path: '^src/(cli|studio|viewer)/' }),
    forbid('engine-one-dependency', 'The pure layers depend on zod and nothing else.', { path: pure, pathNot: '\\.test\\.ts$' }, { path: 'node_modules', pathNot: 'node_modules/zod' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^dist/)|(kernels/assembly)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
