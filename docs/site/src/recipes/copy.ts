import type { Piece } from '../../../../src/recipes/index.ts';
import { element, nodesOf } from './markup.ts';

/**
 * Returns a text with a button that copies it. Without the clipboard the button selects the text.
 *
 * @param announce tells people who do not see the button what happened
 */
export function copyable(
  { id, title, text }: Piece,
  announce: (sentence: string) => void,
): HTMLElement {
  const code = element('code', {}, [text]);
  const label = element('p', { id: `piece-${id}`, class: 'recipe-label' }, nodesOf(title));
  const button = element('button', { type: 'button', 'aria-describedby': label.id }, ['Copy']);
  button.addEventListener('click', () => {
    void copy(text, code).then((isCopied) => {
      announce(
        isCopied
          ? `Copied: ${label.textContent}.`
          : 'The browser does not allow copying here. The text is selected: copy it with the keyboard.',
      );
      button.textContent = isCopied ? 'Copied' : 'Selected';
    });
  });
  button.addEventListener('blur', () => {
    button.textContent = 'Copy';
  });
  const block = element('pre', {}, [code]);
  return element('div', { class: 'recipe-piece', 'data-piece': id }, [
    element('div', { class: 'recipe-head' }, [label, button]),
    block,
  ]);
}

async function copy(text: string, shown: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused, or not there without https.
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}
