/**
 * Shows the state of the script tag in this tab, and updates it after changes. The state never holds the token itself. Runs in the page.
 *
 * The server sends the source of this function, so it must use nothing from outside itself.
 */
export function showState(): void {
  interface Tag {
    subscribe(listener: (state: { state: string }) => void): void;
  }

  const sentences: Record<string, string> = {
    waiting: 'Your place is kept. Nothing has been reported yet.',
    reporting: 'We are telling the marketplace.',
    accepted: 'We have it, and pass it on to the marketplace. You may close this page.',
    confirmed: 'The marketplace knows. You may close this page.',
    rejected: 'The marketplace did not accept this. Your link may have been used before.',
    unknown: 'Not confirmed yet. Please keep this page open.',
    missing: 'This page was opened without a link from the marketplace.',
    expired: 'Your link is more than one hour old.',
  };

  const tag = (window as unknown as { vaultlink: Tag }).vaultlink;
  const show = ({ state, ...rest }: { state: string }) => {
    for (const place of document.querySelectorAll<HTMLElement>('[data-show-state]')) {
      place.dataset.state = state;
      place.textContent =
        place.dataset.showState === 'sentence'
          ? (sentences[state] ?? state)
          : JSON.stringify({ state, ...rest }, null, 2);
    }
  };
  tag.subscribe(show);
}
