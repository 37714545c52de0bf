/**
 * The way of a seller through the survey, and what leads to the next page of it.
 *
 * @module
 */
import type { Playground } from './playground.ts';

/** What comes next: a seller lands, or answers and finishes. `break`: the outcome is on its way or there. */
export type Step = 'land' | 'finish' | 'break';

/** The next step of the seller in the first tab. */
export function stepOf({ state, tabs }: Playground): Step {
  if (state.outcome) return 'break';
  return tabs.pages().length === 0 || state.state === 'missing' ? 'land' : 'finish';
}

/** Takes the next step, as the seller would. */
export async function takeStep(playground: Playground): Promise<void> {
  const step = stepOf(playground);
  if (step === 'finish') answerQuestion(playground);
  else await sendSeller(playground);
}

/** A new seller lands. */
async function sendSeller(playground: Playground): Promise<void> {
  const url = await playground.service.sendSeller();
  playground.log.add('Seller', {
    text: 'Opens the packet, and lands on the survey.',
    tone: 'good',
  });
  await playground.tabs.show(url);
  await playground.refresh();
}

/** Makes sure that a seller is in the survey who has not finished it. */
export async function ensureSeller(playground: Playground): Promise<void> {
  const step = stepOf(playground);
  if (step === 'land' || step === 'break') await sendSeller(playground);
}

/** Chooses the first answer on the page. */
function answerQuestion({ tabs }: Playground): void {
  const [page] = tabs.pages();
  page?.document.querySelector<HTMLAnchorElement>('.answers a')?.click();
}
