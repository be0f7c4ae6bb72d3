/** The pilot of the open animal: none, a shipped policy, the proportional controller, or a policy of the user. */
import { useEffect, useId, useState } from 'react';
import { listPolicyTasks } from '../../../animals/policies.ts';
import { shippedKinds } from '../../../learn/policies/shipped-kinds.ts';
import { drive, getName, release, takeWish } from '../../learn/training/drive.ts';
import { defaultTask, type PolicySource } from '../../learn/training/messages.ts';
import { listTrainings, type TrainingRecord } from '../../learn/training/store.ts';
import { useController } from '../../session/controller-context.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { useStudio } from '../../session/store.ts';

const none = 'none';

/** Shipped policies in words. */
const kindTitles: Readonly<Record<string, string>> = {
  default: 'Best that is shipped',
  proportional: 'Simple rule',
  network: 'Trained network',
};

export function PolicyTool() {
  const controller = useController();
  const id = useId();
  const animal = useStudio(({ info }) => (info === undefined ? '' : getName(info)));
  const driver = useStudio((state) => state.status?.pilot?.name);
  const [own, setOwn] = useState<readonly TrainingRecord[]>([]);
  const [getting, setGetting] = useState<string>();
  const refresh = (): void => {
    void listTrainings(animal).then(setOwn);
  };
  useEffect(refresh, [animal, driver]);
  const mine = own.filter(({ best }) => best !== undefined);
  const choose = async (name: string): Promise<void> => {
    setGetting(name);
    if (name === none) await release(controller);
    else await drive(controller, name, findSource(name, mine));
    setGetting(undefined);
  };
  useEffect(() => {
    const wish = animal === '' ? undefined : takeWish(animal);
    if (wish === undefined) return;
    setGetting(wish);
    void driveWished(controller, animal, wish).then(() => {
      setGetting(undefined);
    });
  }, [animal, controller]);
  const shipped = shippedKinds.filter(
    (kind) => kind === 'proportional' || listPolicyTasks(kind, animal).includes(defaultTask),
  );
  const listed = [...shipped, ...mine.map(({ name }) => name)];
  return (
    <div className="glass flex h-8 items-center gap-1.5 rounded-lg px-2.5 text-[12px] text-dim">
      <label htmlFor={id}>Policy</label>
      <select
        id={id}
        className={`max-w-36 rounded bg-transparent ${driver === undefined ? '' : 'text-accent'}`}
        title="What steers to the target: the animal's own rhythm, the best shipped policy, a shipped network, a simple rule, or a policy learned here"
        value={getting ?? driver ?? none}
        disabled={getting !== undefined}
        onFocus={refresh}
        onChange={({ target }) => void choose(target.value)}
      >
        <option value={none}>Its own rhythm</option>
        {shipped.map((kind) => (
          <option key={kind} value={kind}>
            {kindTitles[kind] ?? kind}
          </option>
        ))}
        {mine.map(({ id: key, name }) => (
          <option key={key} value={name}>
            {name}
          </option>
        ))}
        {driver !== undefined && !listed.includes(driver) && <option value={driver}>{driver}</option>}
      </select>
      {getting !== undefined && <span role="status">getting ready …</span>}
    </div>
  );
}

/** What was learned elsewhere on the page takes over as soon as the animal is there. */
async function driveWished(controller: StudioController, animal: string, wish: string): Promise<void> {
  const policy = (await listTrainings(animal)).find(({ name }) => name === wish)?.best?.policy;
  if (policy !== undefined && (await drive(controller, wish, { kind: 'text', text: policy })))
    useStudio.setState({ notice: `${wish} steers now. Turn the animal with Aim or Take control.` });
}

function findSource(name: string, mine: readonly TrainingRecord[]): PolicySource {
  const kind = shippedKinds.find((known) => known === name);
  if (kind !== undefined) return { kind };
  return { kind: 'text', text: mine.find((record) => record.name === name)!.best!.policy };
}
