/** Ready places to put an animal into, where it offers some. */
import { lookUp, parsePath } from '../../engine/model/field-tree.ts';
import { formatTitle, readAt } from '../data/form-model.ts';
import { useStudio } from '../session/store.ts';
import { useController } from '../session/controller-context.ts';

export function PlaceChoice() {
  const controller = useController();
  const info = useStudio((state) => state.info);
  const handle = info?.handles.place;
  if (handle === undefined) return null;
  const { path, titles } = handle;
  const schema = lookUp(info!.schema, parsePath(path)!)!;
  return (
    <label className="glass flex h-8 items-center gap-1.5 rounded-lg pl-2.5 text-[12px] text-dim">
      Place
      <select
        className="input !h-7 !border-transparent !bg-transparent text-[12px] !text-ink"
        title={schema.description}
        value={String(readAt(info!.desc, path))}
        data-testid="scene-kind"
        onChange={(event) => {
          controller.setParameter(path, event.target.value);
        }}
      >
        {schema.enum?.map((kind) => (
          <option key={String(kind)} value={String(kind)}>
            {titles?.[String(kind)] ?? formatTitle(String(kind))}
          </option>
        ))}
      </select>
    </label>
  );
}
