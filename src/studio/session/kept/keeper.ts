/**
 * Keeps the runs of a page: the tree of branches, what can be undone, the link that is the run, and what a reload restores.
 * It comes after the animal has begun to move; the controller tells it what happens.
 */
import { omit } from '../../data/omit.ts';
import {
  formatKeptRuns,
  type KeptBranch,
  type KeptRun,
  type KeptRuns,
  type Setting,
} from '../../../engine/record/kept-run.ts';
import { lookUp, parsePath, readAt } from '../../../engine/model/field-tree.ts';
import { formatQuantity } from '../../data/display-units.ts';
import type { AllRuns, BranchData, BranchNote, RemadeComparison } from '../../data/protocol.ts';
import { getDisplayUnit, getTitle, isSame, listChanges } from '../../data/form-model.ts';
import { targetDirectionPath, loadPath } from '../../data/protocol.ts';
import { type BranchNode, noRuns, useRuns } from '../runs-store.ts';
import { createCreatureFile } from '../saved-file.ts';
import { useStudio } from '../store.ts';
import type { RunHost } from '../run-host.ts';
import { applyLook, readLook } from './kept-look.ts';
import { createRunLink } from './run-link.ts';
import { openRuns, type Reload } from './read-kept.ts';
import { type Act, type RunPlace, UndoHistory } from './undo.ts';
import { type Opening, reloadKey } from '../opening-data.ts';
import { listen } from '../../../viewer/listen.ts';

/** Between two looks at the runs, for a reload: milliseconds. */
const mirrorInterval = 700;

export class RunKeeper {
  readonly #controller: RunHost;
  readonly #history = new UndoHistory();
  readonly #stop: () => void;
  /** Set while an undo or redo is under way: what it changes is not a new change. */
  #travelling = 0;
  #mirror: AllRuns | undefined;
  #mirrorTimer: ReturnType<typeof setTimeout> | undefined;
  /** Questions about the runs that are not answered yet. */
  #asked = 0;

