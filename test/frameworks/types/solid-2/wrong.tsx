import 'vaultlink/elements';
import type {} from 'vaultlink/solid-2';

const outcome = () => 'complete' as string;

export const wrong = [
  // @ts-expect-error not one of the outcomes
  <endlink-finish outcome="completed" />,
  // @ts-expect-error any text
  <endlink-finish outcome={outcome()} />,
  // @ts-expect-error not a way to report
  <endlink-finish prop:via="beacon" />,
  // @ts-expect-error a dry run has other names
  <endlink-finish test="true" />,
  // @ts-expect-error no text
  <endlink-finish manual="false" />,
  // @ts-expect-error no number
  <endlink-finish base-url={1} />,
  // @ts-expect-error no attribute
  <endlink-finish baseUrl="https://service.example" />,
  // @ts-expect-error only read
  <endlink-finish prop:state="confirmed" />,
  // @ts-expect-error another element's detail
  <endlink-finish onEndlink-confirmed={({ detail }) => detail.sellers_packet} />,
  // @ts-expect-error not a way to show the window
  <vault-connect display="modal" />,
  // @ts-expect-error no such error
  <vault-connect onVault-failed={({ detail }) => detail.error === 'oops'} />,
  // @ts-expect-error an event without that detail
  <vault-push onVault-pushing={(event: CustomEvent<{ id: number }>) => event.detail.id} />,
];
