/** Returns the name that a misspelled one most likely stands for; `undefined` if none is similar. */
export declare function likelyName(wrong: string, names: readonly string[]): string | undefined;
/** Returns how many letters must be added, removed or replaced to turn one text into the other. */
export declare function distanceBetween(one: string, other: string): number;
