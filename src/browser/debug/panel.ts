import type { Row } from './describe.ts';
import { styles } from './panel-style.ts';

/** The panel on the page. */
export interface Panel {
  /** Shows these rows; unchanged rows stay as they are. */
  show(rows: readonly Row[], isTest: boolean): void;
}

const MARKS = { ok: '✓', no: '!', info: 'i' } as const;
const MARK_NAMES = { ok: 'right', no: 'problem', info: 'note' } as const;

/** Remembers that the panel was closed, so that it does not cover the next page. */
const CLOSED_KEY = 'vaultlink-check-closed';

/**
 * Adds the panel to the page. Its styles and elements are in a shadow root, and none needs an exception in a Content Security Policy.
 *
 * @param copyText what the button copies
 */
export function createPanel(copyText: () => string): Panel {
  const host = document.createElement('vaultlink-self-check');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];

  const region = create('section', { ariaLabel: 'Vaultlink self-check' });
  const details = create('details', { open: !isClosed() });
  const summary = create('summary', {});
  const title = create('span', { textContent: 'Self-check' });
  const count = create('span', { className: 'count' });
  const test = create('strong', { className: 'test', textContent: 'TEST', hidden: true });
  const list = create('dl', { tabIndex: 0, ariaLabel: 'Results' });
  const note = create('p', { className: 'note' });
  note.setAttribute('role', 'status');
  const copy = create('button', { type: 'button', textContent: 'Copy as text' });
  const copied = create('textarea', { readOnly: true, hidden: true, ariaLabel: 'Self-check' });

  summary.append(title, test, count);
  details.append(summary, list, copy, note, copied);
  region.append(details);
  root.append(region);
  // The event `toggle` comes in a later task, and the page may be left before that. At this event, the details are not toggled yet.
  summary.addEventListener('click', () => rememberClosed(details.open));
  copy.addEventListener('click', () => {
    void copyToClipboard(copyText(), copied).then((sentence) => (note.textContent = sentence));
  });
  (document.body ?? document.documentElement).append(host);

  let shown = '';
  return {
    show(rows, isTest) {
      // Some frameworks replace the body.
      if (!host.isConnected) document.documentElement.append(host);
      test.hidden = !isTest;
      const text = JSON.stringify(rows);
      if (text === shown) return;
      shown = text;
      const problems = rows.filter(({ mark }) => mark === 'no').length;
      count.textContent =
        problems === 0 ? 'no problem' : `${problems} problem${problems === 1 ? '' : 's'}`;
      count.dataset.mark = problems ? 'no' : 'ok';
      list.replaceChildren(...rows.map(rowElement));
    },
  };
}

function rowElement({ label, mark, text }: Row): HTMLElement {
  const line = create('div', {});
  line.dataset.mark = mark;
  const sign = create('span', { className: 'mark', textContent: MARKS[mark] });
  sign.setAttribute('role', 'img');
  sign.ariaLabel = MARK_NAMES[mark];
  const term = create('dt', {});
  term.append(sign, label);
  line.append(term, create('dd', { textContent: text }));
  return line;
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

/** Copies text, or shows it selected where the clipboard is not allowed. */
async function copyToClipboard(text: string, field: HTMLTextAreaElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied, without the token.';
  } catch {
    field.value = text;
    field.hidden = false;
    field.select();
    return 'The browser does not allow copying. Copy the selected text.';
  }
}

function isClosed(): boolean {
  try {
    return sessionStorage.getItem(CLOSED_KEY) !== null;
  } catch {
    return false;
  }
}

function rememberClosed(isClosedNow: boolean): void {
  try {
    if (isClosedNow) sessionStorage.setItem(CLOSED_KEY, 'yes');
    else sessionStorage.removeItem(CLOSED_KEY);
  } catch {
    // The storage is blocked: the panel is open on each page.
  }
}
