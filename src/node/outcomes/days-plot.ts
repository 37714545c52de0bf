import { html } from 'hono/html';
import { counted } from '../counted.ts';
import { sumOf } from './day-counts.ts';
import type { Counted, DayCounts } from './day-counts.ts';

/** Return value of {@link html}. */
export type Html = ReturnType<typeof html>;

/** Names of what is counted, as the page shows them. */
export const COUNT_NAMES: Readonly<Record<Counted, string>> = {
  accepted: 'Accepted',
  open: 'On their way',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  probably_recorded: 'Probably recorded',
  undelivered: 'Not delivered',
  refused: 'Refused by approval',
};

/** The parts of a bar, the lowest first. */
const PARTS = [
  'confirmed',
  'probably_recorded',
  'open',
  'refused',
  'rejected',
  'undelivered',
] as const satisfies readonly Counted[];

/** Days that a plot shows at most. With more, the bars are too narrow. */
const MAX_DAYS = 92;

/** Units of the drawing: the width of a day, that of its bar, and the height of all. It is stretched to the width of the page. */
const DAY_WIDTH = 10;
const BAR_WIDTH = 8;
const HEIGHT = 100;

/** A part that counts anything is at least this high, so that one lost outcome among a thousand is visible. */
const MIN_HEIGHT = 2;

/** Draws a bar for each day, with a part for each end. The labels are text of the page, so that they keep their size on a phone. */
export function daysPlot(allDays: readonly string[], counts: readonly DayCounts[]): Html {
  const days = allDays.slice(-MAX_DAYS);
  const sums = days.map((day) => sumOf(counts.filter((row) => row.day === day)));
  const totals = sums.map((sum) => PARTS.reduce((total, part) => total + sum[part], 0));
  const most = Math.max(1, ...totals);
  const scale = HEIGHT - PARTS.length * MIN_HEIGHT;
  const heightOf = (count: number) => (count ? MIN_HEIGHT + (count / most) * scale : 0);
  const bars = sums.map((sum, index) => {
    let y = HEIGHT;
    const parts = PARTS.filter((part) => sum[part]).map((part) => {
      const height = heightOf(sum[part]);
      y -= height;
      const x = index * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2;
      return html`<rect
        class="${part}"
        x="${x}"
        y="${y.toFixed(2)}"
        width="${BAR_WIDTH}"
        height="${height.toFixed(2)}"
      />`;
    });
    return html`<g
      ><title>${days[index]}: ${sentenceOf(sum)}</title
      ><rect
        class="day"
        x="${index * DAY_WIDTH}"
        y="0"
        width="${DAY_WIDTH}"
        height="${HEIGHT}"
      />${parts}</g
    >`;
  });
  return html`<figure>
    <figcaption id="plot-caption">
      Outcomes by day (UTC) and what became of them. The <a href="#numbers">table</a> has the
      numbers.
    </figcaption>
    <p class="scale">${counted(most)} on the busiest day</p>
    <svg
      role="img"
      aria-labelledby="plot-caption"
      viewBox="0 0 ${days.length * DAY_WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
    >
      ${bars}
    </svg>
    <p class="days"><span>${days[0]}</span><span>${days.at(-1)}</span></p>
    <ul class="legend">
      ${PARTS.map((part) => html`<li><span class="swatch ${part}"></span>${COUNT_NAMES[part]}</li>`)}
    </ul>
  </figure>`;
}

const sentenceOf = (sum: Readonly<Record<Counted, number>>): string =>
  PARTS.filter((part) => sum[part])
    .map((part) => `${counted(sum[part])} ${COUNT_NAMES[part].toLowerCase()}`)
    .join(', ') || 'none';
