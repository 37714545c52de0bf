/** A point that the service's interface leaves open ("not shown"), and what Vaultlink decided. */
export interface Assumption {
  /** Where the interface leaves it open. */
  section: string;
  /** What was assumed. */
  value: string;
  /** Why this is the safe reading, and what happens where the service differs. */
  why: string;
}

/**
 * Every assumption by name. The README lists them all; in the sandbox each one about the service's behaviour is a switch.
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
} as const satisfies Record<string, Assumption>;
