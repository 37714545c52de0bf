/** A point that the service's interface leaves open ("not shown"), and what Vaultlink decided. */
export interface Assumption {
  /** Section of the interface that leaves it open. */
  section: string;
  /** The assumption. */
  value: string;
  /** Why this is the safe reading, and what happens where the service differs. */
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
    value:
      'A token may hold any character but white space, braces, brackets, angle brackets, @, # and %.',
    why: 'Those mark a placeholder that a tool did not fill in. Whatever else a token holds is encoded when it is reported.',
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
      'Renaming one of the two parameters leaves the other one to be added under its own name.',
    why: 'A page that reads a name which is not there ignores it, so the wider reading costs nothing.',
  },
  reissue: {
    section: '§3.1',
    value:
      'Each click on an endlink gives a fresh token; the first outcome of any of them decides.',
    why: 'The packet has one outcome (§3.1). Each token is spent on its own in the browser.',
  },
  pushAndOutcome: {
    section: '§3.1',
    value:
      'A push into a packet that awaits the outcome of its endlink publishes it, and the outcome still decides.',
    why: 'A packet without an outcome is a failure (§1.5). Vaultlink reports the outcome whatever was pushed, so both readings work.',
  },
  lateReport: {
    section: '§3.1',
    value: 'A token older than one hour is still reported.',
    why: 'The clock of the seller’s machine may be wrong; the service is the judge, and a report it refuses costs nothing.',
  },
  endlinkCors: {
    section: '§4.4',
    value: 'The API form may or may not allow the page to read its answer (CORS).',
    why: 'A report without a readable answer is unknown, not failed: it is sent again, then offered as a redirect.',
  },
  endlinkErrorStatus: {
    section: '§7',
    value: 'Any 4xx refuses the report, except 408, 425 and 429, which ask to try again.',
    why: 'A refusal that follows an unanswered attempt is read as "probably recorded", since the first call’s effect stands.',
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
    why: 'Its shape is not shown; the exchange names a code verifier, and the RFCs are what it belongs to. The address can be configured.',
  },
  authorizationRefusal: {
    section: '§4.1',
    value:
      'Where the user says no, or the request is wrong, the callback gets error and state instead of a code.',
    why: 'So RFC 6749 section 4.1.2.1 has it. Any callback without a code ends the attempt.',
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
    why: 'Their form is not shown. Only the time between the two counts, so no clock has to agree with another.',
  },
  oddTokenResponse: {
    section: '§2.2',
    value:
      'A token response that holds both tokens is taken, whatever its other fields look like, unless its token_type names another type than Bearer.',
    why: 'A refresh token counts once: an answer refused for the sake of another field would lose the grant. A push can send bearer tokens alone (§4.3).',
  },
  keptRefreshToken: {
    section: '§2.2',
    value:
      'A refresh that is answered with an access token alone leaves the refresh token that was sent in use.',
    why: 'RFC 6749 section 6 lets a service send none; in the interface every answer has one. Taking it for spent would end a grant that lives.',
  },
  refreshRevocation: {
    section: '§3.2',
    value:
      'The refresh token that was sent may be revoked at once or when the new access token is first used.',
    why: 'At once is the reading that loses most, so the backend stores the new pair before it does anything else.',
  },
  accessTokenAfterRefresh: {
    section: '§3.2',
    value: 'A refresh may end the access token of before.',
    why: 'A push that is answered 401 is sent again with the newest token, so both readings work.',
  },
  oauthErrorCodes: {
    section: '§7',
    value:
      'Error codes and statuses of the token endpoint are those of RFC 6749 section 5.2, those of a push those of RFC 6750.',
    why: 'Authentication errors follow the rules of OAuth 2.0 (§7), and the values are not shown.',
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
    why: 'Statuses of validation errors, of an id mismatch and of a foreign packet are not shown. What the service says is passed on.',
  },
  unknownQuestions: {
    section: '§2.4',
    value: 'An answer to a question that the packet does not have may be saved or refused.',
    why: 'None of the four rules of a push refuses it (§4.3), and Vaultlink does not know the questions of a packet.',
  },
  endlinkAnswers: {
    section: '§2.4',
    value: 'A push may or may not hold an answer to the endlink question of its packet.',
    why: 'Its outcome answers it (§1.4). What the service says to such an answer is passed on.',
  },
  omittedQuestions: {
    section: '§2.4',
    value: 'A push may keep or clear the answers that it leaves out.',
    why: 'A page sends every question of its form, unanswered ones as null, so both readings give the same.',
  },
  packetIdAlphabet: {
    section: '§4.3',
    value: 'A packet id is made of letters, digits, _ and -.',
    why: 'It stands in a path: anything else could lead the push elsewhere.',
  },
  accountId: {
    section: '§2.3',
    value: 'The account id is not the seller id of an endlink.',
    why: 'Nothing in the interface relates the two. Only the sandbox depends on it.',
  },
  sellersPacketId: {
    section: '§2.3',
    value:
      'The endlink and the pushes of one user in one packet share one sellers packet, whose id and first publication stay. Its id identifies the interaction (§2.5), too.',
    why: 'Its state goes from existing to published (§3.1). Only the sandbox depends on it.',
  },
  oauthCors: {
    section: '§4.2',
    value: 'No page can call the token endpoint or push.',
    why: 'They need the client secret or a token, and neither belongs into a page: the backend calls them.',
  },
} as const satisfies Record<string, Assumption>;
