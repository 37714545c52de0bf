/**
 * Copies the text of the element that `data-copy` names. Selects the text if the browser refuses. Runs in the page.
 *
 * The server sends the source of this function, so it must use nothing from outside itself.
 */
export function copy(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = document.getElementById(button.dataset.copy ?? '');
    if (!source) continue;
    const select = () => {
      getSelection()?.selectAllChildren(source);
      button.textContent = 'Selected: copy it now';
    };
    button.hidden = false;
    button.addEventListener('click', () => {
      // Only secure contexts have a clipboard.
      const { clipboard } = navigator as Partial<Navigator>;
      if (!clipboard) {
        select();
        return;
      }
      clipboard.writeText(source.textContent).then(() => {
        button.textContent = 'Copied';
      }, select);
    });
  }
}
