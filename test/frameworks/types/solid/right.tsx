import { createSignal, from } from 'solid-js';
import 'vaultlink/elements';
import type { EndlinkFinish } from 'vaultlink/elements';
import { endlinkState, subscribeToEndlink } from 'vaultlink/endlink';
import type { EndlinkState, Outcome } from 'vaultlink/endlink';
import type {} from 'vaultlink/solid';
import { vaultConnection } from 'vaultlink/vault';

export function Done() {
  const [outcome, setOutcome] = createSignal<Outcome>();
  let finish: EndlinkFinish | undefined;
  const endlink: () => EndlinkState = from(subscribeToEndlink, endlinkState());
  return (
    <main
      onClick={() => setOutcome('complete')}
      on:endlink-missing={({ detail }) => console.log(detail)}
    >
      <endlink-finish
        ref={finish}
        id="finish"
        class="wide"
        classList={{ wide: true }}
        style={{ margin: 0 }}
        aria-label="The end"
        slot="end"
        hidden={false}
        onClick={(event) => void event.currentTarget.report()}
        outcome={outcome()}
        via="relay"
        base-url="https://service.example"
        attr:relay-url="/vault/endlinks"
        prop:test="on"
        manual
        preview="rejected"
        on:endlink-reporting={(event) => event.preventDefault()}
        on:endlink-confirmed={(event) => console.log(event.detail.state, event.currentTarget.state)}
      >
        <p slot="confirmed">Thank you.</p>
      </endlink-finish>
      <button onClick={() => void finish?.report({ via: 'redirect' })}>{endlink().state}</button>
    </main>
  );
}

export function Profile() {
  const connection = vaultConnection();
  const vault = from(connection.subscribe, connection.snapshot);
  return (
    <>
      <output>{vault().state}</output>
      <vault-connect
        display="popup"
        bff-url="/vault"
        prop:returnTo="/profile"
        on:vault-connected={({ detail }) => console.log(detail.connected)}
        on:vault-failed={({ detail }) => console.log(detail.error === 'service_error')}
      />
      <vault-push packet-id="coffee" on:vault-pushed={({ detail }) => console.log(detail.message)}>
        <form>
          <input name="drink" />
        </form>
      </vault-push>
    </>
  );
}
