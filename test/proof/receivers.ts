/**
 * Receivers of the requests: the service, and the buyer's server in front of it, which stores the outcome and delivers it.
 *
 * @module
 */
import type { Answer } from '../../src/browser/endlink/lifecycle.ts';
import type { Successor } from './explore.ts';
import { may, spend, withShared } from './world.ts';
import type { Shared, Token, World } from './world.ts';

interface Received {
  world: World;
  answer: Answer;
}

/** Lets the service receive a request: it counts the first one, and refuses the others. */
export function count(world: World, token: Token): Received {
  const { sent, counted } = world.shared[token];
  if (counted) return { world, answer: { status: 422 } };
  const tabs = world.tabs.map((tab) =>
    tab.owed.includes(token) ? { ...tab, owed: tab.owed.filter((owed) => owed !== token) } : tab,
  );
  return {
    world: withShared({ ...world, tabs }, token, { counted: sent }),
    answer: { status: 200 },
  };
}

const ANSWERS: Readonly<Record<NonNullable<Shared['backend']>, Answer>> = {
  delivering: { status: 202, delivery: 'accepted' },
  confirmed: { status: 200 },
  rejected: { status: 409 },
  ended: { status: 200, delivery: 'ended' },
  taken: { status: 409, delivery: 'taken' },
};

/** Lets the buyer's server receive a request: it takes the first one, and answers the others with what has become of it. */
export function* handOver(world: World, token: Token): Generator<Received> {
  const { backend, counted } = world.shared[token];
  const takeAs = (taken: NonNullable<Shared['backend']>) => ({
    world: withShared(world, token, { backend: taken }),
    answer: ANSWERS[taken],
  });
  yield takeAs(backend ?? 'delivering');
  // The other browser has reported by this server as well.
  if (!backend && counted === 'elsewhere') yield takeAs('taken');
}

/** Lets the buyer's server deliver what it has taken. A refusal after a lost answer ends its delivery without a result. */
export function* deliveriesOf(world: World, token: Token): Generator<Successor<World>> {
  if (world.shared[token].backend !== 'delivering') return;
  const { world: counted, answer } = count(world, token);
  yield {
    label: `the buyer's server delivers the outcome of token ${token}`,
    world: withShared(counted, token, {
      backend: answer.status === 200 ? 'confirmed' : 'rejected',
    }),
  };
  if (may(world, 'lose answer'))
    yield {
      label: `the buyer's server delivers the outcome of token ${token}, and never knows whether it was counted`,
      world: withShared(spend(counted, 'lose answer'), token, { backend: 'ended' }),
    };
}
