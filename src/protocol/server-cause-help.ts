import type { CauseHelp } from './causes.ts';

/** Help for the causes that lie with the servers of a visit: those of the pages, of the service and of a relay. */
export const SERVER_CAUSE_HELP = {
  'page-unreachable': {
    title: 'The landing page cannot be opened',
    seen: 'The landing page could not be opened: {reason}.',
    remedy: 'Check the address, and whether this machine can reach it.',
  },
  'bot-wall': {
    title: 'A bot protection answers in the place of a page',
    seen: '{page}{titled} has no script tag, and asks whether its visitor is human.',
    remedy:
      'If that is a bot protection, let this check through it. If sellers see it too, have it keep the URL parameters. If the page is yours, put the tag on it.',
  },
  'page-status': {
    title: 'The landing page answers with an error',
    seen: 'The landing page answered with status {status}.',
    remedy: 'Sellers must be able to open this address without logging in.',
  },
  'page-certificate': {
    title: 'Browsers refuse the certificate of your pages',
    seen: 'Browsers refuse the certificate of {origin}: {problem}.',
    remedy:
      'Renew or replace the certificate: a seller sees a warning of the browser, and not your page.',
  },
  'page-certificate-local': {
    title: 'Browsers refuse the certificate of this machine',
    seen: 'Browsers refuse the certificate of {origin}: {problem}.',
    remedy:
      'The visit went on without it. Before sellers come, this address needs a certificate that browsers trust.',
    isWarning: true,
  },
  'service-own-site': {
    title: 'A report went to your own site',
    seen: 'data-base-url names your own site: the report went to {origin}, and not to the service.',
    remedy:
      'Set data-base-url to the address of the service. If your server passes reports on, use data-via="relay".',
    see: 'script-tag.md#data-via',
  },
  'service-unknown-host': {
    title: 'The host of the service does not exist',
    seen: '{name} names a host that does not exist, as far as this machine can tell: {host}{code}.',
    remedy:
      'Copy the host name in {name} from the developer settings of the marketplace. A name from the docs, such as service.example, is a placeholder. A network that reaches the web only through a proxy looks the same.',
  },
  'service-refused': {
    title: 'Nobody answers at the address of the service',
    seen: 'Nobody answers at {origin}, the address in {name}{code}.',
    remedy: 'Correct host and port in {name}. A server on this machine has to run.',
  },
  'service-no-answer': {
    title: 'The service cannot be reached from here',
    seen: '{origin}, the address in {name}, did not answer this machine{code}.',
    remedy:
      'Correct {name}, or run the check where the address can be reached: a firewall or a missing network looks the same.',
  },
  'service-certificate': {
    title: 'Browsers refuse the certificate of the service',
    seen: 'Browsers refuse the certificate of {origin}, the address in {name}: {problem}.',
    remedy:
      'Is the host name in {name} right? If it is, the operator of that server has to renew the certificate. For an authority of your own, set NODE_EXTRA_CA_CERTS.',
  },
  'service-no-tls': {
    title: 'The service does not speak https there',
    seen: '{origin}, the address in {name}, takes connections, but does not speak https{code}.',
    remedy:
      'Correct the port in {name}: https needs a server that speaks TLS. For a server on this machine that speaks http, write http://.',
  },
  'relay-missing': {
    title: 'There is no relay',
    seen: 'The pages report to {address}, which is no relay: it answers with status {status}.',
    remedy:
      'Set data-relay-url to the address of your backend, and switch the relay on there: VAULTLINK_RELAY=on.',
    see: 'script-tag.md#data-relay-url',
  },
  'relay-forbids-page': {
    title: 'The relay does not allow the page',
    seen: '{address} does not allow pages of {origin} to report.',
    remedy:
      'Add {origin} to VAULTLINK_ALLOWED_ORIGINS (allowedOrigins). A relay of your own sends it as Access-Control-Allow-Origin.',
    see: 'configuration.md#vaultlink_allowed_origins',
  },
  'service-local': {
    title: 'The service is on this machine',
    seen: '{origin} is on this machine or in its network: sellers cannot reach it.',
    remedy:
      'Before sellers come, set {name} to the public address. With --live, this is a failure.',
    isWarning: true,
  },
  'service-local-live': {
    title: 'Sellers cannot reach the service',
    seen: '{origin} is on this machine or in its network: sellers cannot reach it.',
    remedy: 'Set {name} to the public address.',
  },
} satisfies Record<string, CauseHelp>;
