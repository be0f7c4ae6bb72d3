/** One open animal: its session, its picture, and what is kept of its runs. React shows the state around it and calls its methods. */
import type { Viewer } from '../../viewer/viewer.ts';
import { createForm, type Form, isSame, listChanges } from '../data/form-model.ts';
import type { Handles } from '../../engine/contract/handles.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { targetDirectionPath, type Setting, type SystemInfo } from '../data/protocol.ts';
import { readParameter } from '../data/read-parameter.ts';
import { Session, type SessionEvents } from '../live/session.ts';
import { asksForLessMotion, describeFork, describeRefused, silence, reducedMotion } from './notices.ts';
import { Address } from './address.ts';
import type { RunKeeper } from './kept/keeper.ts';
import { LabPicture } from './lab-picture.ts';
import { keepLeft, planRuns } from './opening.ts';
import type { Opening } from './opening-data.ts';
import { noRuns, useRuns } from './runs-store.ts';
import { emptySession, useStudio } from './store.ts';

/** The keeper of runs is loaded after the animal moves: milliseconds. */
const keeperDelay = 300;

/** Hears what became of parameters that were set. */
type SetWatcher = (path: string, problems: readonly Problem[]) => void;

let opened = 0;

export class StudioController {
  /** Tells controllers of one page apart. */
  readonly id = ++opened;
  readonly session: Session;
  readonly picture: LabPicture;
  readonly #opening: Opening;
  readonly #reopen: (opening: Opening) => void;
  readonly #address: Address;
  #keeper: RunKeeper | undefined;
  #closed = false;
  readonly #setWatchers = new Set<SetWatcher>();
  #form: Form | undefined;

