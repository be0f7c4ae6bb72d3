/**
 * Plots in turn with the picture: one per picture, or as many as take little of the time that a slow picture takes; those off the
 * screen not at all. When nothing moves any more, all of them are painted once more.
 */

/** Milliseconds between two paintings of a panel, on a fast machine and at most on a slow one. */
const intervals = { shortest: 80, longest: 320 };

/** Of the time from one picture to the next, at most this share is for plots, if that is more than one of them; more where pictures are slow. */
const shares = { usual: 0.1, slow: 0.35 };
/** Milliseconds between two pictures that count as slow. */
const slowPicture = 50;

interface Panel {
  readonly paint: () => void;
  visible: boolean;
  lastPaint: number;
}

export class PanelPainter {
  readonly #panels: Panel[] = [];
  readonly #onVisible: () => void;
  #next = 0;
  #lastPicture = 0;
  #interval = intervals.shortest;
  #fps = { since: 0, count: 0, value: 0 };

  constructor(onVisible: () => void) {
    this.#onVisible = onVisible;
  }

  /** Pictures per second. */
  get fps(): number {
    return this.#fps.value;
  }

  /** Pictures are counted from now on; after a pause their rate stays. */
  restart(now: number, value = 0): void {
    this.#fps = { since: now, count: 0, value };
  }

  /** Returns a function that ends it. */
  add(element: Element, paint: () => void): () => void {
    const panel: Panel = { paint, visible: false, lastPaint: 0 };
    const observer = new IntersectionObserver((entries) => {
      panel.visible = entries.at(-1)?.isIntersecting === true;
      this.#onVisible();
    });
    observer.observe(element);
    this.#panels.push(panel);
    return () => {
      observer.disconnect();
      this.#panels.splice(this.#panels.indexOf(panel), 1);
    };
  }

  /** A picture was drawn: the animal must not stutter for a plot. */
  paintNext(now: number): void {
    this.#count(now);
    const elapsed = Math.min(1000, now - this.#lastPicture);
    const end = performance.now() + (elapsed > slowPicture ? shares.slow : shares.usual) * elapsed;
    this.#lastPicture = now;
    // Nothing stays blank while the animal moves.
    for (const panel of this.#panels) if (panel.visible && panel.lastPaint === 0) paintNow(panel, now);
    for (let i = 0; i < this.#panels.length; i++) {
      const painted = this.#paint(now, now - this.#interval);
      if (painted && performance.now() >= end) return;
    }
  }

  /** No more pictures come for now: the next of the plots that have not seen the last one. */
  paintRest(now: number): void {
    for (let i = 0; i < this.#panels.length; i++) if (this.#paint(now, this.#lastPicture)) return;
  }

  /** Whether the next in turn was painted, because it is seen and was painted last before or at a time. */
  #paint(now: number, before: number): boolean {
    this.#next = (this.#next + 1) % this.#panels.length;
    const panel = this.#panels[this.#next]!;
    if (!panel.visible || panel.lastPaint > before) return false;
    paintNow(panel, now);
    return true;
  }

  #count(now: number): void {
    this.#fps.count += 1;
    const seconds = (now - this.#fps.since) / 1000;
    if (seconds < 1) return;
    const value = this.#fps.count / seconds;
    this.restart(now, value);
    const wanted = value < 50 ? 1.5 * this.#interval : value > 57 ? this.#interval / 1.2 : this.#interval;
    this.#interval = Math.min(intervals.longest, Math.max(intervals.shortest, wanted));
  }
}

function paintNow(panel: Panel, now: number): void {
  panel.lastPaint = now;
  panel.paint();
}
