/** Undo and redo of a scene, whoever changed it: it watches what runs and remembers what was before. */
import { isSame } from '../../data/form-model.ts';
import type { SceneDoc } from './model.ts';

const most = 200;

export class SceneHistory {
  #past: SceneDoc[] = [];
  #future: SceneDoc[] = [];
  #present: SceneDoc;
  /** Where an undo or redo under way leads, and what it does to the two stacks when it has arrived. */
  #travel: { readonly goal: SceneDoc; readonly arrive: () => void } | undefined;

  /** Changes that count as one: the scene before them and, once it is known, the last of them. */
  #held: { readonly from: SceneDoc; until: SceneDoc | undefined } | undefined;

  constructor(present: SceneDoc) {
    this.#present = present;
  }

  get undoCount(): number {
    return this.#past.length;
  }

  get redoCount(): number {
    return this.#future.length;
  }

  /** Takes note of the scene that runs now. */
  observe(scene: SceneDoc): void {
    if (scene === this.#present || isSame(scene, this.#present)) return;
    if (this.#held !== undefined) {
      this.#present = scene;
      this.#future = [];
      if (this.#held.until !== undefined && isSame(this.#held.until, scene)) this.#letGo();
      return;
    }
    const travel = this.#travel;
    this.#travel = undefined;
    if (travel !== undefined && isSame(travel.goal, scene)) travel.arrive();
    else {
      this.#past = [...this.#past.slice(1 - most), this.#present];
      this.#future = [];
    }
    this.#present = scene;
  }

  /** From now on changes count as one. */
  hold(): void {
    this.#held ??= { from: this.#present, until: undefined };
  }

  /** Until this scene runs; or at once, when it was refused. */
  release(last: SceneDoc | undefined): void {
    if (this.#held === undefined) return;
    if (last === undefined || isSame(last, this.#present)) this.#letGo();
    else this.#held.until = last;
  }

  #letGo(): void {
    const { from } = this.#held!;
    this.#held = undefined;
    if (!isSame(from, this.#present)) this.#past = [...this.#past.slice(1 - most), from];
  }

  /** The scene to go back to; undefined when there is none. */
  undo(): SceneDoc | undefined {
    const goal = this.#past.at(-1);
    if (goal === undefined) return undefined;
    const left = this.#present;
    const arrive = (): void => {
      this.#past = this.#past.slice(0, -1);
      this.#future = [...this.#future, left];
    };
    this.#travel = { goal, arrive };
    return goal;
  }

  redo(): SceneDoc | undefined {
    const goal = this.#future.at(-1);
    if (goal === undefined) return undefined;
    const left = this.#present;
    const arrive = (): void => {
      this.#future = this.#future.slice(0, -1);
      this.#past = [...this.#past, left];
    };
    this.#travel = { goal, arrive };
    return goal;
  }
}
