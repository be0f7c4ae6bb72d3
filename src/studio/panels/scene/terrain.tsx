/** The ground: its kind, and the numbers that make it. */
import { useMemo } from 'react';
import type { SceneGround } from '../../../engine/contract/handles.ts';
import { type FormField, formatTitle, listFormFields } from '../../data/form-model.ts';
import type { SceneEditor } from './editor.ts';
import { readScene, type SceneDoc } from './model.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { ParameterField } from '../../ui/field.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SceneSection } from './section.tsx';
import { Radios } from '../../ui/choices.tsx';

export function SceneTerrain({ editor }: { readonly editor: SceneEditor }) {
  const controller = useController();
  const scene = useStudio((state) => readScene(state.info));
  const handle = useStudio((state) => state.info?.handles.scene);
  const fields = useMemo(
    () =>
      new Map(controller.form === undefined ? [] : listFormFields(controller.form).map((field) => [field.path, field])),
    [controller.form],
  );
  if (scene === undefined || handle === undefined) return null;
  const find = (members: readonly string[]): FormField[] =>
    members.flatMap((member) => fields.get(`${handle.path}.${member}`) ?? []);
  const { ground, more = [] } = handle;
  return (
    <>
      {ground !== undefined && (
        <Ground editor={editor} scene={scene} ground={ground} choice={find([ground.member])[0]} find={find} />
      )}
      {more
        .filter(({ members }) => find(members).length > 0)
        .map(({ title, members }) => (
          <SceneSection key={title} title={title}>
            {find(members).map((field) => (
              <ParameterField key={field.path} field={field} />
            ))}
          </SceneSection>
        ))}
    </>
  );
}

interface GroundProps {
  readonly editor: SceneEditor;
  readonly scene: SceneDoc;
  readonly ground: SceneGround;
  readonly choice: FormField | undefined;
  readonly find: (members: readonly string[]) => readonly FormField[];
}

function Ground({ editor, scene, ground, choice, find }: GroundProps) {
  const kind = String(scene[ground.member]);
  const { mesh, heights, seed, members } = ground;
  return (
    <SceneSection
      title="Ground"
      extra={
        seed !== undefined &&
        scene[seed] !== undefined && <Dice editor={editor} seed={seed} value={scene[seed] as number} />
      }
    >
      <Kinds editor={editor} ground={ground} choice={choice} kind={kind} />
      {kind === mesh?.kind && (
        <p className="mt-2 text-[12px] text-dim">
          {(scene[mesh.triangles] as readonly unknown[]).length} triangles from a file.
        </p>
      )}
      {kind === heights?.kind && <LevelButton editor={editor} list={heights.list} scene={scene} />}
      <div className="mt-1">
        {find(members).map((field) => (
          <ParameterField key={field.path} field={field} />
        ))}
      </div>
    </SceneSection>
  );
}

interface LevelButtonProps {
  readonly editor: SceneEditor;
  readonly scene: SceneDoc;
  /** The member with the heights. */
  readonly list: string;
}

function LevelButton({ editor, scene, list }: LevelButtonProps) {
  const heights = scene[list] as readonly number[];
  return (
    <Button
      look="outline"
      className="mt-2 w-full text-[12px]"
      disabled={heights.every((height) => height === 0)}
      onClick={() => editor.set({ [list]: heights.map(() => 0) }, 'Ground levelled.')}
    >
      Level everything
    </Button>
  );
}

interface KindsProps {
  readonly editor: SceneEditor;
  readonly ground: SceneGround;
  readonly choice: FormField | undefined;
  readonly kind: string;
}

function Kinds({ editor, ground, choice, kind: present }: KindsProps) {
  const { member, mesh, heights, titles } = ground;
  const kinds = (choice?.schema.enum ?? []).map(String);
  const choose = (kind: string): void => {
    const field = kind === heights?.kind ? editor.createField() : undefined;
    if (field !== undefined) editor.setField(field);
    // What has no heights to take is levelled first.
    else editor.set({ [member]: kind === heights?.kind ? heights.from[0] : kind }, `Ground: ${kind}.`);
  };
  return (
    <Radios
      label="Kind of ground"
      className="grid grid-cols-3"
      value={present}
      options={kinds
        .filter((kind) => kind !== mesh?.kind || kind === present)
        .map((kind) => [kind, titles?.[kind] ?? formatTitle(kind)])}
      onSet={choose}
    />
  );
}

interface DiceProps {
  readonly editor: SceneEditor;
  /** The member with the seed. */
  readonly seed: string;
  readonly value: number;
}

function Dice({ editor, seed, value }: DiceProps) {
  return (
    <button
      type="button"
      className="flex items-center gap-1 rounded px-1.5 py-0.5 text-[12px] text-accent hover:bg-raised"
      onClick={() => {
        editor.set({ [seed]: value + 1 }, 'Another ground of the same kind.');
      }}
    >
      <Icon name="restart" className="!size-3" /> New random ground
    </button>
  );
}
