import 'vaultlink/elements';
import type { EndlinkFinish } from 'vaultlink/elements';
import type { EndlinkEvent } from 'vaultlink/endlink';
import type { VaultPushedEvent } from 'vaultlink/vault';

const finish: EndlinkFinish = document.createElement('endlink-finish');
finish.outcome = 'screenout';
finish.via = 'redirect';
finish.test = 'confirmed';
finish.manual = true;
finish.preview = 'rejected';
const state: 'confirmed' | undefined = finish.state === 'confirmed' ? finish.state : undefined;
void finish.report({ via: 'fetch' }).then(({ attempts }) => attempts?.toFixed());

finish.addEventListener('endlink-confirmed', (event) => {
  const confirmed: EndlinkEvent = event;
  const name: 'confirmed' | false = event.detail.state === 'confirmed' && event.detail.state;
  console.log(confirmed.detail.status?.toFixed(), name, state);
});

// The events bubble.
document.addEventListener('vault-pushed', (event) => {
  const pushed: VaultPushedEvent = event;
  console.log(pushed.detail.message.length, event.detail.sellers_packet);
});
document.body.addEventListener('vault-push-failed', ({ detail }) => console.log(detail.error));

const connect = document.querySelector('vault-connect');
connect?.addEventListener('vault-connected', ({ detail }) => console.log(detail.connected));
connect?.connect();
if (connect) connect.display = 'popup';

const push = document.querySelector('vault-push');
push?.addEventListener('vault-pushing', (event) => {
  event.detail.answers = { drink: 'tea' };
  event.preventDefault();
});
