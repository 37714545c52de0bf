/** The part of the script tag that defines the elements. Importing it does. */
import './define.ts';

export const start = (): object => ({});