  constructor(controller: RunHost, opening: Opening) {
    this.#controller = controller;
    const { kept } = opening;
    useRuns.setState({ ...noRuns, branches: kept === undefined ? [createRoot()] : kept.runs.branches.map(toNode) });
    const detach = listen(window, { pagehide: () => this.#keepForReload() });
    this.#stop = () => {
      clearTimeout(this.#mirrorTimer);
      detach();
    };
    if (kept?.look !== undefined) applyLook(controller, kept.look);
    this.touch();
  }

  close(): void {
    this.#stop();
  }

  /** Something was changed: what a reload restores is fetched soon. */
  touch(): void {
    this.#mirrorTimer ??= setTimeout(() => {
      this.#mirrorTimer = undefined;
      this.#asked += 1;
      void this.#controller.session.requestRuns().then((runs) => {
        this.#asked -= 1;
        this.#mirror = runs;
      });
    }, mirrorInterval);
  }

  /** Whether a reload would restore everything that was done. */
  get isKept(): boolean {
    return this.#mirror !== undefined && this.#mirrorTimer === undefined && this.#asked === 0;
  }

  noteSet(path: string, before: unknown, after: unknown): void {
    if (this.#travelling > 0) return;
    this.#history.noteSet(path, before, after, performance.now());
    this.#showCounts();
  }

  /** What became of a parameter that was set. */
  noteAnswer(path: string, isRefused: boolean): void {
    if (this.#travelling > 0) this.#travelling -= 1;
    else if (isRefused) this.#history.noteRefused(path);
    this.touch();
    this.#showCounts();
  }

  /** Another creature is about to be opened; null: the animal's own. */
  noteCreature(after: unknown): void {
    const { info, status } = useStudio.getState();
    if (this.#travelling > 0 || info === undefined) return;
    this.#history.noteCreature(JSON.parse(createCreatureFile(info, status?.controls ?? [])) as unknown, after);
    this.touch();
    this.#showCounts();
  }

  noteBranch({ branch, parent, from, parentStep, parentLast, path, value }: BranchNote): void {
    const others = useRuns
      .getState()
      .branches.map((node) => (node.id === parent ? { ...node, step: parentStep, lastStep: parentLast } : node));
    const node: BranchNode = {
      id: branch,
      parent,
      from,
      title: describeChange(path, value),
      step: from,
      lastStep: from,
    };
    useRuns.setState({ branches: [...others, node], comparison: undefined });
    if (this.#travelling === 0)
      this.#history.noteBranch({ branch: parent, step: parentStep }, { branch, step: from }, path, performance.now());
    this.touch();
    this.#showCounts();
  }

  noteRemade(comparison: RemadeComparison): void {
    useRuns.setState({ comparison });
    const said = describeComparison(comparison);
    if (said !== undefined) useStudio.setState({ notice: said });
    this.touch();
  }

  hold(): void {
    this.#history.hold();
  }

  release(): void {
    this.#history.release();
    this.#showCounts();
  }

  undo(): boolean {
    return this.#perform(this.#history.undo(this.#readPlace()), 'Undone');
  }

  redo(): boolean {
    const act = this.#history.redo();
    if (act?.kind !== 'go') return this.#perform(act, 'Done again');
    // On where that run was left.
    const { branch, step } = act.place;
    const left = useRuns.getState().branches.find(({ id }) => id === branch);
    return this.#perform({ kind: 'go', place: { branch, step: left?.step ?? step } }, 'Done again');
  }

  #perform(act: Act | undefined, said: string): boolean {
    if (act === undefined) return false;
    const { session } = this.#controller;
    if (act.kind === 'go') this.select(act.place.branch, act.place.step);
    else if (act.kind === 'creature') {
      this.#travelling += 1;
      session.load(act.document ?? useStudio.getState().info?.defaults);
    } else
      for (const [path, value] of act.sets) {
        if (!session.isSetting(path)) this.#travelling += 1;
        if (path === targetDirectionPath) session.setHeading(Number(value));
        else session.setParameter(path, value);
      }
    const what =
      act.kind === 'sets' ? `: ${act.sets.map(([path, value]) => describeChange(path, value)).join(', ')}` : '';
    useStudio.setState({
      failure: undefined,
      notice: `${said}${act.kind === 'go' ? ': another run of the tree.' : `${what}.`}`,
    });
    this.#showCounts();
    return true;
  }

  /** Goes to a run of the tree. */
  select(branch: number, step: number): void {
    const {
      branch: current,
      step: stood,
      lastStep,
    } = useStudio.getState().status ?? { branch: 0, step: 0, lastStep: 0 };
    if (current !== branch) {
      const branches = useRuns
        .getState()
        .branches.map((node) => (node.id === current ? { ...node, step: stood, lastStep } : node));
      useRuns.setState({ branches, comparison: undefined });
    }
    useStudio.setState({ failure: undefined });
    this.#controller.session.select(branch, step);
    this.touch();
  }

  /** Takes a run out of the tree; those that came from it stay, and come from its parent then. */
  forget(branch: number): void {
    const { branches } = useRuns.getState();
    const gone = branches.find(({ id }) => id === branch);
    if (gone === undefined || useStudio.getState().status?.branch === branch) return;
    useRuns.setState({
      branches: branches.flatMap((node) =>
        node.id === branch ? [] : [node.parent === branch ? { ...node, parent: gone.parent } : node],
      ),
    });
    this.#controller.session.forget(branch);
    this.touch();
  }

  rename(branch: number, title: string): void {
    const { branches } = useRuns.getState();
    useRuns.setState({ branches: branches.map((node) => (node.id === branch ? { ...node, title } : node)) });
  }

  /** All runs as they are now. */
  async createRuns(): Promise<KeptRuns> {
    this.#mirror = await this.#controller.session.requestRuns();
    return this.#describe(this.#mirror.current, this.#mirror.runs);
  }

  async createFile(): Promise<string> {
    return formatKeptRuns(await this.createRuns());
  }

  /** The address of the run as it is now, and how long it is; undefined where that is too long. */
  async createLink(): Promise<string | undefined> {
    const { current, branches } = await this.createRuns();
    const run = omit(branches.find(({ id }) => id === current)!, ['id', 'parent', 'from', 'title']);
    return createRunLink(run, this.#controller.listSettings());
  }

  #describe(current: number, runs: readonly BranchData[]): KeptRuns {
    const { branches } = useRuns.getState();
    const known = runs.filter(({ branch }) => branches.some(({ id }) => id === branch));
    return {
      current,
      branches: known.map((data): KeptBranch => {
        const node = branches.find(({ id }) => id === data.branch)!;
        const parent = known.some(({ branch }) => branch === node.parent) ? node.parent : undefined;
        return {
          ...this.#describeRun(data),
          ...(data.branch === current ? { look: readLook(this.#controller) } : {}),
          id: data.branch,
          ...(parent === undefined ? {} : { parent }),
          from: node.from,
          title: node.title,
        };
      }),
    };
  }

  #describeRun({ start, isFile, edits, step, hash, hashes }: BranchData): KeptRun {
    const { info } = this.#controller.session;
    const { form } = this.#controller;
    const settings: readonly Setting[] =
      isFile || info === undefined || form === undefined
        ? []
        : listChanges(form, (path) => readAt(start, path), info.defaults);
    return {
      animal: info?.animal ?? '',
      settings,
      ...(isFile ? { creature: start } : {}),
      seed: info?.seed ?? 1,
      edits,
      step,
      ...(hash === undefined ? {} : { hash }),
      hashes,
    };
  }

  #readPlace(): RunPlace {
    const { status } = useStudio.getState();
    return { branch: status?.branch ?? 1, step: status?.step ?? 0 };
  }

  /** What was known of the runs last, at the step of now: for when the worker cannot be asked. */
  #recall(): KeptRuns | undefined {
    const { status } = useStudio.getState();
    const mirror = this.#mirror;
    if (mirror === undefined || status === undefined) return undefined;
    const runs = mirror.runs.map((data) =>
      data.branch === status.branch && data.step !== status.step
        ? { ...data, step: status.step, hash: undefined, hashes: data.hashes.filter(([step]) => step <= status.step) }
        : data,
    );
    const kept = this.#describe(status.branch, runs);
    return kept.branches.some(({ id }) => id === kept.current) ? kept : undefined;
  }

  /** The runs in another simulation, instead of one that ended. */
  createOpening(play: boolean): Opening | undefined {
    const runs = this.#recall();
    return runs === undefined ? undefined : openRuns(runs, play);
  }

  /** In the moment in which the page is left. */
  #keepForReload(): void {
    const runs = this.#recall();
    if (runs === undefined) return;
    const kept: Reload = {
      address: location.hash,
      playing: useStudio.getState().status?.playing === true,
      runs: JSON.parse(formatKeptRuns(runs)) as unknown,
    };
    try {
      sessionStorage.setItem(reloadKey, JSON.stringify(kept));
    } catch {
      // The address has the parameters.
    }
  }

  #showCounts(): void {
    const { undoCount, redoCount } = this.#history;
    const before = useRuns.getState();
    if (before.undoCount !== undoCount || before.redoCount !== redoCount) useRuns.setState({ undoCount, redoCount });
  }
}

