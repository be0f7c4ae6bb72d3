/** Listens to several events of one target until the returned function is called. */
type Events = WindowEventMap & DocumentEventMap & HTMLElementEventMap & HTMLCanvasEvents;

interface HTMLCanvasEvents {
  readonly webglcontextlost: Event;
  readonly webglcontextrestored: Event;
}

export function listen(
  target: EventTarget,
  listeners: { readonly [Name in keyof Events]?: (event: Events[Name]) => void },
  options: AddEventListenerOptions = {},
): () => void {
  const stopping = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    target.addEventListener(name, listener as EventListener, { ...options, signal: stopping.signal });
  return () => stopping.abort();
}
