/** The things in the scene as a list: select, size, remove. */
import type { JsonSchema } from '../../../engine/model/field-tree.ts';
import { formatTitle, getDisplayUnit, getTitle } from '../../data/form-model.ts';
import { formatItem, type SceneEditor } from './editor.ts';
import { getItem, listItems, type Placed, readScene, type SceneSelection } from './model.ts';
import { useScene } from './store.ts';
import { useStudio } from '../../session/store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { QuantityInput } from '../../ui/number-field.tsx';
import { SceneSection } from './section.tsx';

export function SceneItems({ editor }: { readonly editor: SceneEditor }) {
  const scene = useStudio((state) => readScene(state.info));
  const handle = useStudio((state) => state.info?.handles.scene);
  const selection = useScene((state) => state.selection);
  if (scene === undefined || handle === undefined) return null;
  const items = listItems(handle, scene);
  return (
    <SceneSection
      title="Things"
      extra={
        items.length > 0 && (
          <button
            type="button"
            className="rounded px-1.5 py-0.5 text-[12px] text-dim hover:bg-raised hover:text-ink"
            onClick={() => {
              editor.removeAll();
            }}
          >
            Remove all
          </button>
        )
      }
    >
      {items.length === 0 && <p className="text-[12px] text-dim">None yet: choose one above and press the ground.</p>}
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => (
          <Item
            key={`${item.kind} ${item.index}`}
            editor={editor}
            item={item}
            place={getItem(handle, scene, item)!}
            selected={selection?.kind === item.kind && selection.index === item.index}
          />
        ))}
      </ul>
    </SceneSection>
  );
}

interface ItemProps {
  readonly editor: SceneEditor;
  readonly item: SceneSelection;
  readonly place: Placed;
  readonly selected: boolean;
}

function Item({ editor, item, place, selected }: ItemProps) {
  const kind = 'kind' in place && typeof place.kind === 'string' ? place.kind : undefined;
  const name = kind === undefined ? formatItem(item) : `${formatTitle(kind)} ${item.index + 1}`;
  return (
    <li className={`rounded-lg ${selected ? 'bg-raised' : ''}`}>
      <div className="flex items-center">
        <button
          type="button"
          aria-pressed={selected}
          className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-lg px-2 text-left hover:bg-raised"
          onClick={() => {
            useScene.setState({ selection: selected ? undefined : item });
          }}
        >
          <Swatch kind={item.kind} />
          <span className="truncate">{name}</span>
          <span className="ml-auto font-mono text-[11px] text-dim tabular-nums">
            {Math.round(1000 * place.x)}, {Math.round(1000 * place.y)} mm
          </span>
        </button>
        <Button label={`Remove ${name}`} className="button-square !size-7 text-dim" onClick={() => editor.remove(item)}>
          <Icon name="cross" className="!size-3" />
        </Button>
      </div>
      {selected && <ItemFields editor={editor} item={item} place={place} />}
    </li>
  );
}

function Swatch({ kind }: { readonly kind: SceneSelection['kind'] }) {
  const colours = { food: 'var(--right)', obstacle: 'var(--dim)', point: 'var(--accent)' };
  return (
    <span
      className={`size-2.5 shrink-0 ${kind === 'obstacle' ? 'rounded-[3px]' : 'rounded-full'}`}
      style={{ background: colours[kind] }}
    />
  );
}

interface ItemFieldsProps {
  readonly editor: SceneEditor;
  readonly item: SceneSelection;
  readonly place: Placed;
}

function ItemFields({ editor, item, place }: ItemFieldsProps) {
  const problems = useScene((state) => state.problems);
  const members = Object.entries(editor.lookUpItem(item.kind, place)?.properties ?? {}).filter(
    ([, schema]) => schema.type === 'number',
  );
  return (
    <div className="grid grid-cols-3 gap-x-2 gap-y-1 px-2 pb-2">
      {members.map(([key, schema]) => (
        <label key={key} className="flex min-w-0 flex-col text-[11px] text-dim" title={schema.description}>
          <span>
            {getTitle(schema, key)} {formatUnit(schema)}
          </span>
          <QuantityInput
            schema={withUnitOf(schema)}
            value={(place as unknown as Record<string, number>)[key]}
            invalid={problems.length > 0}
            compact
            onSet={(value) => {
              editor.update(item, { [key]: value });
            }}
          />
        </label>
      ))}
    </div>
  );
}

function formatUnit(schema: JsonSchema): string {
  const { label } = getDisplayUnit(withUnitOf(schema));
  return label === '' ? '' : `(${label})`;
}

/** Places and sizes in millimetres, whatever their own. */
function withUnitOf(schema: JsonSchema): JsonSchema {
  return schema.unit === 'm' ? { ...schema, default: 0.1 } : schema;
}
