/** The path of the page that is shown. */
export const route = $state({ path: location.pathname });

/** Shows the page of a link without loading another document. */
export function followLink(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  history.pushState({}, '', link.href);
  showPage();
}

/** Shows the page of the address, as after the back button. */
export function showPage() {
  route.path = location.pathname;
}