  /** `reopen` puts another controller in the place of this one. */
  constructor(opening: Opening, reopen: (opening: Opening) => void) {
    this.#opening = opening;
    this.#reopen = reopen;
    useStudio.setState({ ...emptySession, notice: opening.said });
    useRuns.setState(noRuns);
    this.#address = new Address({
      seed: opening.seed,
      listSettings: () => this.listSettings(),
      createLink: async () => (await this.getKeeper()).createLink(),
    });
    const { kept } = opening;
    const { animal, settings, seed } = opening;
    this.session = new Session({ animal, settings, seed, runs: planRuns(kept) }, this.#createEvents());
    this.picture = new LabPicture(this.session);
    if (kept !== undefined) return;
    if (!asksForLessMotion()) this.session.play();
    else useStudio.setState({ notice: reducedMotion });
  }

  #createEvents(): SessionEvents {
    return {
      onSystem: (info) => {
        this.#adopt(info);
      },
      onStatus: (status) => {
        const { info } = useStudio.getState();
        if (status.generation !== info?.generation) return;
        useStudio.setState({ status });
        this.picture.followControls();
        this.picture.wake();
        this.#address.touch();
      },
      onFailure: (failure) => {
        useStudio.setState({ failure });
        this.picture.wake();
      },
      onRefused: (problems) => {
        useStudio.setState({ notice: describeRefused(problems) });
      },
      onSet: (path, problems) => {
        for (const watch of this.#setWatchers) watch(path, problems);
        this.#keeper?.noteAnswer(path, problems.length > 0);
        const others = Object.entries(useStudio.getState().problems).filter(([other]) => other !== path);
        useStudio.setState({
          problems: Object.fromEntries(problems.length === 0 ? others : [...others, [path, problems]]),
        });
      },
      onSilence: (silent) => {
        if (silent) useStudio.setState({ failure: silence });
        else if (useStudio.getState().failure === silence) useStudio.setState({ failure: undefined });
      },
      onFork: (step) => {
        useStudio.setState({ notice: describeFork(step * (this.session.info?.dt ?? 0)) });
      },
      onBranch: (note) => {
        this.#useKeeper((keeper) => {
          keeper.noteBranch(note);
        });
      },
      onRemade: (comparison) => {
        this.#useKeeper((keeper) => {
          keeper.noteRemade(comparison);
        });
      },
    };
  }

  /** Keeps the runs of this page; loaded after the animal. */
  async getKeeper(): Promise<RunKeeper> {
    const { RunKeeper } = await import('./kept/keeper.ts');
    this.#keeper ??= new RunKeeper(this, this.#opening);
    if (this.#closed) this.#keeper.close();
    return this.#keeper;
  }

  /** The same once it is there. */
  get keeper(): RunKeeper | undefined {
    return this.#keeper;
  }

  #useKeeper(act: (keeper: RunKeeper) => void): void {
    if (this.#keeper !== undefined) act(this.#keeper);
    else
      void this.getKeeper().then(act, () => {
        useStudio.setState({
          notice: 'The history of runs could not be loaded: undo, branches and links to them are missing.',
        });
      });
  }

  /** Whether settings of the address may be why an animal cannot be opened. */
  get hasSettings(): boolean {
    return this.#opening.settings.length > 0 || this.#opening.kept !== undefined;
  }

  /** Another simulation instead of one that ended, with the run as far as it is known, or the parameters of the moment. */
  startAnew(): void {
    const kept = this.#keeper?.createOpening(true);
    const { animal, seed, settings } = this.#opening;
    this.#reopen(kept ?? { animal, seed, settings: this.#form === undefined ? settings : this.listSettings() });
  }

  /** The animal as it comes, without the settings of the address. */
  openPlain(): void {
    const { animal, seed } = this.#opening;
    this.#reopen({ animal, seed, settings: [] });
  }

  /** Something else in the place of what is open. */
  open(opening: Opening): void {
    this.#reopen(opening);
  }

  get form(): Form | undefined {
    return this.#form;
  }

  /** What the animal is drawn on. */
  get canvas(): HTMLCanvasElement | undefined {
    return this.picture.view?.canvas;
  }

  get viewer(): Viewer | undefined {
    return this.picture.viewer;
  }

  close(): void {
    this.#closed = true;
    this.#address.close();
    const opening = this.#keeper?.createOpening(useStudio.getState().status?.playing === true);
    if (opening !== undefined) keepLeft(this.#address.shown, opening);
    this.#keeper?.close();
    this.session.close();
  }

  togglePlay(): void {
    const { status } = useStudio.getState();
    useStudio.setState({ failure: undefined, modesOpen: false });
    if (status?.playing === true) this.session.pause();
    else this.session.play();
  }

  seek(step: number): void {
    this.session.pause();
    this.session.seek(step);
    useStudio.setState({ failure: undefined });
  }

  move(steps: number): void {
    this.session.pause();
    this.session.move(steps);
  }

  reset(): void {
    this.session.reset();
    useStudio.setState({ failure: undefined, notice: undefined, modesOpen: false });
    this.session.play();
  }

  setParameter(path: string, value: unknown): void {
    this.#keeper?.noteSet(path, this.readParameter(path), value);
    this.session.setParameter(path, value);
  }

  /** Where the policy that drives is to go, for animals without controls for it: rad. */
  setHeading(heading: number): void {
    this.#keeper?.noteSet(targetDirectionPath, useStudio.getState().status?.pilot?.targetDirection[0], heading);
    this.session.setHeading(heading);
  }

  /** Another creature of the same family. */
  load(document: unknown): void {
    this.#keeper?.noteCreature(document);
    this.session.load(document);
  }

  /** Returns a function that ends it. */
  watchSets(watch: SetWatcher): () => void {
    this.#setWatchers.add(watch);
    return () => {
      this.#setWatchers.delete(watch);
    };
  }

  /** Value of a parameter now: a live control's from the state, any other's from the description. */
  readParameter(path: string): unknown {
    const { info, status } = useStudio.getState();
    return readParameter(info, status?.controls, path);
  }

  setDefaults(): void {
    this.#keeper?.noteCreature(null);
    this.session.setDefaults();
    useStudio.setState({ problems: {} });
  }

  #adopt(fresh: SystemInfo): void {
    const { info: before } = useStudio.getState();
    // Plots and tools that need not change are reused.
    const info = before === undefined ? fresh : { ...fresh, ...keepSame(before, fresh) };
    const isFirst = this.#form === undefined;
    this.#form = createForm(info.schema, info.desc);
    this.picture.adopt(info, before);
    useStudio.setState({ info });
    if (!isFirst) return;
    // Not before the animal is on the screen.
    setTimeout(() => {
      this.#useKeeper(() => undefined);
    }, keeperDelay);
  }

  /** What differs from the animal's own now. */
  listSettings(): readonly Setting[] {
    const { info, status } = useStudio.getState();
    if (info === undefined || this.#form === undefined) return [];
    // Controls that a policy sets are not settings.
    const held = status?.pilot?.controlledPaths ?? [];
    const changes = listChanges(this.#form, (path) => this.readParameter(path), info.defaults);
    return changes.filter(([path]) => !held.includes(path));
  }
}

/** Signals and handles of before where they are equal. */
function keepSame(before: SystemInfo, fresh: SystemInfo): Pick<SystemInfo, 'signals' | 'handles'> {
  const keep = <T>(old: T, young: T): T => (isSame(old, young) ? old : young);
  return {
    signals: keep(before.signals, fresh.signals),
    handles: Object.fromEntries(
      Object.entries(fresh.handles).map(([name, handle]) => [
        name,
        keep(before.handles[name as keyof Handles] as unknown, handle as unknown),
      ]),
    ),
  };
}
