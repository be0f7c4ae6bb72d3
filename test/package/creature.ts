/** An animal in one's own three.js scene in 40 lines, as a user of the package writes it: bundled and opened by the test. */
import { describeAnimal, Simulation } from 'bestiary/myriapod';
import { createCreature } from 'bestiary/viewer';
import { Color, DirectionalLight, HemisphereLight, Mesh, MeshStandardMaterial, PerspectiveCamera } from 'three';
import { PlaneGeometry, Scene, WebGLRenderer } from 'three';

const canvas = document.querySelector('canvas')!;
const renderer = new WebGLRenderer({ canvas, preserveDrawingBuffer: true });
renderer.shadowMap.enabled = true;
const scene = new Scene();
scene.background = new Color(0xffffff);
const camera = new PerspectiveCamera(45, 4 / 3, 0.001, 10);
const sun = new DirectionalLight(0xffffff, 3);
sun.position.set(0.2, 0.4, 0.1);
sun.castShadow = true;
Object.assign(sun.shadow.camera, { left: -0.2, right: 0.2, top: 0.2, bottom: -0.2, near: 0.01, far: 1 });
const ground = new Mesh(new PlaneGeometry(2, 2), new MeshStandardMaterial({ color: 0x808080 }));
ground.rotation.x = -Math.PI / 2;
ground.receiveShadow = true;
scene.add(ground, sun, new HemisphereLight(0xffffff, 0x445566, 1));

const simulation = new Simulation(describeAnimal('centipede'));
const creature = createCreature(simulation.system);
scene.add(creature.object);
const frame = new Float32Array(simulation.frameLength);

function show(): void {
  simulation.step();
  simulation.writeFrame(frame);
  creature.update(frame);
  camera.position.set(0.06, 0.16, 0.2);
  camera.lookAt(-0.05, 0, 0);
  renderer.render(scene, camera);
  document.title = `${simulation.stepCount} 1 ${renderer.info.render.triangles}`;
  requestAnimationFrame(show);
}
requestAnimationFrame(show);
