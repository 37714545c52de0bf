import { createSignal, from } from 'solid-js';
import { vaultConnection } from 'vaultlink/vault';

export function Profile() {
  const connection = vaultConnection();
  const vault = from(connection.subscribe, connection.snapshot);
  const [lastEvent, setLastEvent] = createSignal('');
  return (
    <>
      <h1>Your profile</h1>
      <vault-connect on:vault-connected={(event) => setLastEvent(event.type)} />
      <vault-push packet-id="coffee-profile" on:vault-pushed={(event) => setLastEvent(event.type)}>
        <form method="dialog">
          <label>
            What do you drink? <input name="drink" />
          </label>
          <button>Save</button>
        </form>
      </vault-push>
      <p>
        Your vault: <output id="vault-state">{vault().state}</output>
      </p>
      <p>
        Last event: <output id="last-event">{lastEvent()}</output>
      </p>
    </>
  );
}
