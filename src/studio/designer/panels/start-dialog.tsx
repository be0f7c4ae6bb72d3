/** How to begin: an empty board, a template, an animal of the gallery, a file or an SVG outline. */
import { describeError } from '../../data/describe-error.ts';
import { useEffect, useState, useMemo } from 'react';
import { isEmpty } from '../../../designer/creature.ts';
import { createDrawing, type Point } from '../../../designer/drawing.ts';
import { drawCorners, project } from '../../../designer/edit.ts';
import { readSvgOutline } from '../../../designer/svg-path.ts';
import { templates, type Template } from '../../../designer/templates.ts';
import { Icon } from '../../ui/icons.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useHands } from '../desk/context.ts';
import { deleteOwn, readOwn } from '../desk/keeping.ts';
import { listOwn } from '../desk/own-list.ts';
import type { DrawingMaker } from '../desk/drawing-maker.ts';
import type { RemixCard } from '../desk/messages.ts';
import { openDrawing, useDesigner } from '../desk/store.ts';
import { expandOutline } from '../../../designer/outline.ts';
import { expandShapes } from '../../../designer/symmetry.ts';

/** Bytes of a file that is read. */
const largestFile = 20_000_000;
/** Length that an imported outline gets, m. */
const importedSize = 0.6;

async function openFile(file: File, maker: DrawingMaker): Promise<void> {
  if (file.size > largestFile) throw new Error(`${file.name} has over 20 MB; a creature file has less.`);
  const text = await file.text();
  if (file.name.toLowerCase().endsWith('.svg') || text.trimStart().startsWith('<')) {
    const outline = readSvgOutline(text, { size: importedSize });
    const empty = {
      ...createDrawing('plate', file.name.replace(/\.svg$/iu, '')),
      symmetry: { kind: 'none', count: 5 } as const,
    };
    const drawing = drawCorners(empty, outline, { smoothing: 0, grid: 0 });
    if (isEmpty(drawing)) throw new Error(`The path in ${file.name} has no area: give a closed one.`);
    openDrawing(drawing);
  } else openDrawing(await maker.read(text));
}

export function StartDialog() {
  const open = useDesigner((state) => state.startOpen);
  return (
    <Modal
      open={open}
      title="Draw your own animal"
      className="thin-scroll max-h-[92vh] w-[min(760px,calc(100vw-32px))] overflow-auto p-4 sm:p-6"
      onClose={() => useDesigner.setState({ startOpen: false })}
    >
      {open && <Beginnings />}
    </Modal>
  );
}

const cardClass = 'rounded-xl border border-line bg-ground hover:border-accent';

function Beginnings() {
  const { maker } = useHands();
  const [animals, setAnimals] = useState<readonly RemixCard[]>([]);
  const [refused, setProblem] = useState<string>();
  // What brought one here instead of a drawing lies behind the dialog.
  const notice = useDesigner((state) => state.notice);
  const problem = refused ?? notice;
  useEffect(() => {
    maker.list().then(setAnimals, () => undefined);
  }, [maker]);
  const attempt = (act: Promise<void>): void => {
    act.catch((error: unknown) => {
      setProblem(describeError(error));
    });
  };
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">
      {problem !== undefined && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <div className="grid gap-3 min-[420px]:grid-cols-2">
        {(['plate', 'volume'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            className={`${cardClass} p-3 text-left`}
            onClick={() => {
              openDrawing(createDrawing(kind));
            }}
          >
            <span className="block text-[15px] font-medium">
              {kind === 'plate' ? 'Empty board, flat' : 'Empty board, round'}
            </span>
            <span className="text-dim">
              {kind === 'plate' ? 'Draw an outline, with fins that wave' : 'Draw limbs and balls, with arms that push'}
            </span>
          </button>
        ))}
      </div>
      <TemplateSection />
      <OwnSection />
      <section>
        <h3 className="eyebrow mb-2">Remix an animal</h3>
        <div className="flex flex-wrap gap-2">
          {animals.map(({ name, title }) => (
            <button
              key={name}
              type="button"
              className="rounded-full border border-line px-3 py-1 hover:border-accent"
              onClick={() => {
                attempt(
                  maker.remix(name).then((drawing) => {
                    openDrawing(drawing);
                  }),
                );
              }}
            >
              {title}
            </button>
          ))}
        </div>
      </section>
      <label className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span>Open a creature file or an SVG outline</span>
        <input
          type="file"
          accept=".json,.svg"
          data-testid="open-file"
          className="max-w-full text-[12px] text-dim file:mr-2 file:rounded-md file:border file:border-line file:bg-raised file:px-2 file:py-1 file:text-ink"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) attempt(openFile(file, maker));
          }}
        />
      </label>
    </div>
  );
}

function TemplateSection() {
  return (
    <section>
      <h3 className="eyebrow mb-2">Templates</h3>
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-6">
        {templates.map((template) => (
          <button
            key={template.name}
            type="button"
            className={`${cardClass} p-2 text-center`}
            title={template.about}
            onClick={() => {
              openDrawing(template.create());
            }}
          >
            <TemplatePicture template={template} />
            <span className="font-medium">{template.name}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

function OwnSection() {
  const [own, setOwn] = useState(listOwn);
  if (own.length === 0) return null;
  return (
    <section>
      <h3 className="eyebrow mb-2">My animals</h3>
      <ul className="flex flex-wrap gap-2">
        {own.map(({ id, title }) => (
          <li key={id} className="flex items-center rounded-full border border-line">
            <button
              type="button"
              className="px-3 py-1 hover:text-accent"
              onClick={() => {
                const drawing = readOwn(id);
                if (drawing !== undefined) openDrawing(drawing, id);
              }}
            >
              {title}
            </button>
            <button
              type="button"
              className="pr-2 text-dim hover:text-bad"
              aria-label={`Delete ${title}`}
              onClick={() => {
                deleteOwn(id);
                setOwn(listOwn());
              }}
            >
              <Icon name="cross" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A template as a small picture: its outline, or its limbs seen from the side. */
function TemplatePicture({ template }: { readonly template: Template }) {
  const drawing = useMemo(() => template.create(), [template]);
  const view = drawing.symmetry.kind === 'radial' ? 'side' : 'top';
  const write = (points: readonly Point[]): string => points.map(([x, y]) => `${x},${-y}`).join(' ');
  return (
    <svg viewBox="-0.52 -0.44 1.04 0.88" className="mb-1 h-14 w-full" aria-hidden="true">
      {drawing.kind === 'plate' ? (
        <polygon points={write(expandOutline(drawing))} fill="var(--accent)" fillOpacity="0.7" />
      ) : (
        <g stroke="var(--accent)" fill="var(--accent)" strokeLinecap="round" strokeLinejoin="round" opacity="0.7">
          {expandShapes(drawing).map((shape, i) =>
            shape.kind === 'ellipsoid' ? (
              <ellipse
                key={i}
                cx={shape.centre[0]}
                cy={-project(shape.centre, view)[1]}
                rx={shape.radii[0]}
                ry={shape.radii[1]}
                stroke="none"
              />
            ) : (
              <polyline
                key={i}
                points={write(shape.points.map((place) => project(place, view)))}
                fill="none"
                strokeWidth={2 * (shape.radii.reduce((sum, radius) => sum + radius, 0) / shape.radii.length)}
              />
            ),
          )}
        </g>
      )}
    </svg>
  );
}
