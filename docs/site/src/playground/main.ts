import { BREAKS, say } from './breaks.ts';
import { stepOf, takeStep } from './journey.ts';
import type { Step } from './journey.ts';
import { connectPanels } from './panels.ts';
import { createPlayground } from './playground.ts';
import type { Playground } from './playground.ts';
import { createSourceView } from './source-view.ts';
import { setText, showLedger, showLog, showVerdict } from './views.ts';

const NEXT: Record<Step, string> = {
  land: 'Send a seller',
  finish: 'Finish the survey',
  break: 'Send the next seller',
};

/** Starts a playground: connects its buttons and views. */
export function startPlayground(root: HTMLElement): void {
  const part = (name: string) => {
    const found = root.querySelector<HTMLElement>(`[data-part=${name}]`);
    if (!found) throw new Error(`The page has no ${name}.`);
    return found;
  };
  const source = createSourceView(part('source'));
  const playground = createPlayground({
    screen: part('screen'),
    pagesUrl: new URL(root.dataset.pages ?? '', location.href).href,
    onChange: show,
  });

  function show(current: Playground): void {
    showVerdict(part('verdict'), current);
    showLog(part('log'), current);
    showLedger(part('ledger'), current);
    showBrowser(current);
    showSteps(current);
    for (const { name, label, mend, isOn } of BREAKS) {
      const button = part(`break-${name}`);
      const isActive = isOn?.(current) ?? false;
      setText(button.querySelector('strong'), isActive && mend ? mend : label);
      setText(button.querySelector('em'), isActive ? 'In force' : '');
      button.dataset.active = String(isActive);
    }
  }

  function showBrowser({ tabs, state, network }: Playground): void {
    const [page] = tabs.pages();
    setText(part('address'), page ? page.location.pathname + page.location.search : 'No page');
    part('empty').hidden = tabs.open().length > 0;
    const { state: name, outcome, attempts = 0 } = state;
    const words = [
      name,
      ...(outcome ? [outcome] : []),
      `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    ];
    setText(part('tag-state'), name === 'missing' ? 'no token in this tab' : words.join(' · '));
    setText(part('network-state'), network.isOnline ? 'Network: there' : 'Network: cut');
    for (const name of ['reload', 'close'])
      (part(name) as HTMLButtonElement).disabled = !tabs.open().length;
    (part('reopen') as HTMLButtonElement).disabled = !tabs.canReopen();
    void source.show(page?.location.href);
  }

  function showSteps(current: Playground): void {
    const step = stepOf(current);
    setText(part('next'), NEXT[step]);
    for (const item of root.querySelectorAll<HTMLElement>('[data-step]'))
      if (item.dataset.step === step) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
  }

  const onPress = (name: string, action: () => Promise<void> | void) => {
    part(name).addEventListener('click', () => {
      void Promise.resolve(action()).then(() => playground.refresh());
    });
  };
  onPress('next', () => takeStep(playground));
  onPress('reset', () => playground.reset());
  onPress('reload', () => {
    say(playground, 'Load the page again.');
    playground.reload();
  });
  onPress('close', () => {
    say(playground, 'Close the tab.');
    playground.tabs.close();
  });
  onPress('reopen', () => {
    say(playground, 'Reopen the closed tab.');
    playground.tabs.reopen();
  });
  onPress('copy', async () => {
    await navigator.clipboard.writeText(source.text());
    setText(part('copied'), 'Copied');
  });
  for (const { name, run } of BREAKS) onPress(`break-${name}`, () => run(playground));
  for (const list of root.querySelectorAll<HTMLElement>('[role=tablist]')) connectPanels(list);
  root.dataset.ready = '';
  void playground.refresh();
}
