/** Creature files and meshes. */
import { useEffect, useRef } from 'react';
import type { SceneEditor } from './editor.ts';
import { findProposedScale, importDraft, openFiles, rephraseHint, saveCreature } from './files.ts';
import { meshEndings } from '../../session/file-drop.ts';
import { type MeshDraft, useScene } from './store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SceneSection } from './section.tsx';
import { Select, OpenFiles, Radios } from '../../ui/choices.tsx';

/** A mesh that was opened: on top of the panel, where one looks. */
export function OpenedMesh({ editor }: { readonly editor: SceneEditor }) {
  const draft = useScene((state) => state.draft);
  const box = useRef<HTMLDivElement>(null);
  const name = draft?.name;
  useEffect(() => {
    if (name !== undefined) box.current?.scrollIntoView({ block: 'nearest' });
  }, [name]);
  return <div ref={box}>{draft !== undefined && <Draft editor={editor} draft={draft} />}</div>;
}

export function SceneFiles({ editor }: { readonly editor: SceneEditor }) {
  return (
    <SceneSection title="Files">
      <p className="mb-2 text-[12px] text-dim">
        The scene is part of the creature file. Meshes ({meshEndings.join(', ')}) and creature files may also be dropped
        on the page; a .gltf together with its .bin.
      </p>
      <div className="grid grid-cols-2 gap-1.5">
        <Button look="outline" className="text-[12px]" onClick={saveCreature}>
          Save creature
        </Button>
        <OpenFiles
          className="text-[12px]"
          multiple
          accept={['.json', '.bin', ...meshEndings.map((ending) => `.${ending}`)].join(',')}
          data-testid="scene-file"
          onFiles={(files) => void openFiles(editor, files)}
        >
          Open file or mesh …
        </OpenFiles>
      </div>
    </SceneSection>
  );
}

const uses: readonly (readonly [MeshDraft['use'], string])[] = [
  ['ground', 'As the ground'],
  ['field', 'As a height field'],
  ['obstacle', 'As an obstacle'],
];

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
      {!draft.busy && draft.becameField === true && (
        <p className="mt-1.5 pl-6">Or place it as a height field, which needs no closed surface: that is chosen now.</p>
      )}
      {!draft.busy && (
        <>
          <Radios
            label="Use the mesh as"
            className="mt-2 grid grid-cols-1"
            value={draft.use}
            options={uses}
            onSet={(use) => set({ use, becameField: false })}
          />
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
              <Select
                value={draft.up}
                options={[
                  ['auto', 'By format'],
                  ['y', 'Y up'],
                  ['z', 'Z up'],
                ]}
                onSet={(up) => set({ up })}
              />
            </label>
          </div>
          <div className="mt-2 grid grid-cols-2 gap-1.5">
            <Button
              look="accent"
              className="text-[12px]"
              onClick={() =>
                void importDraft(editor, { ...draft, scale: draft.scale === 1 ? (proposed ?? 1) : draft.scale })
              }
            >
              {draft.problems.length > 0 && draft.becameField !== true ? 'Try again' : 'Place'}
            </Button>
            <Button look="outline" className="text-[12px]" onClick={() => useScene.setState({ draft: undefined })}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
