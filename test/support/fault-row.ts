/** Type of the annotation in which a test of the fault matrix leaves its row: a list of {@link RowMoment} as JSON. */
export const ROW = 'row of the fault matrix';

/** Type of the annotation in which a test says why an engine shows its row otherwise, or not at all. */
export const WHY = 'why engines differ';

/** How things stand at one moment. */
export interface Moment {
  /** What `<endlink-finish>` says, with its buttons in brackets. */
  seen: string;
  /** `window.vaultlink.state()`, in words. */
  record: string;
  /** The answers to the requests with the token, oldest first. */
  received: string;
}

/** The same, with the moment's name. */
export interface RowMoment extends Moment {
  when: string;
}
