import { test } from 'vitest';
import { createModeElements, createRestStiffness } from './modes-elements.ts';
import { computeModes, createShiftedStiffness } from './modes.ts';
import { createTubeMesh } from './modes-sample-meshes.ts';

test('worm', () => {
  const angles = [10, 42, 75, 105, 138, 170, 190, 222, 255, 285, 318, 350];
  const mesh = createTubeMesh({ length: 1, sectionCount: 50, angles, rings: [1, 0.85, 0.55],
    radius: (s) => { const i = 48 * s; const x = (i - 24) / 24.2; return 0.04 * Math.sqrt(1 - x * x); },
    tissue: (ring, a) => ring === 0 ? 0 : ring === 2 ? 1 : 0 });
  const t0 = performance.now();
  const el = createModeElements(mesh, [{ youngModulus: 130e3, poissonRatio: 0.45, density: 1e-3 }, { youngModulus: 20e3, poissonRatio: 0.45, density: 1e-3 }]);
  const t1 = performance.now();
  const k = createRestStiffness(el);
  const t2 = performance.now();
  const sh = createShiftedStiffness(k, el.masses);
  const t3 = performance.now();
  const x = new Float64Array(8 * el.masses.length).fill(1);
  sh.solve(x, 8);
  const t4 = performance.now();
  const m = computeModes(el, { count: 26, onProgress: (p) => console.log(p.toFixed(3)) });
  const t5 = performance.now();
  console.log('elements', t1 - t0, 'K', t2 - t1, 'factor', t3 - t2, 'solve8', t4 - t3, 'all', t5 - t4, mesh.nodeCount, mesh.tetCount);
  console.log(m.rigidCount, Array.from(m.eigenvalues.subarray(0, 7)), Array.from(m.frequencies), Array.from(m.residuals));
});
