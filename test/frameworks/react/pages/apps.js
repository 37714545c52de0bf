// The apps of the tests. They are rendered on a server too, so they have no JSX, which Node does not read.
import { createElement as h, Fragment, Suspense, use, useLayoutEffect, useState } from 'react';
import { EndlinkFinish, useEndlink, useVault, VaultConnect, VaultPush } from 'vaultlink/react';

/** What the handlers of an app have been called with, and which of its renders gave them. */
const heard = (globalThis.heard = []);
const hear = (event, render) =>
  heard.push({
    type: event.type,
    state: event.detail.state,
    target: event.target?.localName,
    render,
  });

/** Renders again, so often that a handler of an early render would be noticed. */
function useRenders() {
  const [count, setCount] = useState(1);
  globalThis.renderAgain = () => setCount((before) => before + 1);
  return count;
}

/** An element with props of each kind. */
export function Finish() {
  const render = useRenders();
  const [outcome, setOutcome] = useState('complete');
  globalThis.setOutcome = setOutcome;
  return h(
    EndlinkFinish,
    {
      outcome,
      relayUrl: '/elsewhere',
      className: 'finish',
      id: 'finish',
      title: 'The end',
      'data-kind': 'survey',
      style: { color: 'green' },
      ref: (element) => void (globalThis.element = element),
      onClick: () => heard.push({ type: 'click', render }),
      onEndlinkConfirmed: (event) => hear(event, render),
    },
    h('p', { slot: 'confirmed' }, 'Thank you!'),
  );
}

/** An element whose outcome comes late, and which can be mounted again. */
export function Late() {
  const [outcome, setOutcome] = useState();
  const [key, setKey] = useState(1);
  Object.assign(globalThis, { setOutcome, setKey });
  return h(EndlinkFinish, {
    key,
    outcome,
    manual: outcome === undefined,
    onEndlinkConfirmed: (event) => hear(event, key),
  });
}

/** An element that `<Suspense>` hides while a promise is pending. */
export function Suspended() {
  const [promise, setPromise] = useState();
  globalThis.suspend = () => setPromise(new Promise((resolve) => (globalThis.resume = resolve)));
  return h(
    Suspense,
    { fallback: h('p', null, 'Please wait') },
    h(EndlinkFinish, { outcome: 'complete', onEndlinkConfirmed: (event) => hear(event) }),
    promise && h(Wait, { promise }),
  );
}

const Wait = ({ promise }) => use(promise) ?? null;

/** A handler that holds the report back. */
export function HeldBack() {
  return h(EndlinkFinish, {
    outcome: 'fail',
    onEndlinkReporting: (event) => {
      event.preventDefault();
      hear(event);
    },
  });
}

/** The outcome is known in the browser only. */
export function Mismatch() {
  return h(EndlinkFinish, {
    outcome: typeof window === 'undefined' ? undefined : 'screenout',
    onEndlinkConfirmed: (event) => hear(event),
  });
}

/** The state of the token, in two components. */
export function States() {
  useRenders();
  return h(Fragment, null, h(State, { id: 'one' }), h(State, { id: 'two' }));
}

function State({ id }) {
  const endlink = useEndlink();
  (globalThis.snapshots ??= new Set()).add(endlink);
  return h('output', { id }, endlink.state);
}

/** The connection to one backend, and beside it that to the backend which was chosen last. */
export function Moved() {
  const [bffUrl, setBffUrl] = useState('/vault');
  return h(
    Fragment,
    null,
    h('output', { id: 'first' }, useVault().state),
    h('output', { id: 'moved' }, useVault({ bffUrl }).state),
    h('button', { onClick: () => setBffUrl('/other') }, 'Another backend'),
  );
}

/** A profile. */
export function Profile({ packetId }) {
  const render = useRenders();
  const [isMounted, setIsMounted] = useState(true);
  globalThis.unmount = () => setIsMounted(false);
  const vault = useVault({ bffUrl: '/vault' });
  const connect = h(VaultConnect, {
    onVaultConnected: (event) => hear(event, render),
    onVaultDisconnected: (event) => hear(event, render),
  });
  const push = h(
    VaultPush,
    { packetId, onVaultPushed: (event) => hear(event, render) },
    h(
      'form',
      null,
      h('label', null, 'What do you drink? ', h('input', { name: 'drink' })),
      h('button', null, 'Save'),
    ),
  );
  return h(Fragment, null, h('output', null, vault.state), connect, isMounted && push);
}

/** A form whose answers a handler completes. */
export function Completed({ packetId }) {
  return h(
    VaultPush,
    {
      packetId,
      onVaultPushing: (event) => {
        event.detail.answers.cups = 'Two';
        hear(event);
      },
    },
    h('form', null, h('input', { name: 'drink', defaultValue: 'Tea' }), h('button', null, 'Save')),
  );
}

/** A router that changes the address in a layout effect, around a component that follows the endlink, and what happens in which order. */
export function Routed() {
  const order = (globalThis.order ??= []);
  useLayoutEffect(() => {
    order.push(`router ${location.search ? 'with' : 'without'} a query`);
    history.replaceState(null, '', '/app?view=survey');
  }, []);
  return h(Fragment, null, h(Following));
}

function Following() {
  const before = history.replaceState;
  history.replaceState = () => globalThis.order.push('replaceState while rendering');
  const { state } = useEndlink();
  history.replaceState = before;
  return h('output', null, state);
}
