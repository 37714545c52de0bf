import { useRef, useState } from 'react';
import 'vaultlink/elements';
import type { EndlinkFinish } from 'vaultlink/elements';
import type { Outcome } from 'vaultlink/endlink';
import type {} from 'vaultlink/react';

export function Done() {
  const [outcome, setOutcome] = useState<Outcome>();
  const finish = useRef<EndlinkFinish>(null);
  return (
    <main onClick={() => setOutcome('complete')}>
      <endlink-finish
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
        via="relay"
        base-url="https://service.example"
        relay-url="/vault/endlinks"
        test="on"
        manual
        preview="rejected"
        onendlink-reporting={(event) => event.preventDefault()}
        onendlink-confirmed={(event) => console.log(event.detail.state, event.detail.attempts)}
        onendlink-rejected={({ detail }) => console.log(detail.status?.toFixed(), detail.body)}
      >
        <p slot="confirmed">Thank you.</p>
      </endlink-finish>
      <endlink-finish class="wide" outcome={null} onendlink-confirmed={undefined} />
      <button onClick={() => void finish.current?.report({ via: 'redirect' })}>Finish</button>
    </main>
  );
}

export const Profile = () => (
  <>
    <vault-connect
      display="popup"
      bff-url="/vault"
      return-to="/profile"
      onvault-connected={({ detail }) => console.log(detail.connected)}
      onvault-failed={({ detail }) => console.log(detail.error === 'service_error')}
    />
    <vault-push packet-id="coffee" onvault-pushed={({ detail }) => console.log(detail.message)}>
      <form>
        <input name="drink" />
      </form>
    </vault-push>
  </>
);
