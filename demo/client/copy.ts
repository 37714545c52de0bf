/**
 * Runs in the page: copies the text of the element that `data-copy` names. Where the browser does not let it, selects that text instead.
 *
 * Served as its own text, so it uses nothing from outside itself.
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
      // Only pages of this machine and of https have a clipboard.
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
