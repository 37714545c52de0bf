import type { Finding, Verdict } from '../../../../src/findings/index.ts';
import { ADDRESS_KINDS, checkAddress, findTool } from '../../../../src/recipes/index.ts';
import { choiceIn, queryOf } from './choice.ts';
import { fieldOf, fillForm, readForm } from './form.ts';
import { keepQuery } from './keep-query.ts';
import { element } from './markup.ts';

const ICONS: Readonly<Record<Verdict, string>> = {
  failed: '✕',
  warning: '!',
  ok: '✓',
  'not checked': '?',
};

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
    const { kind, findings, assumption } = checkAddress(address, {
      tool: findTool(choice.tool),
      serviceUrl: choice.serviceUrl,
      tokenParam: choice.tokenParam,
    });
    status.textContent = `${ADDRESS_KINDS[kind]} ${summaryOf(findings)}`;
    output.replaceChildren(
      element('ul', { class: 'findings' }, findings.map(findingItem)),
      ...(assumption
        ? [element('p', {}, [`${assumption} For another parameter, enter it above.`])]
        : []),
    );
  };

  fillForm(form, choiceIn(location.search));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', update);
  addEventListener('pageshow', update);
  update();
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
  const failures = count('failed');
  const warnings = count('warning');
  if (failures) return `${failures} failed: outcomes will be lost.`;
  if (warnings)
    return `Nothing failed, and ${warnings} ${warnings === 1 ? 'thing' : 'things'} to look at.`;
  return 'Nothing failed.';
}

function findingItem({ title, verdict, cause, remedy }: Finding): HTMLElement {
  return element('li', { 'data-verdict': verdict }, [
    element('span', { class: 'finding-icon', 'aria-hidden': 'true' }, [ICONS[verdict]]),
    element('p', {}, [
      element('strong', {}, [`${title}, ${verdict}: `]),
      [cause, ...remedy].join(' '),
    ]),
  ]);
}
