/** All parameters, made from the schema: live ones on top, lesions, then everything else by group. */
import { readAt } from '../../../engine/model/field-tree.ts';
import { useId, useMemo, useState } from 'react';
import {
  appliesAt,
  filterGroup,
  type Form,
  type FormGroup,
  isChanged,
  isSame,
  listFields,
  listFormFields,
  matches,
  pickForm,
} from '../../data/form-model.ts';
import { readParameter } from '../../data/read-parameter.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { ParameterField } from '../../ui/field.tsx';
import { ChangedDot } from '../../ui/field-marks.tsx';
import { groupLive } from './live-groups.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PairedField } from '../../ui/paired-field.tsx';

export function ParameterPanel() {
  const controller = useController();
  const ready = useStudio((state) => state.info !== undefined);
  const front = useStudio((state) => state.info?.handles.front) ?? [];
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const useful = useUsefulForm(ready ? controller.form : undefined);
  // Who searches by name finds all there is; what has no effect now says so.
  const form = words.length > 0 && ready ? controller.form : useful;
  const pairs = form?.pairs.filter((pair) => matches(pair.left, words) || matches(pair.right, words)) ?? [];
  const live = form?.live.filter((field) => matches(field, words)) ?? [];
  const tools = form?.tools.flatMap((group) => filterGroup(group, words) ?? []) ?? [];
  const groups = form?.groups.flatMap((group) => filterGroup(group, words) ?? []) ?? [];
  const nothing = form !== undefined && pairs.length + live.length + tools.length + groups.length === 0;
  return (
    <>
      <PanelHead search={search} onSearch={setSearch} />
      <div className="thin-scroll relative min-h-0 flex-1 overflow-y-auto px-4 pb-6 [scrollbar-gutter:stable]">
        {nothing && <p className="py-6 text-center text-dim">No parameter matches “{search}”.</p>}
        {pairs.map((pair) => (
          <PairedField key={pair.title} pair={pair} />
        ))}
        {groupLive(live, front).map(({ title, fields, open }) =>
          title === undefined ? (
            <div key="live" className="border-b border-line pb-3">
              {fields.map((field) => (
                <ParameterField key={field.path} field={field} />
              ))}
            </div>
          ) : (
            <Group
              key={`live ${title}`}
              group={{ path: `live ${title}`, title, about: '', fields, groups: [] }}
              open={open || words.length > 0}
              searching={words.length > 0}
            />
          ),
        )}
        {[...tools, ...groups].map((group) => (
          <Group
            key={group.path}
            group={group}
            open={words.length > 0 || tools.includes(group)}
            searching={words.length > 0}
          />
        ))}
      </div>
    </>
  );
}

/** What does nothing for this animal is left out, unless somebody has changed it. */
function useUsefulForm(form: Form | undefined): Form | undefined {
  // The list of what has no effect now, as a text: switches among the live controls decide it too.
  const idle = useStudio(({ info, status }) => {
    if (info === undefined || form === undefined) return '';
    const { schema, defaults } = info;
    const read = (path: string): unknown => readParameter(info, status?.controls, path);
    return listFormFields(form)
      .filter(({ path }) => !appliesAt(schema, path, read) && isSame(read(path), readAt(defaults, path)))
      .map(({ path }) => path)
      .join(' ');
  });
  return useMemo(() => {
    const paths = new Set(idle.split(' '));
    return form === undefined ? undefined : pickForm(form, (path) => !paths.has(path));
  }, [form, idle]);
}

function PanelHead({ search, onSearch }: { readonly search: string; readonly onSearch: (text: string) => void }) {
  const controller = useController();
  const changed = useChangedCount();
  return (
    <div className="flex items-center gap-2 px-4 py-2.5">
      <label className="relative flex-1">
        <span className="sr-only">Search parameters</span>
        <Icon name="search" className="pointer-events-none absolute top-2 left-2 text-dim" />
        <input
          type="search"
          className="input !h-8 w-full !pl-8"
          placeholder="Search parameters"
          value={search}
          onChange={(event) => {
            onSearch(event.target.value);
          }}
        />
      </label>
      <Button
        icon="undo"
        look="outline"
        title="Set every parameter back to the animal's own value"
        className="text-[12px]"
        disabled={changed === 0}
        onClick={() => controller.setDefaults()}
      >
        Reset all{changed > 0 && <span className="text-accent tabular-nums">{changed}</span>}
      </Button>
    </div>
  );
}

/** How many parameters differ from the animal's own. */
function useChangedCount(): number {
  const controller = useController();
  return useStudio(({ info, status }) => {
    if (info === undefined || controller.form === undefined) return 0;
    const { form } = controller;
    const read = (path: string): unknown => readParameter(info, status?.controls, path);
    return listFormFields(form).filter(({ path }) => isChanged(form, path, read, info.defaults)).length;
  });
}

interface GroupProps {
  readonly group: FormGroup;
  readonly open: boolean;
  readonly searching: boolean;
  readonly inner?: boolean;
}

function Group({ group, open, searching, inner = false }: GroupProps) {
  const controller = useController();
  const id = useId();
  const changed = useStudio(({ info, status }) =>
    listFields(group).some(
      ({ path }) =>
        info !== undefined &&
        controller.form !== undefined &&
        isChanged(controller.form, path, (at) => readParameter(info, status?.controls, at), info.defaults),
    ),
  );
  // Searching opens what it finds; the key makes the browser take the new default.
  return (
    <details
      key={String(searching)}
      open={open}
      className={inner ? 'mt-1' : 'border-b border-line py-1'}
      aria-labelledby={id}
    >
      <summary className="-mx-2 flex items-center gap-1.5 rounded-md px-2 py-1.5 hover:bg-raised">
        <Icon name="chevron" className="chevron !size-3 text-dim" />
        <span id={id} className={inner ? 'font-medium' : 'font-semibold'}>
          {group.title}
        </span>
        {changed && <ChangedDot />}
        <span className="sr-only">{controller.form === undefined ? '' : group.about}</span>
      </summary>
      <div className={inner ? 'ml-1.5 border-l border-line pl-3' : 'pb-1 pl-0.5'}>
        {group.about !== '' && !inner && <p className="mb-1 text-[12px] text-dim">{group.about}</p>}
        {group.fields.map((field) => (
          <ParameterField key={field.path} field={field} />
        ))}
        {group.groups.map((member) => (
          <Group key={member.path} group={member} open={searching} searching={searching} inner />
        ))}
      </div>
    </details>
  );
}
