/** Policies are loaded when a run has one. */
import { pilotPath } from '../../engine/sim/edit-paths.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { PilotMaker } from '../../engine/sim/pilot-slot.ts';

export async function loadPilotMaker(): Promise<PilotMaker> {
  return (await import('../../learn/policies/policy-plan.ts')).createPolicyPilot;
}

export function hasPilot(edits: readonly { readonly path: string }[]): boolean {
  return edits.some(({ path }) => path === pilotPath);
}

export async function findPilotMaker({ pilot, changes }: RunScript): Promise<PilotMaker | undefined> {
  return pilot !== undefined || hasPilot(changes) ? loadPilotMaker() : undefined;
}
