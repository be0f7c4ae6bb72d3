/** A few parameters below the picture of an embedded animal: `?embed&controls=brainstem.left,brainstem.right`. */
import { type Form, type FormField, listFormFields } from '../data/form-model.ts';
import { useController } from '../session/controller-context.ts';
import { useStudio } from '../session/store.ts';
import { ParameterField } from '../ui/field.tsx';
import { embeddedControls } from './embed.ts';

/** Fields by name; those of a left and a right side say of what. */
function listNamedFields(form: Form): FormField[] {
  const sides = form.pairs.flatMap(({ title, left, right }) =>
    [left, right].map((field) => ({ ...field, title: `${title}: ${field.title.toLowerCase()}` })),
  );
  const named = new Map(sides.map((field) => [field.path, field]));
  return listFormFields(form).map((field) => named.get(field.path) ?? field);
}

export function EmbedControls() {
  const controller = useController();
  const ready = useStudio((state) => state.info !== undefined);
  const fields = ready && controller.form !== undefined ? listNamedFields(controller.form) : [];
  const shown = embeddedControls.flatMap((path) => fields.find((field) => field.path === path) ?? []);
  const unknown = ready ? embeddedControls.filter((path) => !fields.some((field) => field.path === path)) : [];
  return (
    <section className="thin-scroll max-h-[45%] shrink-0 overflow-y-auto bg-panel px-3 py-1" aria-label="Parameters">
      <div className="grid gap-x-6 sm:grid-cols-2">
        {shown.map((field) => (
          <ParameterField key={field.path} field={field} />
        ))}
      </div>
      {unknown.length > 0 && <p className="text-[12px] text-dim">This animal has no parameter {unknown.join(', ')}.</p>}
    </section>
  );
}
