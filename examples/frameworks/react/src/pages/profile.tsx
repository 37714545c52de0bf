import { useState } from 'react';
import { useVault, VaultConnect, VaultPush } from 'vaultlink/react';

export function Profile() {
  const vault = useVault();
  const [lastEvent, setLastEvent] = useState('');
  return (
    <>
      <h1>Your profile</h1>
      <VaultConnect onVaultConnected={(event) => setLastEvent(event.type)} />
      <VaultPush
        packetId="coffee-profile"
        onVaultPushed={(event) => setLastEvent(event.type)}
        onVaultPushFailed={(event) => setLastEvent(event.detail.error)}
      >
        <form>
          <label>
            What do you drink? <input name="drink" />
          </label>
          <button type="submit">Save</button>
        </form>
      </VaultPush>
      <p>
        Your vault: <output id="vault-state">{vault.state}</output>
      </p>
      <output id="last-event">{lastEvent}</output>
    </>
  );
}
