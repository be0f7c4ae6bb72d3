/** Creature files and meshes. */
import { useRef } from 'react';
import type { SceneEditor } from './editor.ts';
import { findProposedScale, importDraft, openFiles, rephraseHint, saveCreature } from './files.ts';
import { meshEndings } from '../../session/file-drop.ts';
import { type MeshDraft, useScene } from './store.ts';
import { Icon } from '../../ui/icons.tsx';
import { Section } from './section.tsx';

export function SceneFiles({ editor }: { readonly editor: SceneEditor }) {
  const picker = useRef<HTMLInputElement>(null);
  const draft = useScene((state) => state.draft);
  return (
    <Section title="Files">
      <p className="mb-2 text-[12px] text-dim">
        The scene is part of the creature file. Meshes ({meshEndings.join(', ')}) and creature files may also be dropped
        on the page; a .gltf together with its .bin.
      </p>
      <div className="grid grid-cols-2 gap-1.5">
        <button type="button" className="button button-outline text-[12px]" onClick={saveCreature}>
          Save creature
        </button>
        <button
          type="button"
          className="button button-outline text-[12px]"
          onClick={() => {
            picker.current?.click();
          }}
        >
          Open file or mesh …
        </button>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        data-testid="scene-file"
        accept={['.json', '.bin', ...meshEndings.map((ending) => `.${ending}`)].join(',')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          void openFiles(editor, files);
        }}
      />
      {draft !== undefined && <Draft editor={editor} draft={draft} />}
    </Section>
  );
}

/** A mesh that is being read, or was refused and can be set right. */
function Draft({ editor, draft }: { readonly editor: SceneEditor; readonly draft: MeshDraft }) {
  const proposed = findProposedScale(draft.problems);
  const set = (values: Partial<MeshDraft>): void => {
    useScene.setState({ draft: { ...draft, ...values } });
  };
  return (
    <div className="mt-3 rounded-lg border border-line p-3 text-[12px]" aria-label={`Mesh ${draft.name}`} role="group">
      <p className="flex items-center gap-2 font-medium">
        <span className="truncate">{draft.name}</span>
        {draft.busy && <span className="text-dim">reading …</span>}
      </p>
      {draft.problems.map(({ path, got, hint }) => (
        <p key={`${path} ${got}`} role="alert" className="mt-1.5 flex gap-2">
          <Icon name="warning" className="mt-px text-bad" />
          <span>
            {got}. <span className="text-dim">{rephraseHint(hint)}</span>
          </span>
        </p>
      ))}
      {!draft.busy && (
        <>
          <div role="radiogroup" aria-label="Use the mesh as" className="mt-2 grid grid-cols-2 gap-1">
            {(['ground', 'obstacle'] as const).map((use) => (
              <button
                key={use}
                type="button"
                role="radio"
                aria-checked={draft.use === use}
                className={`h-7 rounded-md border ${draft.use === use ? 'border-accent bg-accent/15 font-medium' : 'border-line text-dim hover:bg-raised'}`}
                onClick={() => {
                  set({ use });
                }}
              >
                {use === 'ground' ? 'As the ground' : 'As an obstacle'}
              </button>
            ))}
          </div>
          <div className="mt-2 grid grid-cols-2 gap-2">
            <label className="flex flex-col text-[11px] text-dim">
              Metres per unit
              <input
                className="input"
                inputMode="decimal"
                defaultValue={proposed ?? draft.scale}
                key={proposed ?? draft.scale}
                aria-label="Metres per unit"
                onBlur={(event) => {
                  set({ scale: Number(event.target.value) });
                }}
              />
            </label>
            <label className="flex flex-col text-[11px] text-dim">
              Up
              <select
                className="input"
                value={draft.up}
                onChange={(event) => {
                  set({ up: event.target.value as MeshDraft['up'] });
                }}
              >
                <option value="auto">as usual</option>
                <option value="y">y</option>
                <option value="z">z</option>
              </select>
            </label>
          </div>
          <div className="mt-2 grid grid-cols-2 gap-1.5">
            <button
              type="button"
              className="button button-accent text-[12px]"
              onClick={() => {
                void importDraft(editor, { ...draft, scale: draft.scale === 1 ? (proposed ?? 1) : draft.scale });
              }}
            >
              {draft.problems.length > 0 ? 'Try again' : 'Use it'}
            </button>
            <button
              type="button"
              className="button button-outline text-[12px]"
              onClick={() => {
                useScene.setState({ draft: undefined });
              }}
            >
              Forget it
            </button>
          </div>
        </>
      )}
    </div>
  );
}
