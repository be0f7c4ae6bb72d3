/** `bestiary/viewer`: draws frames of any animal with three.js, which has to be installed beside it: in a canvas, or in your own scene. */
export { createCreature, type Creature, type CreatureOptions, type DrawnSystem } from '../viewer/creature.ts';
export { type Pose, Viewer, type ViewerOptions } from '../viewer/viewer.ts';
export { NoWebGlError } from '../viewer/software-rendering.ts';
export type { CameraMode } from '../viewer/camera/camera-rig.ts';
export type { Theme } from '../viewer/surfaces/palette.ts';
export type { Colouring } from '../viewer/surfaces/surface-view.ts';
