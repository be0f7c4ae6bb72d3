/** A run on a canvas: its session, its view, and what is known of it. */
import { formatProblem } from '../../engine/model/problem.ts';
import type { OpenRequest, SystemInfo } from '../data/protocol.ts';
import { LiveView, type LiveViewOptions } from './live-view.ts';
import { Session, type SessionEvents } from './session.ts';

export class LiveRun {
  readonly view: LiveView;
  readonly session: Session;
  /** Simulated seconds of the state, and of the last state that has run. */
  time = 0;
  lastTime = 0;
  /** Why it cannot run, or not as asked. */
  problem: string | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    options: LiveViewOptions,
    request: OpenRequest,
    events: Partial<SessionEvents> & { readonly onSystem: (info: SystemInfo) => void },
  ) {
    this.view = new LiveView(canvas, options);
    this.session = new Session(request, {
      onFailure: ({ message }) => {
        this.problem = message;
      },
      onRefused: (problems) => {
        this.problem = problems.map(formatProblem).join(' ');
      },
      ...events,
      onStatus: (status) => {
        this.time = status.time;
        this.lastTime = status.lastTime;
        this.view.followControls(this.session, status.controls);
        events.onStatus?.(status);
      },
    });
  }

  close(): void {
    this.session.close();
    this.view.close();
  }
}
