/** Plots in turn with the picture: one per picture, those off the screen not at all, and fewer when pictures come late. */

/** Milliseconds between two paintings of a panel, on a fast machine and at most on a slow one. */
const intervals = { shortest: 80, longest: 320 };

interface Panel {
  readonly paint: () => void;
  visible: boolean;
  lastPaint: number;
}

export class PanelPainter {
  readonly #panels: Panel[] = [];
  readonly #onVisible: () => void;
  #next = 0;
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
    for (let i = 0; i < this.#panels.length; i++) {
      this.#next = (this.#next + 1) % this.#panels.length;
      const panel = this.#panels[this.#next]!;
      if (!panel.visible || now - panel.lastPaint < this.#interval) continue;
      panel.lastPaint = now;
      panel.paint();
      return;
    }
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
