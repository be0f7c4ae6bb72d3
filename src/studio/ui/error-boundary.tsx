/** Says what happened where a part of the page could not be shown, and offers what to do; the page is never empty. */
import { Component, type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';

interface Props {
  /** What could not be shown, as in "The gallery". */
  readonly what: string;
  readonly children: ReactNode;
  /** A sentence instead of a part of the page; the rest works without it. */
  readonly small?: boolean;
}

interface State {
  readonly problem: string | undefined;
}

/** A file of the page that is gone or out of reach; browsers say it in their own words each. */
function isMissingFile(message: string): boolean {
  return /import|fetch|load|chunk|network/iu.test(message);
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { problem: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { problem: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { problem } = this.state;
    if (problem === undefined) return this.props.children;
    if (this.props.small === true)
      return (
        <p className="pointer-events-auto p-3 text-[12px] text-dim" role="alert" title={problem}>
          {this.props.what} could not be loaded. Reload the page to try again.
        </p>
      );
    return (
      <main className="grid h-full place-items-center p-6">
        <div className="max-w-lg" role="alert">
          <p className="flex items-center gap-2 font-semibold">
            <Icon name="warning" className="text-warn" /> {this.props.what} could not be loaded
          </p>
          <p className="mt-2 text-dim">
            {isMissingFile(problem)
              ? 'A file of this page is out of reach: the network is down, or a newer version of the page has replaced this one.'
              : 'Something in this page failed.'}{' '}
            The address contains the run: trying again opens it from there.
          </p>
          <p className="mt-2 font-mono text-[12px] [overflow-wrap:anywhere] text-dim">{problem}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            {/* A browser asks for a script that failed only once in the life of a page. */}
            <Button icon="restart" look="outline" onClick={() => location.reload()}>
              Try again
            </Button>
            <a className="button button-outline" href="#/">
              To the gallery
            </a>
          </div>
        </div>
      </main>
    );
  }
}

interface LazyPartProps {
  readonly what: string;
  /** Stands there until it is loaded. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page that is loaded when it is asked for. */
export function LazyPart({ what, fallback = null, children }: LazyPartProps) {
  return (
    <ErrorBoundary what={what} small>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
