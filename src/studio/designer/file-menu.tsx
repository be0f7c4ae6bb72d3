/** Keeping and sharing: the own gallery, a creature file, a link; and other beginnings. */
import { DropdownMenu } from 'radix-ui';
import { createCreature, createShortName } from '../../designer/creature.ts';
import { createFasterStudy } from '../../designer/faster-study.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { formatDesign } from './address.ts';
import { useHands } from './desk/context.ts';
import { createId, keepOwn, packDrawing } from './desk/keeping.ts';
import { formatLab } from './desk/lab-address.ts';
import { amend, getDrawing, useDesigner } from './desk/store.ts';

function download(name: string, document_: unknown): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(document_, null, 2)}\n`], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** How long it is seen that something has been done: milliseconds. */
const readingTime = 6000;

function say(notice: string): void {
  useDesigner.setState({ notice });
  setTimeout(() => {
    if (useDesigner.getState().notice === notice) useDesigner.setState({ notice: undefined });
  }, readingTime);
}

function saveOwn(picture: string | undefined): void {
  const id = useDesigner.getState().ownId ?? createId();
  if (!keepOwn(id, getDrawing(), picture)) {
    say('The browser keeps no drawings: save yours as a file.');
    return;
  }
  useDesigner.setState({ ownId: id });
  history.replaceState(null, '', formatDesign('own', id));
  say('Saved: it is in your gallery on this computer.');
}

async function copyLink(): Promise<void> {
  const address = formatDesign('d', await packDrawing(getDrawing()));
  const link = `${location.href.split('#')[0]!}${address}`;
  history.replaceState(null, '', address);
  try {
    await navigator.clipboard.writeText(link);
    say('Link copied: whoever opens it has your animal.');
  } catch {
    say('The address bar has the link now.');
  }
}

const itemClass =
  'flex h-9 cursor-pointer items-center gap-2 rounded-md px-3 outline-none select-none data-[disabled]:opacity-45 data-[highlighted]:bg-raised';

type MenuItem = readonly [label: string, enabled: boolean, act: () => void];

function listItems(title: string, ready: boolean, save: () => void): readonly MenuItem[] {
  return [
    ['Save in my gallery', true, save],
    [
      'Save as a file',
      ready,
      () => {
        download(`${createShortName(title)}.creature.json`, createCreature(getDrawing()));
      },
    ],
    [
      'Copy a link',
      true,
      () => {
        copyLink().catch(() => {
          say('The link could not be made.');
        });
      },
    ],
    [
      'Open in the lab: films, 3-D files, tables',
      ready,
      () => {
        location.hash = formatLab(createCreature(getDrawing()));
      },
    ],
    [
      'Save the search as a study',
      ready,
      () => {
        download(`${createShortName(title)}.fit.json`, createFasterStudy(getDrawing()));
      },
    ],
    [
      'New, template or open …',
      true,
      () => {
        useDesigner.setState({ startOpen: true });
      },
    ],
  ];
}

/** What the animal is called: in the header, or where that is too narrow in the first panel. */
export function AnimalName({ className }: { readonly className: string }) {
  const title = useDesigner((state) => state.history.present.title);
  return (
    <input
      className={`input ${className}`}
      aria-label="Name of the animal"
      value={title}
      maxLength={60}
      onChange={(event) => {
        amend({ ...getDrawing(), title: event.target.value });
      }}
    />
  );
}

export function FileMenu() {
  const { preview } = useHands();
  const save = (): void => {
    saveOwn(preview.current?.takePicture());
  };
  const ready = useDesigner((state) => state.creature !== undefined);
  const title = useDesigner((state) => state.history.present.title);
  const items = listItems(title, ready, save);
  return (
    <>
      <AnimalName className="!h-8 w-44 max-sm:hidden" />
      <Button icon="check" look="outline" onClick={save}>
        Save
      </Button>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger className="button" aria-label="File">
          File <Icon name="chevron" className="rotate-90" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            className="z-40 min-w-56 rounded-xl border border-line bg-panel p-1.5 text-[13px] shadow-2xl"
          >
            {items.map(([label, enabled, act]) => (
              <DropdownMenu.Item key={label} className={itemClass} disabled={!enabled} onSelect={act}>
                {label}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  );
}
