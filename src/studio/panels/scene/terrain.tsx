/** The ground: its kind, and the numbers that make it. */
import { useMemo } from 'react';
import { type FormField, formatTitle, listFormFields } from '../../data/form-model.ts';
import type { SceneEditor } from './editor.ts';
import { readScene } from './model.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from './section.tsx';

/** What makes each kind of ground, in the order shown. */
const members: Readonly<Record<string, readonly string[]>> = {
  plane: ['slope', 'slopeAcross'],
  bumps: ['bumpHeight', 'bumpLength', 'slope', 'slopeAcross'],
  hills: ['bumpHeight', 'bumpLength', 'terrainSide', 'terrainSeed', 'slope', 'slopeAcross'],
  pebbles: ['bumpHeight', 'bumpLength', 'terrainSeed', 'slope', 'slopeAcross'],
  blocks: ['blocks', 'bumpHeight', 'terrainSide', 'terrainSeed', 'slope', 'slopeAcross'],
  gaps: ['gapWidth', 'gapDepth', 'gapSpacing'],
  field: ['terrainSide', 'slope', 'slopeAcross'],
  sphere: ['meshSize'],
  skull: ['meshSize'],
};

const titles: Readonly<Record<string, string>> = { field: 'By hand', none: 'Nothing' };

export function SceneTerrain({ editor }: { readonly editor: SceneEditor }) {
  const controller = useController();
  const scene = useStudio((state) => readScene(state.info?.desc));
  const fields = useMemo(
    () =>
      new Map(controller.form === undefined ? [] : listFormFields(controller.form).map((field) => [field.path, field])),
    [controller.form],
  );
  if (scene === undefined) return null;
  const { terrain } = scene;
  const own = (members[terrain] ?? []).flatMap((name) => fields.get(`scene.${name}`) ?? []);
  const seeded = own.some(({ path }) => path === 'scene.terrainSeed');
  const others = ['scene.water.level', 'scene.water.side', 'scene.water.x', 'scene.water.y'].flatMap(
    (path) => fields.get(path) ?? [],
  );
  const company = fields.get('scene.animals');
  return (
    <>
      <Section title="Ground" extra={seeded && <Dice editor={editor} seed={scene.terrainSeed} />}>
        <Kinds editor={editor} field={fields.get('scene.terrain')} terrain={terrain} />
        {terrain === 'mesh' && (
          <p className="mt-2 text-[12px] text-dim">
            {(scene['triangles'] as readonly unknown[]).length} triangles from a file.
          </p>
        )}
        {terrain === 'field' && (
          <button
            type="button"
            className="button button-outline mt-2 w-full text-[12px]"
            disabled={scene.heights.every((height) => height === 0)}
            onClick={() => {
              editor.set({ heights: scene.heights.map(() => 0) }, 'Ground levelled.');
            }}
          >
            Level everything
          </button>
        )}
        <div className="mt-1">
          {own.map((field) => (
            <Field key={field.path} field={field} />
          ))}
        </div>
      </Section>
      {others.length > 0 && (
        <Section title="Water">
          {others.map((field) => (
            <Field key={field.path} field={field} />
          ))}
        </Section>
      )}
      {company !== undefined && (
        <Section title="Company">
          <Field field={company} />
        </Section>
      )}
    </>
  );
}

interface KindsProps {
  readonly editor: SceneEditor;
  readonly field: FormField | undefined;
  readonly terrain: string;
}

function Kinds({ editor, field, terrain }: KindsProps) {
  const kinds = (field?.schema.enum ?? []).map(String);
  const choose = (kind: string): void => {
    if (kind === 'field') {
      const ground = editor.createField();
      if (ground === undefined) editor.set({ terrain: 'plane' });
      else editor.setField(ground);
    } else editor.set({ terrain: kind }, `Ground: ${kind}.`);
  };
  const hasMesh = (editor.scene?.['triangles'] as readonly unknown[] | undefined)?.length !== 0;
  return (
    <div role="radiogroup" aria-label="Kind of ground" className="grid grid-cols-3 gap-1">
      {kinds
        .filter((kind) => kind !== 'mesh' || hasMesh)
        .map((kind) => (
          <button
            key={kind}
            type="button"
            role="radio"
            aria-checked={terrain === kind}
            className={`h-7 rounded-md border text-[12px] ${terrain === kind ? 'border-accent bg-accent/15 font-medium' : 'border-line text-dim hover:bg-raised hover:text-ink'}`}
            onClick={() => {
              choose(kind);
            }}
          >
            {titles[kind] ?? formatTitle(kind)}
          </button>
        ))}
    </div>
  );
}

function Dice({ editor, seed }: { readonly editor: SceneEditor; readonly seed: number }) {
  return (
    <button
      type="button"
      className="flex items-center gap-1 rounded px-1.5 py-0.5 text-[12px] text-accent hover:bg-raised"
      onClick={() => {
        editor.set({ terrainSeed: seed + 1 }, 'Another ground of the same kind.');
      }}
    >
      <Icon name="restart" className="!size-3" /> Another
    </button>
  );
}
