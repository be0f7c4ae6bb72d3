/** What a worker answers, for a component. */
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../data/describe-error.ts';

export interface Answer<T> {
  readonly value?: T;
  /** Why it could not be had. */
  readonly problem?: string;
}

/** Asks again when `key` changes; the newest question wins. Without a key nothing is asked. */
export function useAnswer<T>(key: string | undefined, ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  const newest = useRef(ask);
  newest.current = ask;
  useEffect(() => {
    const leaving = new AbortController();
    if (key === undefined) setAnswer({});
    else
      newest.current(leaving.signal).then(
        (value) => {
          if (!leaving.signal.aborted) setAnswer({ value });
        },
        (error: unknown) => {
          if (!leaving.signal.aborted) setAnswer({ problem: describeError(error) });
        },
      );
    return () => {
      leaving.abort();
    };
  }, [key]);
  return answer;
}
