/** Makes policies the pilot of the open animal. */
import { describeError } from '../../data/describe-error.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import type { SystemInfo } from '../../data/protocol.ts';
import type { PilotPlan } from '../../../engine/sim/pilot-slot.ts';
import { formatProblem } from '../../../engine/model/problem.ts';
import { askForPlan } from './learner.ts';
import { defaultTask, type PolicySource } from './messages.ts';
import { readTrainingFiles } from './files.ts';
import { giveFreeName, saveTraining } from './store.ts';

/** The policy that the next page of an animal is opened with, by the names of both. */
let wished: { readonly animal: string; readonly policy: string } | undefined;

/** "Steer with it": the animal's page makes it the pilot. */
export function wishPolicy(animal: string, policy: string): void {
  wished = { animal, policy };
}

/** The wish for this animal, once; one for another animal is forgotten. */
export function takeWish(animal: string): string | undefined {
  const policy = wished?.animal === animal ? wished.policy : undefined;
  wished = undefined;
  return policy;
}

/** Resolves to whether it drives; otherwise the page says why not. */
export async function drive(controller: StudioController, name: string, source: PolicySource): Promise<boolean> {
  const { info } = useStudio.getState();
  if (info === undefined) return false;
  try {
    const plan = await askForPlan({ name, animal: info.animal, desc: info.desc, task: defaultTask, source });
    return await setPilot(controller, plan);
  } catch (error) {
    say(describeError(error));
    return false;
  }
}

/** Drawn animals, and those from files, have a name of their own. */
export function getName({ animal, desc }: Pick<SystemInfo, 'animal' | 'desc'>): string {
  const name = desc['animal'];
  return typeof name === 'string' ? name : animal;
}

export async function release(controller: StudioController): Promise<void> {
  await setPilot(controller, undefined);
}

/** A policy or training from a file: kept in the browser, and made the pilot. */
export async function driveWithFiles(controller: StudioController, files: readonly File[]): Promise<void> {
  const { info } = useStudio.getState();
  if (info === undefined) return;
  try {
    const { animal, desc } = info;
    const record = await giveFreeName(await readTrainingFiles(files, { name: getName(info), animal, desc }));
    if (record.best === undefined) throw new Error(`${record.name}: no policy is in it yet.`);
    await saveTraining({ ...record, kept: true });
    if (await drive(controller, record.name, { kind: 'text', text: record.best.policy }))
      say(`${record.name} drives the animal now. Turn it with Aim or Take control.`);
  } catch (error) {
    say(describeError(error));
  }
}

async function setPilot(controller: StudioController, plan: PilotPlan | undefined): Promise<boolean> {
  const problems = await controller.session.setPilot(plan);
  if (problems.length > 0) say(problems.map(formatProblem).join(' '));
  return problems.length === 0;
}

function say(notice: string): void {
  useStudio.setState({ notice });
}
