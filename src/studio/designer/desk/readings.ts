/** Numbers of the animal that moves, several times a second: written straight into the page, so that React need not hear of them. */
import { useEffect } from 'react';
import type { Reading } from './preview.ts';

type Watcher = (reading: Reading | undefined) => void;

const watchers = new Set<Watcher>();

export function publishReading(reading: Reading | undefined): void {
  for (const watch of watchers) watch(reading);
}

export function useReadings(watch: Watcher): void {
  useEffect(() => {
    watchers.add(watch);
    return () => {
      watchers.delete(watch);
    };
  }, [watch]);
}
