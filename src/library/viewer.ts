/** `bestiary/viewer`: draws frames of any animal in a canvas with three.js, which has to be installed beside it. */
export { NoWebGlError, type Pose, Viewer, type ViewerOptions } from '../viewer/viewer.ts';
export type { CameraMode } from '../viewer/camera/camera-rig.ts';
export type { Theme } from '../viewer/surfaces/palette.ts';
export type { Colouring } from '../viewer/surfaces/surface-view.ts';
