/** Take control: the arrow keys, or a gamepad, steer the animal until it is given back. */
import { useEffect } from 'react';
import type { SteerControl } from '../../../engine/contract/handles.ts';
import { createTarget } from '../aim/target.ts';
import { createSteering, turnAim, type Values } from './steering.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { ToolToggle } from '../../ui/tool-toggle.tsx';
import { listen } from '../../../viewer/listen.ts';

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
  const { pilot } = useStudio.getState().status ?? {};
  const stick = pilot === undefined ? steer(controller, info.handles.steer) : aim(controller);
  const pressed = new Set<string>();
  const press = (event: KeyboardEvent): void => {
    if (keys[event.key] === undefined || isTyping(event.target)) return;
    if (event.type === 'keydown') pressed.add(event.key);
    else pressed.delete(event.key);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const now = { turn: 0, ahead: 0 };
  const timer = setInterval(() => {
    const wanted = readWish(pressed);
    now.turn = approach(now.turn, wanted.turn);
    now.ahead = approach(now.ahead, wanted.ahead);
    stick.send(now.turn, now.ahead);
  }, interval);
  // Before the keys that move in time see them.
  const stop = listen(window, { keydown: press, keyup: press }, { capture: true });
  return () => {
    clearInterval(timer);
    stop();
    stick.release();
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

/** Takes a turn (−1 right … 1 left) and a speed (−1 … 1, 0 as it was) until control is given back. */
interface Stick {
  send(turn: number, ahead: number): void;
  release(): void;
}

/** The stick sets the animal's own controls. */
function steer(controller: StudioController, handles: readonly SteerControl[]): Stick {
  const { controls } = controller.session.info!;
  const steering = createSteering(handles, controls, (path) => Number(controller.readParameter(path)));
  const set = (values: Values): void => {
    for (const [path, value] of values) controller.setParameter(path, value);
  };
  let sent = '';
  return {
    send: (turn, ahead) => {
      const values = steering.steer(turn, ahead);
      if (JSON.stringify(values) !== sent) set(values);
      sent = JSON.stringify(values);
    },
    release: () => {
      set(steering.release);
    },
  };
}

/** The stick turns the target of the policy that drives. */
function aim(controller: StudioController): Stick {
  const target = createTarget(controller);
  let present = target.read();
  let sent = '';
  return {
    send: (turn, ahead) => {
      present = turnAim(present, turn, target.hasElevation ? ahead : 0);
      if (JSON.stringify(present) !== sent) target.set(present);
      sent = JSON.stringify(present);
    },
    release: () => undefined,
  };
}
