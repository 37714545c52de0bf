import { html } from 'hono/html';
import type { Html } from '../service/pages/document.ts';

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/** Formats an amount in euros, the currency of the sandbox. */
export const amount = (reward: number): string => money.format(reward);

/** Formats a time as `14:03:20`, in UTC. */
const timeOfDay = (atMs: number): string => new Date(atMs).toISOString().slice(11, 19);

/** Formats a time as `2026-03-01 14:03:20`, in UTC. */
export const dateAndTime = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');

/** Renders a time as `14:03:20`, in UTC, with the date in its attributes. */
export const timeElement = (atMs: number): Html =>
  html`<time datetime="${new Date(atMs).toISOString()}" title="${dateAndTime(atMs)} UTC"
    >${timeOfDay(atMs)}</time
  >`;

/** Returns a count with its noun: `1 packet`, `2 packets`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Begins a sentence: `there is none` becomes `There is none`. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says by how much a clock differs from real time, such as `4 days ahead` or `1 day 2 hours ahead`; empty if it does not. */
export function aheadText(seconds: number): string {
  let rest = Math.abs(Math.round(seconds));
  const parts = UNITS.flatMap(([name, length]): string[] => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count ? [counted(count, name)] : [];
  });
  const [first, second] = parts;
  if (first === undefined) return '';
  return `${second === undefined ? first : `${first} ${second}`} ${seconds > 0 ? 'ahead' : 'behind'}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Renders the remaining time, such as `59:40` or `23:59:40`. The script of the console counts it down. */
export function countdown(endsAtMs: number, nowMs: number): Html {
  const seconds = Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));
  return html`<time
    datetime="${new Date(endsAtMs).toISOString()}"
    data-ends-at-ms="${endsAtMs}"
    class="countdown"
    >${clockText(seconds)}</time
  >`;
}

function clockText(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString().slice(11, 19);
  return text.startsWith('00:') ? text.slice(3) : text;
}
