/** Take control: the arrow keys, or a gamepad, steer the animal until it is given back. */
import { useEffect } from 'react';
import { findAim } from '../aim/target-tool.tsx';
import { createCourseSteering, createSteering, type Steering } from './steering.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { ToolToggle } from '../../ui/tool-toggle.tsx';

/** Milliseconds between two looks at keys and sticks. */
const interval = 50;
/** Change per look toward what is pressed, so that a tap is a little and a hold is all. */
const swiftness = 0.25;
const deadZone = 0.12;

export function SteeringToggle() {
  const controller = useController();
  const usable = useStudio((state) => state.info?.handles.steer !== undefined);
  const steering = useStudio((state) => state.steering);
  const driven = useStudio((state) => state.status?.pilot !== undefined);
  useEffect(() => (steering ? takeControl(controller) : undefined), [controller, steering, driven]);
  if (!usable) return null;
  return (
    <ToolToggle
      icon="steer"
      label={steering ? 'Give back control' : 'Take control'}
      title="Arrow keys or a gamepad: left and right turn, up and down change the speed (T)"
      pressed={steering}
      onToggle={() => {
        useStudio.setState({ steering: !steering });
      }}
    />
  );
}

const keys: Readonly<Record<string, readonly [turn: number, ahead: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function takeControl(controller: StudioController): () => void {
  const { info } = controller.session;
  if (info?.handles.steer === undefined) return () => undefined;
  const read = (path: string): number => Number(controller.readParameter(path));
  const state = useStudio.getState();
  const aim = state.status?.pilot === undefined ? undefined : findAim(state);
  const steering =
    aim === undefined ? createSteering(info.handles.steer, info.controls, read) : createCourseSteering(aim, read);
  const pressed = new Set<string>();
  const press = (event: KeyboardEvent): void => {
    if (keys[event.key] === undefined || isTyping(event.target)) return;
    if (event.type === 'keydown') pressed.add(event.key);
    else pressed.delete(event.key);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const now = { turn: 0, ahead: 0 };
  let sent = '';
  const timer = setInterval(() => {
    const wanted = readWish(pressed);
    now.turn = approach(now.turn, wanted.turn);
    now.ahead = approach(now.ahead, wanted.ahead);
    sent = send(controller, steering, now, sent);
  }, interval);
  // Before the keys that move in time see them.
  addEventListener('keydown', press, true);
  addEventListener('keyup', press, true);
  return () => {
    clearInterval(timer);
    removeEventListener('keydown', press, true);
    removeEventListener('keyup', press, true);
    for (const [path, value] of steering.release) controller.setParameter(path, value);
  };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=range],[type=checkbox]), select, textarea');
}

function approach(value: number, goal: number): number {
  return Math.abs(goal - value) < swiftness ? goal : value + Math.sign(goal - value) * swiftness;
}

function readWish(pressed: ReadonlySet<string>): { turn: number; ahead: number } {
  let [turn, ahead] = [0, 0];
  for (const key of pressed) {
    turn += keys[key]![0];
    ahead += keys[key]![1];
  }
  const pad = navigator.getGamepads().find((candidate) => candidate !== null);
  const [x = 0, y = 0] = pad?.axes ?? [];
  if (Math.abs(x) > deadZone) turn -= x;
  if (Math.abs(y) > deadZone) ahead -= y;
  return { turn: Math.min(1, Math.max(-1, turn)), ahead: Math.min(1, Math.max(-1, ahead)) };
}

/** Sends what has changed and returns what it was. */
function send(
  controller: StudioController,
  steering: Steering,
  { turn, ahead }: { readonly turn: number; readonly ahead: number },
  before: string,
): string {
  const values = steering.steer(turn, ahead);
  const text = JSON.stringify(values);
  if (text !== before) for (const [path, value] of values) controller.setParameter(path, value);
  return text;
}
