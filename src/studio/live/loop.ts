/** Calls something before every picture of the browser; the returned function ends it. */
export function startLoop(draw: (now: number) => void): () => void {
  let request = requestAnimationFrame(function loop(now) {
    request = requestAnimationFrame(loop);
    draw(now);
  });
  return () => {
    cancelAnimationFrame(request);
  };
}
