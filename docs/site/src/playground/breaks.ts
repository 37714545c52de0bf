/**
 * What can go wrong, and how the playground does it.
 *
 * @module
 */
import { ensureSeller } from './journey.ts';
import type { Playground } from './playground.ts';

/** Something that one can break, by one button. */
export interface Break {
  /** Name of its button in the page. */
  name: string;
  /** What the button says while this is not in force. */
  label: string;
  /** What the button says while it is in force; only where it stays until it is mended. */
  mend?: string;
  /** What it does, to be read beside the button. */
  description: string;
  /** Whether it is in force, or waits for the next report. */
  isOn?: (playground: Playground) => boolean;
  run: (playground: Playground) => Promise<void>;
}

/** A little more than the hour of a token. @see interface §8 */
const HOUR_SECONDS = 3660;

const hasFault = ({ records }: Playground, kind: string) =>
  records.faults.some((fault) => fault.kind === kind);

/** All of them, in the order of the page. */
export const BREAKS: readonly Break[] = [
  {
    name: 'cut',
    label: 'Cut the network',
    mend: 'Bring the network back',
    description: 'No request leaves until you bring it back.',
    isOn: ({ network }) => !network.isOnline,
    async run(playground) {
      const { network } = playground;
      say(playground, network.isOnline ? 'Cut the network.' : 'Bring the network back.');
      playground.setOnline(!network.isOnline);
      if (!network.isOnline) await ensureSeller(playground);
    },
  },
  {
    name: 'lose-request',
    label: 'Lose the next request',
    description: 'It leaves, and never arrives. The page sees no answer.',
    isOn: ({ network }) => network.isNextRequestLost,
    async run(playground) {
      say(playground, 'Lose the next request.');
      playground.network.isNextRequestLost = true;
      await ensureSeller(playground);
    },
  },
  {
    name: 'lose-answer',
    label: 'Lose the next answer',
    description: 'The service counts the outcome. To the page it looks like a lost request.',
    isOn: (playground) => hasFault(playground, 'drop'),
    async run(playground) {
      say(playground, 'Lose the next answer.');
      await playground.service.addFault({ kind: 'drop', processed: true });
      await ensureSeller(playground);
    },
  },
  {
    name: 'unavailable',
    label: 'Answer 503 once',
    description: 'The service is overloaded, and counts nothing.',
    isOn: (playground) => hasFault(playground, 'status'),
    async run(playground) {
      say(playground, 'Have the service answer 503 once.');
      await playground.service.addFault({ kind: 'status', status: 503 });
      await ensureSeller(playground);
    },
  },
  {
    name: 'hold',
    label: 'Hold the answer back',
    mend: 'Let the answer through',
    description: 'The service counts the outcome. The page gives up after ten seconds.',
    isOn: (playground) => hasFault(playground, 'hold') || playground.records.held_requests > 0,
    async run(playground) {
      if (playground.records.held_requests > 0) {
        say(playground, 'Let the answer through.');
        await playground.service.releaseAnswers();
      } else if (!hasFault(playground, 'hold')) {
        say(playground, 'Hold the next answer back.');
        await playground.service.addFault({ kind: 'hold', processed: true });
        await ensureSeller(playground);
      }
    },
  },
  {
    name: 'twice',
    label: 'Finish in two tabs at once',
    description: 'The seller has duplicated the tab. Both show the last page.',
    async run(playground) {
      await ensureSeller(playground);
      say(playground, 'Finish in two tabs at once.');
      playground.tabs.showTwice(playground.pageUrl('thanks'));
    },
  },
  {
    name: 'hour',
    label: 'Let an hour pass',
    description: 'The clocks move on by 61 minutes, and the page is loaded again.',
    async run(playground) {
      say(playground, 'Let 61 minutes pass.');
      await playground.advance(HOUR_SECONDS);
      playground.reload();
    },
  },
];

/** Notes in the log what the person did. */
export function say(playground: Playground, text: string): void {
  playground.log.add('You', { text, tone: 'neutral' });
}
