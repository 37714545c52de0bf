// Shows what a page can know. The tag works without any of it.
const show = (id, text) => {
  const output = document.getElementById(id);
  if (output) output.textContent = text;
};

(window.vaultlink ||= []).push((vaultlink) => {
  vaultlink.subscribe(({ state }) => show('endlink-state', state));
});

for (const type of ['endlink-confirmed', 'endlink-rejected', 'endlink-missing', 'vault-pushed']) {
  document.addEventListener(type, () => show('last-event', type));
}
for (const type of ['vault-connected', 'vault-disconnected', 'vault-denied', 'vault-failed']) {
  document.addEventListener(type, ({ target }) => {
    show('last-event', type);
    show('vault-state', target.state);
  });
}
