/** Day on which most facts of the tools were read. */
export const RESEARCH_DAY = '2026-11-22';

/** Day on which the facts were reviewed. */
export const REVIEW_DAY = '2026-11-23';
