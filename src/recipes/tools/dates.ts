/** The day on which most facts of the tools were read. */
export const RESEARCH_DAY = '2026-11-22';

/** The day on which they were gone through again. */
export const REVIEW_DAY = '2026-11-23';
