/** Places to put an animal into, where its description has a list of them. */
import { lookUp } from '../../engine/model/field-tree.ts';
import { formatTitle, readAt } from '../data/form-model.ts';
import { useStudio } from '../session/store.ts';
import { useController } from '../session/controller-context.ts';

const path = ['scene', 'kind'];

export function SceneChoice() {
  const controller = useController();
  const schema = useStudio((state) => (state.info === undefined ? undefined : lookUp(state.info.schema, path)));
  const value = useStudio((state) => readAt(state.info?.desc, path.join('.')));
  if (schema?.enum === undefined) return null;
  return (
    <label className="glass flex h-8 items-center gap-1.5 rounded-lg pl-2.5 text-[12px] text-dim">
      Place
      <select
        className="input !h-7 !border-transparent !bg-transparent text-[12px] !text-ink"
        title={schema.description}
        value={String(value)}
        data-testid="scene-kind"
        onChange={(event) => {
          controller.setParameter(path.join('.'), event.target.value);
        }}
      >
        {schema.enum.map((kind) => (
          <option key={String(kind)} value={String(kind)}>
            {kind === 'none' ? 'Open water' : formatTitle(String(kind))}
          </option>
        ))}
      </select>
    </label>
  );
}
