/**
 * The helper for assertions about what a server received. A failure is final where it is decided, so that no second try of the test excuses it:
 * something came that must not come, or something is missing and nothing can bring it any more. A wait that ends before is an ordinary failure.
 *
 * @module
 */
import { expect, test } from '@playwright/test';
import type { LoggedRequest } from '../../../src/sandbox/index.ts';
import { FINAL, FinalFailure } from '../../support/final-failure.ts';
import type { Claim } from './claims.ts';

/** A request as far as it is judged. Its status is `null` until it is answered. */
type Received = Pick<LoggedRequest, 'status'> & Partial<LoggedRequest>;

/** A server whose log says what it received. */
export interface Receiver {
  requests: () => Promise<readonly Received[]>;
  /** What the pages of its sellers say. Missing, or `undefined`: there is nobody to ask. */
  claims?: () => Promise<readonly Claim[] | undefined>;
}

/** Fails the test finally. @param reason a message, or the error of an assertion */
export function failFinally(reason: unknown): never {
  const failure = new FinalFailure(reason);
  try {
    test.info().annotations.push({ type: FINAL, description: failure.message });
  } catch {
    // Another runner runs the test.
  }
  throw failure;
}

/** Asserts what can no longer change: a failure is final. */
export async function expectDecided(assertion: () => unknown): Promise<void> {
  try {
    await assertion();
  } catch (error) {
    failFinally(error);
  }
}

/** Asserts what servers received, by their logs. While a report is under way, an assertion that fails waits for it; then the failure is final. */
export async function expectReceived(server: Receiver, assertion: () => unknown): Promise<void> {
  const isAtRest = async () => !underWay(await server.claims?.(), await server.requests()).length;
  try {
    await assertion();
  } catch (error) {
    if (!(await waitUntil(isAtRest))) throw error;
    await expectDecided(assertion);
  }
}

/** Asserts what holds for every flow: nothing counts twice, and the service has what a page calls confirmed. */
export async function expectNothingWrong(server: Receiver): Promise<void> {
  // The pages first: what one of them shows as confirmed is counted by then.
  const confirmed = ((await server.claims?.()) ?? []).filter(isConfirmation);
  const counted = (await server.requests()).filter(({ spent }) => spent);
  const tokens = counted.map(({ token }) => token);
  await expectDecided(() => {
    expect(tokens).toEqual([...new Set(tokens)]);
    for (const claim of confirmed.filter(({ token }) => token)) {
      const request = counted.find(({ token }) => token === claim.token);
      expect(claim).toMatchObject({ outcome: request?.outcome });
    }
  });
}

/** Asserts that none of these texts holds a secret. */
export function expectWithout(secret: string, texts: readonly string[]): void {
  const index = texts.findIndex((text) => text.includes(secret));
  if (index < 0) return;
  const text = texts[index]?.replaceAll(secret, '(secret)') ?? '';
  const around = text.slice(Math.max(0, text.indexOf('(secret)') - 200)).slice(0, 400);
  failFinally(`Text ${index + 1} of ${texts.length} holds a secret: ${around}`);
}

/** Waits for as long as `expect` does. @returns whether the condition is met */
export async function waitUntil(isMet: () => Promise<boolean>): Promise<boolean> {
  try {
    await expect.poll(isMet).toBe(true);
    return true;
  } catch {
    return false;
  }
}

/** Returns what is on its way to a server, in words. */
export function underWay(
  claims: readonly Claim[] | undefined,
  requests: readonly Received[],
): string[] {
  return [
    ...(claims ?? []).filter(({ state }) => state === 'reporting').map(inWords),
    ...requests
      .filter(({ status }) => status === null)
      .map(({ method, path }) => `${method} ${path} has no answer yet`),
  ];
}

/** Returns what may still bring a report to a server, in words: what is under way, a page that will try again, or one that nobody can ask. */
export function stillPossible(
  claims: readonly Claim[] | undefined,
  requests: readonly Received[],
): string[] {
  if (!claims) return ['nobody knows what the page says'];
  const sent = claims.filter(({ state }) => state === 'sent');
  return [
    ...underWay([], requests),
    ...claims.filter(mayStillSend).map(inWords),
    // No event says that a report has arrived whose page was left.
    ...sent.slice(requests.length).map(inWords),
  ];
}

/**
 * Judges that an outcome has not arrived, after the wait for it.
 *
 * @param claims those about its token, read before the requests
 * @param requests those with its token
 */
export function judgeLack(
  claims: readonly Claim[] | undefined,
  requests: readonly Received[],
): { isFinal: boolean; reason: string } {
  const said = claims?.map(inWords).join('; ') || 'no page is open';
  if (claims?.some(isConfirmation))
    return { isFinal: true, reason: `A page calls confirmed what is lost: ${said}.` };
  const possible = stillPossible(claims, requests);
  return possible.length
    ? { isFinal: false, reason: `Not there yet: ${possible.join('; ')}.` }
    : { isFinal: true, reason: `Lost, for nothing is under way: ${said}.` };
}

/** Returns whether a page says that the service has an outcome. */
const isConfirmation = ({ state, isDryRun }: Claim): boolean => state === 'confirmed' && !isDryRun;

const SETTLED: readonly Claim['state'][] = ['confirmed', 'rejected', 'missing', 'no tag', 'sent'];

const mayStillSend = ({ state, probablyRecorded }: Claim) =>
  !SETTLED.includes(state) && !probablyRecorded;

const inWords = ({ where, state, outcome }: Claim) =>
  `${where} says ${[state, outcome].filter(Boolean).join(' ')}`;
