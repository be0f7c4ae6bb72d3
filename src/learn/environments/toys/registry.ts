/** The toys by name: small tasks with known answers, to try a trainer, a worker or a client of another language on in seconds. */
import { createVectorEnv, type Env, type VectorEnv } from '../env.ts';
import { createCartPoleEnv } from './cart-pole.ts';
import { createIdentityEnv } from './identity.ts';
import { createPendulumEnv } from './pendulum.ts';

const toys: Readonly<Record<string, () => Env>> = {
  identity: createIdentityEnv,
  'cart-pole': createCartPoleEnv,
  pendulum: createPendulumEnv,
};

export const toyNames: readonly string[] = Object.keys(toys);

/** `name` is one of `toyNames`. */
export function createToyEnv(name: string, lanes: number): VectorEnv {
  return createVectorEnv(toys[name]!, lanes);
}
