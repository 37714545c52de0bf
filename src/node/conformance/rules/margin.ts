/** How far from a time limit the rules look: the service must have time to answer before it. */
export const MARGIN_SECONDS = 300;
