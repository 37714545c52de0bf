import { useRef } from 'react';
import { EndlinkFinish, useEndlink, useVault, VaultConnect, VaultPush } from 'vaultlink/react';

const outcome: string = 'complete';

export const wrong = [
  // @ts-expect-error not one of the outcomes
  <EndlinkFinish outcome="completed" />,
  // @ts-expect-error any text
  <EndlinkFinish outcome={outcome} />,
  // @ts-expect-error not a way to report
  <EndlinkFinish via="beacon" />,
  // @ts-expect-error no text
  <EndlinkFinish manual="false" />,
  // @ts-expect-error the prop is baseUrl
  <EndlinkFinish base-url={1} baseURL="https://service.example" />,
  // @ts-expect-error only read
  <EndlinkFinish state="confirmed" />,
  // @ts-expect-error no such event
  <EndlinkFinish onEndlinkDone={() => undefined} />,
  // @ts-expect-error another element's event
  <EndlinkFinish onVaultPushed={() => undefined} />,
  // @ts-expect-error another element's detail
  <EndlinkFinish onEndlinkConfirmed={({ detail }) => detail.sellers_packet} />,
  // @ts-expect-error not a way to show the window
  <VaultConnect display="modal" />,
  // @ts-expect-error no such error
  <VaultConnect onVaultFailed={({ detail }) => detail.error === 'oops'} />,
  // @ts-expect-error an event without that detail
  <VaultPush onVaultPushing={(event: CustomEvent<{ id: number }>) => event.detail.id} />,
];

export function Wrong() {
  const div = useRef<HTMLDivElement>(null);
  // @ts-expect-error no such state
  console.log(useEndlink().state === 'done', useVault().state);
  // @ts-expect-error no such state
  console.log(useVault().state === 'open');
  // @ts-expect-error no such option
  useVault({ backend: '/vault' });
  // @ts-expect-error the ref of another element
  return <EndlinkFinish ref={div} />;
}
