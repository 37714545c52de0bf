const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/** An amount for people, in the currency of this stand-in. */
export const amount = (reward: number): string => money.format(reward);

/** `14:03:20`, in UTC. */
export const timeOfDay = (atMs: number): string => new Date(atMs).toISOString().slice(11, 19);

/** `1 packet`, `2 packets`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
