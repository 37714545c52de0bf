import type { Grant, GrantState, Session, SessionState } from './store.ts';

/** Returns the id of the key that sealed a text; `undefined` if it names no key. */
export const keyIdOf = (sealed: string): string | undefined => /^([\w-]+)\./.exec(sealed)?.[1];

/** Returns what a session check needs, for a store that reads the sealed pair with its grant anyway. */
export const sessionStateOf = ({
  session,
  grant,
}: {
  session: Session;
  grant: Grant;
}): SessionState => {
  const { id, subject, scope, expiresAtMs, deadReason, sealed } = grant;
  const state: GrantState = { id, subject, expiresAtMs, keyId: keyIdOf(sealed) ?? '' };
  if (scope !== undefined) state.scope = scope;
  if (deadReason !== undefined) state.deadReason = deadReason;
  return { session, grant: state };
};
