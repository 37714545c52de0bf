import { ok } from './assert.ts';
import { until } from './until.ts';

/** What our elements have in common. */
interface Shown {
  readonly shadowRoot: ShadowRoot | null;
  readonly state: string;
  readonly updateComplete: Promise<unknown>;
}

/** Returns the text that an element of ours shows. */
export function shownBy(element: Shown) {
  const inside = <Found extends HTMLElement>(selector: string) => [
    ...(element.shadowRoot?.querySelectorAll<Found>(selector) ?? []),
  ];
  const status = () => {
    const [line] = inside('[part=status]');
    ok(line, 'There is a line that tells the state');
    return line;
  };
  return {
    /** The line that tells the state. */
    status,
    /** The sentence that a person reads: what fills the slot, else what is built in. */
    sentence: () => {
      const nodes = status().querySelector('slot')?.assignedNodes({ flatten: true }) ?? [];
      const text = nodes.map(({ textContent }) => textContent).join('');
      return text.replace(/\s+/g, ' ').trim();
    },
    buttons: () => inside<HTMLButtonElement>('button'),
    /** Waits for a state to be shown. */
    shows: async (state: string) => {
      await until(() => element.state === state);
      await element.updateComplete;
    },
  };
}
