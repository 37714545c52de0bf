import 'vaultlink/elements';
import type { EndlinkFinish } from 'vaultlink/elements';
import type { Outcome } from 'vaultlink/endlink';
import type {} from 'vaultlink/solid-2';

declare const outcome: () => Outcome | undefined;

export function Done() {
  let finish: EndlinkFinish | undefined;
  return (
    <main>
      <endlink-finish
        ref={(element) => (finish = element)}
        id="finish"
        class={['wide', { high: true }]}
        style={{ margin: 0 }}
        aria-label="The end"
        slot="end"
        hidden={false}
        onClick={(event) => void event.currentTarget.report()}
        outcome={outcome()}
        via="relay"
        base-url="https://service.example"
        prop:relayUrl="/vault/endlinks"
        test="on"
        manual
        preview="rejected"
        onEndlink-reporting={(event) => event.preventDefault()}
        onEndlink-confirmed={(event) => console.log(event.detail.state, event.currentTarget.state)}
      >
        <p slot="confirmed">Thank you.</p>
      </endlink-finish>
      <button onClick={() => void finish?.report({ via: 'redirect' })}>Finish</button>
    </main>
  );
}

export const Profile = () => (
  <>
    <vault-connect
      display="popup"
      bff-url="/vault"
      prop:returnTo="/profile"
      onVault-connected={({ detail }) => console.log(detail.connected)}
      onVault-failed={({ detail }) => console.log(detail.error === 'service_error')}
    />
    <vault-push packet-id="coffee" onVault-pushed={({ detail }) => console.log(detail.message)}>
      <form>
        <input name="drink" />
      </form>
    </vault-push>
  </>
);