function createRoot(): BranchNode {
  return { id: 1, parent: undefined, from: 0, title: 'First run', step: 0, lastStep: 0 };
}

function toNode({ id, parent, from, title, step }: KeptBranch): BranchNode {
  return { id, parent, from, title: title || 'Opened', step, lastStep: step };
}

/** As a title in the tree. */
function describeChange(path: string | undefined, value: unknown): string {
  if (path === undefined) return 'New start';
  if (path === loadPath) return value === null ? 'All set back' : 'Another creature';
  const schema = lookUp(useStudio.getState().info?.schema ?? {}, parsePath(path) ?? []) ?? {};
  const title = path === targetDirectionPath ? 'Heading' : getTitle(schema, path);
  if (schema.switch === true) return `${title} ${value === 0 ? 'off' : 'on'}`;
  if (typeof value === 'number') return `${title} ${formatQuantity(value, getDisplayUnit(schema, value))}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `${title} ${isSame(value, []) ? 'none' : text.length > 24 ? 'changed' : text}`;
}

function describeComparison({ step, hash, same, lastSame, firstOther }: RemadeComparison): string | undefined {
  if (same === undefined) return undefined;
  if (same) return `Same bits ✓ The run was recomputed up to step ${step}, state ${hash}.`;
  const until = lastSame === undefined ? '' : `is the same up to step ${lastSame} and `;
  return `Other bits: this run ${until}differs at step ${firstOther} from the one that was kept. Another version may have made that one.`;
}
