/** An animal in three.js in 40 lines, as a user of the package writes it: bundled and opened by the test. */
import { describeAnimal, Simulation } from 'bestiary';
import { Viewer } from 'bestiary/viewer';

const canvas = document.querySelector('canvas')!;
const simulation = new Simulation(describeAnimal('lamprey'), { seed: 1 });
const { system, signalOffsets } = simulation;
const viewer = new Viewer(canvas, { theme: 'light' });
viewer.setLayout(system.frame);
viewer.resize(canvas.clientWidth, canvas.clientHeight, 1);

const frame = new Float32Array(simulation.frameLength);
const signals = new Float64Array(simulation.coreSignalLength);
const read = (name: string): number => signals[signalOffsets[name]!]!;

function show(now: number): void {
  for (let i = 0; i < 4; i++) simulation.step();
  simulation.writeFrame(frame);
  simulation.writeSignals(signals);
  const pose = { x: read('position.x'), y: read('position.y'), z: read('position.z'), heading: read('heading') };
  viewer.applyFrame(frame, pose);
  viewer.render(now);
  document.title = `${simulation.stepCount} ${viewer.updates}`;
  requestAnimationFrame(show);
}
requestAnimationFrame(show);
