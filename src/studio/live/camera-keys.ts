/** Azimuth, elevation, zoom for each key while the picture has the focus. */
export const cameraKeys: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowLeft: [-0.12, 0, 1],
  ArrowRight: [0.12, 0, 1],
  ArrowUp: [0, 0.08, 1],
  ArrowDown: [0, -0.08, 1],
  '+': [0, 0, 0.85],
  '-': [0, 0, 1.18],
};
