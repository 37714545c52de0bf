import { useRef, useState } from 'react';
import type { Outcome } from 'vaultlink/endlink';
import { EndlinkFinish, useEndlink, useVault, VaultConnect, VaultPush } from 'vaultlink/react';
import type {
  EndlinkFinishElement,
  EndlinkFinishProps,
  VaultConnectElement,
} from 'vaultlink/react';

export function Done() {
  const [outcome, setOutcome] = useState<Outcome>();
  const finish = useRef<EndlinkFinishElement>(null);
  const { state, sellerId } = useEndlink();
  const shared: EndlinkFinishProps = { via: 'relay', relayUrl: '/vault/endlinks' };
  return (
    <main onClick={() => setOutcome('complete')} title={sellerId} hidden={state === 'missing'}>
      <EndlinkFinish
        {...shared}
        key="finish"
        ref={finish}
        id="finish"
        className="wide"
        style={{ margin: 0 }}
        aria-label="The end"
        data-of="survey"
        slot="end"
        hidden={false}
        onClick={(event) => event.currentTarget.report()}
        outcome={outcome}
        baseUrl="https://service.example"
        test="on"
        manual
        onEndlinkReporting={(event) => event.preventDefault()}
        onEndlinkConfirmed={(event) => console.log(event.detail.state, event.detail.attempts)}
        onEndlinkRejected={({ detail }) => console.log(detail.status?.toFixed(), detail.body)}
      >
        <p slot="confirmed">Thank you.</p>
      </EndlinkFinish>
      <EndlinkFinish ref={(element) => void element?.report()} onEndlinkConfirmed={undefined} />
      <button onClick={() => void finish.current?.report({ via: 'redirect' })}>Finish</button>
    </main>
  );
}

export function Profile() {
  const { state, session } = useVault({ bffUrl: '/vault' });
  const connect = useRef<VaultConnectElement>(null);
  return (
    <>
      <VaultConnect
        ref={connect}
        display="popup"
        bffUrl="/vault"
        returnTo="/profile"
        onVaultConnected={({ detail }) => console.log(detail.connected, session?.expires_at)}
        onVaultFailed={({ detail }) => console.log(detail.error === 'service_error')}
      />
      <VaultPush packetId="coffee" onVaultPushed={({ detail }) => console.log(detail.message)}>
        <form hidden={state !== 'connected'}>
          <input name="drink" />
        </form>
      </VaultPush>
    </>
  );
}
