/** Returns how many letters must be added, removed or replaced to turn one text into the other. */
export declare function distanceBetween(one: string, other: string): number;
