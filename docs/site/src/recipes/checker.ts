import { checkAddress, findTool } from '../../../../src/recipes/index.ts';
import type { Verdict } from '../../../../src/recipes/index.ts';
import { choiceIn, queryOf } from './choice.ts';
import { fieldOf, fillForm, readForm } from './form.ts';
import { keepQuery } from './keep-query.ts';
import { element } from './markup.ts';

const MARKS: Readonly<Record<Verdict['level'], readonly [icon: string, word: string]>> = {
  error: ['✕', 'Error'],
  warning: ['!', 'Warning'],
  ok: ['✓', 'OK'],
};

const KINDS = {
  end: 'An address at the end of a survey, on the service.',
  page: 'An address at the end of a survey, on a page of your own.',
  endlink: 'An endlink URL, for the marketplace.',
} as const;

/** Lets a form check the address that is pasted into it. Nothing is sent, and the address is kept nowhere. */
export function startChecker(root: HTMLElement): void {
  const form = root.querySelector('form');
  const output = root.querySelector<HTMLElement>('[data-output]');
  const status = root.querySelector('[role="status"]');
  if (!form || !output || !status) return;

  const update = () => {
    const choice = readForm(form);
    // The pasted address may hold a token: it never stands in the address of this page.
    keepQuery(queryOf(choice));
    const address = fieldOf(form, 'address')?.value ?? '';
    if (!address.trim()) {
      status.textContent = '';
      output.replaceChildren();
      return;
    }
    const { kind, verdicts } = checkAddress(address, {
      tool: findTool(choice.tool),
      serviceUrl: choice.serviceUrl,
      tokenParam: choice.tokenParam,
    });
    status.textContent = `${KINDS[kind]} ${summaryOf(verdicts)}`;
    output.replaceChildren(element('ul', { class: 'verdicts' }, verdicts.map(verdictItem)));
  };

  fillForm(form, choiceIn(location.search));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', update);
  addEventListener('pageshow', update);
  update();
}

function summaryOf(verdicts: readonly Verdict[]): string {
  const count = (level: Verdict['level']) => verdicts.filter((one) => one.level === level).length;
  const errors = count('error');
  const warnings = count('warning');
  if (errors) return `${errors} ${errors === 1 ? 'error' : 'errors'}: outcomes will be lost.`;
  if (warnings)
    return `No error, and ${warnings} ${warnings === 1 ? 'thing' : 'things'} to look at.`;
  return 'No error found.';
}

function verdictItem({ level, sentence, advice }: Verdict): HTMLElement {
  const [icon, word] = MARKS[level];
  return element('li', { 'data-level': level }, [
    element('span', { class: 'verdict-icon', 'aria-hidden': 'true' }, [icon]),
    element('p', {}, [
      element('strong', {}, [`${word}: `]),
      sentence,
      ...(advice ? [' ', advice] : []),
    ]),
  ]);
}
