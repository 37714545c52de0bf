/** A point that the service's interface leaves open ("not shown"), and what Vaultlink decided. */
export interface Assumption {
  /** Section of the interface that leaves it open. */
  section: string;
  /** The assumption. */
  value: string;
  /** Reason why this is the safe reading, and the effect if the service differs. */
  why: string;
}

/**
 * Every assumption by name. docs/concepts/assumptions.md lists them all. Most have a switch or a reply in the sandbox, so that both readings can be tried.
 *
 * @see interface, wherever it says "not shown"
 */
export const ASSUMPTIONS = {
  tokenAlphabet: {
    section: '§2.5',
    value: 'A token has no white space, braces, brackets, angle brackets, @, # or %.',
    why: 'Those mark a placeholder that a tool did not fill in. All else is encoded in the report.',
  },
  sellerIdVariable: {
    section: '§2.5',
    value: 'The variable that yields the seller id is {{seller_id}}.',
    why: 'Named after the parameter that it renames. Only the sandbox depends on it.',
  },
  interactionIdVariable: {
    section: '§2.5',
    value: 'The variable that yields the id of the interaction is {{interaction_id}}.',
    why: 'Named like its sibling. Only the sandbox depends on it.',
  },
  partialRename: {
    section: '§2.5',
    value:
      'If one of the two parameters is renamed, the service adds the other one under its own name.',
    why: 'A parameter that is missing costs a page nothing.',
  },
  reissue: {
    section: '§3.1',
    value:
      'Each click on an endlink gives a fresh token; the first outcome of any of them decides.',
    why: 'The packet has one outcome (§3.1). The browser keeps each token apart.',
  },
  pushAndOutcome: {
    section: '§3.1',
    value: 'A push publishes a packet that awaits an outcome, and the outcome still decides.',
    why: 'A packet without an outcome is a failure (§1.5). Vaultlink reports the outcome whatever was pushed, so both readings work.',
  },
  lateReport: {
    section: '§3.1',
    value: 'A token older than one hour is still reported.',
    why: 'The clock of the seller’s machine may be wrong. The service decides.',
  },
  endlinkCors: {
    section: '§4.4',
    value: 'The API form may or may not allow the page to read its answer (CORS).',
    why: 'A report without a readable answer is unknown, not failed. It is sent again.',
  },
  endlinkErrorStatus: {
    section: '§7',
    value: 'Any 4xx refuses the report, except 408, 425 and 429, which ask to try again.',
    why: 'A refusal after an unanswered attempt means "probably recorded": the first call stands.',
  },
  endlinkBody: {
    section: '§4',
    value:
      'The body of an endlink answer is kept as text, at most 1,000 characters, and never interpreted.',
    why: 'Its shape is not shown; the buyer logs status and body (§7).',
  },
  headRequest: {
    section: '§4.4',
    value: 'A HEAD request may spend a token.',
    why: 'Servers often treat HEAD as GET. Vaultlink sends none, and puts no endlink URL where a link scanner would find it.',
  },
  htmlAnswer: {
    section: '§4.4',
    value: 'The .html form may answer with a page or lead on to another address.',
    why: 'The seller has left the buyer’s site either way.',
  },
  authorizationUrl: {
    section: '§4',
    value:
      'The authorization page is {base_url}/oauth/authorize, with the query of RFC 6749 section 4.1.1 and RFC 7636 with S256.',
    why: 'The exchange has a code verifier, which these RFCs define. The address can be configured.',
  },
  authorizationRefusal: {
    section: '§4.1',
    value:
      'If the user refuses, or the request is wrong, the callback gets error and state, and no code.',
    why: 'RFC 6749 section 4.1.2.1. Any callback without a code ends the attempt.',
  },
  issuer: {
    section: '§4.1',
    value: 'The callback may name the issuer in iss (RFC 9207).',
    why: 'It is compared only where an issuer is configured, since there is one service.',
  },
  codeReplay: {
    section: '§3.2',
    value: 'A code that is exchanged twice may end the tokens of the first exchange.',
    why: 'RFC 6749 section 4.1.2 advises it. The backend exchanges a code once.',
  },
  instantForm: {
    section: '§2.2',
    value:
      'created_at and expires_at are ISO 8601, seconds or milliseconds since 1970, as a number or as text.',
    why: 'Only the time between the two counts, so clocks need not agree.',
  },
  oddTokenResponse: {
    section: '§2.2',
    value:
      'A token response with both tokens is accepted, whatever its other fields are. Only another token_type than Bearer is refused.',
    why: 'A refresh token works once, so refusing the response would lose the grant. A push can send bearer tokens alone (§4.3).',
  },
  keptRefreshToken: {
    section: '§2.2',
    value: 'If a refresh returns an access token alone, the old refresh token stays in use.',
    why: 'RFC 6749 section 6 allows it. Otherwise a working grant would end.',
  },
  refreshRevocation: {
    section: '§3.2',
    value:
      'The refresh token that was sent may be revoked at once or when the new access token is first used.',
    why: 'The backend stores the new pair before it does anything else, so both readings work.',
  },
  accessTokenAfterRefresh: {
    section: '§3.2',
    value: 'A refresh may end the old access token.',
    why: 'A push that is answered 401 is sent again with the newest token, so both readings work.',
  },
  oauthErrorCodes: {
    section: '§7',
    value:
      'The token endpoint has the error codes and statuses of RFC 6749 section 5.2, a push those of RFC 6750.',
    why: 'Authentication errors follow the rules of OAuth 2.0.',
  },
  unauthorizedBody: {
    section: '§7',
    value: 'A push that is answered 401 may have a body and a WWW-Authenticate header, or neither.',
    why: 'The status alone decides: the token is renewed and the push sent once more.',
  },
  pushErrorStatus: {
    section: '§7',
    value:
      'Any 4xx refuses a push, except 401, 408, 425 and 429: none of these four has looked at the answers.',
    why: 'What the service says is passed on.',
  },
  unknownQuestions: {
    section: '§2.4',
    value: 'An answer to a question that the packet does not have may be saved or refused.',
    why: 'No rule of a push refuses it (§4.3). Vaultlink does not know the questions of a packet.',
  },
  endlinkAnswers: {
    section: '§2.4',
    value: 'A push may or may not hold an answer to the endlink question of its packet.',
    why: 'Its outcome answers it (§1.4). What the service says to such an answer is passed on.',
  },
  omittedQuestions: {
    section: '§2.4',
    value: 'A push may keep or clear the answers that it leaves out.',
    why: 'A page sends every question of its form, unanswered ones as null, so both readings work.',
  },
  packetIdAlphabet: {
    section: '§4.3',
    value: 'A packet id is made of letters, digits, _ and -.',
    why: 'The id is part of a path: anything else could lead the push elsewhere.',
  },
  accountId: {
    section: '§2.3',
    value: 'The account id is not the seller id of an endlink.',
    why: 'Nothing in the interface relates the two. Only the sandbox depends on it.',
  },
  sellersPacketId: {
    section: '§2.3',
    value:
      'The endlink and the pushes of one user in one packet share one sellers packet. Its id and its first publication stay, and its id is the id of the interaction (§2.5).',
    why: 'Its state goes from existing to published (§3.1). Only the sandbox depends on it.',
  },
  oauthCors: {
    section: '§4.2',
    value: 'No page can call the token endpoint or push.',
    why: 'They need the client secret or a token. Neither belongs into a page.',
  },
} as const satisfies Record<string, Assumption>;
