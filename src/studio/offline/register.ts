/** Lets the browser keep the studio, and tells when a newer one is there. Not every browser can; then it needs the network. */
import { create } from 'zustand';

interface Update {
  /** Takes the newer version and loads the page again; undefined until one is ready. */
  readonly enter: (() => void) | undefined;
}

export const useUpdate = create<Update>()(() => ({ enter: undefined }));

/** The first animal goes before: milliseconds. */
const delay = 4000;
/** Between two looks for a newer version while the page stays open: milliseconds. */
const interval = 3_600_000;

export function keepOffline(): void {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  setTimeout(() => {
    // Where it is not allowed, everything works but without a network.
    register().catch(() => undefined);
  }, delay);
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('./service-worker.js', { updateViaCache: 'none' });
  const offer = (): void => {
    const { waiting } = registration;
    // The first one enters by itself.
    if (waiting === null || serviceWorker.controller === null) return;
    useUpdate.setState({
      enter: () => {
        serviceWorker.addEventListener('controllerchange', () => {
          location.reload();
        });
        waiting.postMessage('enter');
      },
    });
  };
  offer();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  setInterval(() => {
    registration.update().catch(() => undefined);
  }, interval);
}
