/**
 * How far the preview is from the full model: root mean square distance of the nodes over all frames (xyz per node, one
 * array per frame, same times), as a share of `length`.
 */
export function computePreviewError(
  fullFrames: readonly Float64Array[],
  previewFrames: readonly Float64Array[],
  length: number,
): number {
  let sum = 0;
  let nodes = 0;
  fullFrames.forEach((full, f) => {
    const preview = previewFrames[f]!;
    for (let i = 0; i < full.length; i++) sum += (full[i]! - preview[i]!) * (full[i]! - preview[i]!);
    nodes += full.length / 3;
  });
  return Math.sqrt(sum / nodes) / length;
}
