/** The runs of a page as a small tree over time: go to one, name it, drop it, compare some. */
import { useState } from 'react';
import { useController } from '../../session/controller-context.ts';
import { type BranchNode, useRuns } from '../../session/runs-store.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { type Lane, layOutBranches } from './branch-layout.ts';
import { OpenFiles } from '../../ui/choices.tsx';

const laneHeight = 30;
const width = 150;
const maxCompared = 4;

export function BranchTree() {
  const controller = useController();
  const branches = useRuns((state) => state.branches);
  const current = useStudio((state) => state.status?.branch);
  const lastStep = useStudio((state) => state.status?.lastStep ?? 0);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const known = branches.map((node) => (node.id === current ? { ...node, lastStep } : node));
  const lanes = layOutBranches(known);
  const end = Math.max(1, ...known.map((node) => node.lastStep));
  const compared = chosen.filter((id) => branches.some((node) => node.id === id));
  const canCompare = compared.length >= 2 && compared.length <= maxCompared;
  return (
    <section
      aria-label="Runs of this page"
      className="absolute right-2 bottom-full z-30 mb-2 flex max-h-[60vh] w-[min(480px,calc(100vw-16px))] flex-col rounded-xl border border-line bg-panel shadow-2xl"
    >
      <header className="flex items-center gap-2 px-3 pt-2">
        <h2 className="font-semibold">Runs</h2>
        <span className="text-[12px] text-dim">Change something earlier in time and the old run is kept here</span>
        <Button icon="cross" label="Close" className="ml-auto" onClick={() => useRuns.setState({ treeOpen: false })} />
      </header>
      <div className="thin-scroll relative min-h-0 flex-1 overflow-y-auto px-3 py-1">
        <Lines lanes={lanes} end={end} current={current} />
        <ul>
          {lanes.map(({ node }) => (
            <Row
              key={node.id}
              node={node}
              isCurrent={node.id === current}
              isChosen={compared.includes(node.id)}
              onChoose={(isChosen) => {
                setChosen(isChosen ? [...compared, node.id] : compared.filter((id) => id !== node.id));
              }}
            />
          ))}
        </ul>
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        <Button
          icon="grid"
          look="outline"
          title={canCompare ? undefined : `Choose 2 to ${maxCompared} runs`}
          disabled={!canCompare}
          onClick={() => void compare(controller, compared)}
        >
          Compare {compared.length > 0 ? compared.length : ''}
        </Button>
        <Button icon="save" look="outline" onClick={() => useStudio.setState({ exportOpen: 'runs' })}>
          Save runs
        </Button>
        <OpenFile />
      </footer>
    </section>
  );
}

async function compare(controller: StudioController, ids: readonly number[]): Promise<void> {
  const { branches } = await (await controller.getKeeper()).createRuns();
  const { createComparisonAddress } = await import('../../comparison/shared-address.ts');
  const runs = ids.flatMap((id) => branches.filter((branch) => branch.id === id));
  const address = await createComparisonAddress(runs.map((run) => ({ title: run.title, run })));
  if (address === undefined)
    useStudio.setState({
      notice: 'These runs are too long for an address: save them, and open the file at #/compare.',
    });
  else location.hash = address;
}

function OpenFile() {
  const controller = useController();
  return (
    <OpenFiles
      accept=".json,.bst"
      onFiles={([file]) => {
        void import('../../files/take-file.ts').then(({ takeFile }) => {
          takeFile(controller, file!);
        });
      }}
    >
      <Icon name="plus" /> Open file
    </OpenFiles>
  );
}

interface RowProps {
  readonly node: BranchNode;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Row({ node, isCurrent, isChosen, onChoose }: RowProps) {
  const controller = useController();
  const dt = useStudio((state) => state.info?.dt ?? 0);
  const [naming, setNaming] = useState(false);
  const when =
    node.parent === undefined ? '' : node.from === 0 ? 'from the start' : `from ${(node.from * dt).toFixed(2)} s`;
  return (
    <li className="flex items-center gap-1.5" style={{ height: laneHeight, paddingLeft: width + 8 }}>
      <input
        type="checkbox"
        className="accent-(--accent)"
        aria-label={`Compare ${node.title}`}
        checked={isChosen}
        onChange={(event) => {
          onChoose(event.target.checked);
        }}
      />
      {naming ? (
        <input
          className="input min-w-0 flex-1"
          aria-label="Name of the run"
          defaultValue={node.title}
          autoFocus
          maxLength={80}
          onBlur={(event) => {
            const title = event.target.value.trim();
            if (title !== '') controller.keeper?.rename(node.id, title);
            setNaming(false);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          }}
        />
      ) : (
        <button
          type="button"
          className={`min-w-0 flex-1 truncate rounded px-1 py-0.5 text-left hover:bg-raised ${isCurrent ? 'font-medium text-accent' : ''}`}
          aria-current={isCurrent}
          title={`Go to this run${when === '' ? '' : `, ${when}`}; twice: name it`}
          onClick={() => {
            if (!isCurrent) controller.keeper?.select(node.id, node.step);
          }}
          onDoubleClick={() => {
            setNaming(true);
          }}
        >
          {node.title} <span className="text-[12px] text-dim">{when}</span>
        </button>
      )}
      <Button
        icon="cross"
        label={`Delete run ${node.title}`}
        title="Delete this run"
        className="!size-6"
        disabled={isCurrent}
        onClick={() => controller.keeper?.forget(node.id)}
      />
    </li>
  );
}

function Lines({
  lanes,
  end,
  current,
}: {
  readonly lanes: readonly Lane[];
  readonly end: number;
  readonly current: number | undefined;
}) {
  const x = (step: number): number => 6 + ((width - 12) * step) / end;
  const y = (lane: number): number => (lane + 0.5) * laneHeight;
  return (
    <svg
      className="pointer-events-none absolute top-1 left-3"
      width={width}
      height={lanes.length * laneHeight}
      aria-hidden="true"
    >
      {lanes.map(({ node, parentLane }, lane) => {
        const colour = node.id === current ? 'var(--accent)' : 'var(--dim)';
        return (
          <g key={node.id} stroke={colour} strokeWidth={node.id === current ? 2 : 1.3} fill="none">
            {parentLane >= 0 && (
              <path
                d={`M${x(node.from)} ${y(parentLane)}V${y(lane)}`}
                strokeDasharray={node.from === 0 ? '2 3' : undefined}
              />
            )}
            <path
              d={`M${x(node.from)} ${y(lane)}H${Math.max(x(node.from) + 3, x(node.lastStep))}`}
              strokeLinecap="round"
            />
            <circle cx={x(node.from)} cy={y(lane)} r="2.6" fill={colour} stroke="none" />
          </g>
        );
      })}
    </svg>
  );
}
