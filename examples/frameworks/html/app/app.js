import { captureEndlink, subscribeToEndlink } from 'vaultlink/endlink';
import { vaultConnection } from 'vaultlink/vault';
import 'vaultlink/elements';

captureEndlink({ baseUrl: 'http://127.0.0.1:4800' });

const find = (selector) => document.querySelector(selector);
const show = (id, text) => (find(`#${id}`).textContent = text);

subscribeToEndlink(({ state }) => show('endlink-state', state));

let unsubscribe;

/** What the script of a page does, by its path. */
const scripts = {
  '/late'() {
    find('#decide').onclick = async () => {
      // Such as your server's answer.
      find('endlink-finish').outcome = await Promise.resolve('screenout');
    };
  },
  '/bound'() {
    find('#outcome').onchange = ({ target }) => {
      find('endlink-finish').outcome = target.value || undefined;
    };
  },
  '/remount'() {
    const end = find('#end');
    const element = find('endlink-finish');
    find('#toggle').onclick = ({ target }) => {
      if (element.isConnected) element.remove();
      else end.append(element);
      target.textContent = element.isConnected ? 'Hide' : 'Show';
    };
  },
  '/profile'() {
    unsubscribe = vaultConnection().subscribe(({ state }) => show('vault-state', state));
  },
};

function showPage() {
  unsubscribe?.();
  unsubscribe = undefined;
  const { pathname } = location;
  const template = find(`template[data-path="${pathname}"]`);
  find('main').replaceChildren(template.content.cloneNode(true));
  scripts[pathname]?.();
}

for (const type of ['endlink-confirmed', 'endlink-missing', 'vault-connected', 'vault-pushed']) {
  document.addEventListener(type, () => show('last-event', type));
}

addEventListener('popstate', showPage);
document.addEventListener('click', (event) => {
  const link = event.target.closest('main a');
  if (!link) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  showPage();
});
showPage();
