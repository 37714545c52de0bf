import { notChecked, ok, warning } from '../../findings/index.ts';
import { outcomeUrl } from '../../protocol/index.ts';
import { sendRequest, madeUpSecret, redirectTargetOf, withoutQuery } from './ask.ts';
import type { Check } from './check.ts';

/** Tolerance for the network delay and for the Date header, which has a resolution of one second. */
const CLOCK_TOLERANCE_MS = 5000;

/** Checks whether the service responds at its URL. */
export const serviceAddress: Check = {
  id: 'service',
  group: 'Service',
  title: 'Address',
  async run({ settings, connections }) {
    const { baseUrl } = settings.bff.service;
    const answer = await sendRequest(connections, baseUrl);
    const target = redirectTargetOf(answer, baseUrl);
    if (target && target.origin !== new URL(baseUrl).origin) {
      return warning(
        `${baseUrl} redirects to ${withoutQuery(target)}.`,
        'The backend does not follow redirects. If the service has moved, change VAULTLINK_BASE_URL.',
      );
    }
    if (answer.status < 500) return ok(`${baseUrl} responds.`);
    return warning(
      `${baseUrl} responded with status ${answer.status}.`,
      'The service may be down. Ask its operator.',
    );
  },
};

/** Checks whether the clocks agree. Differences affect the comparison of logs and a date in Retry-After. */
export const serviceClock: Check = {
  id: 'clock',
  group: 'Service',
  title: 'Clock',
  needs: ['service'],
  async run({ settings, connections }) {
    const sentAtMs = connections.now();
    const { headers } = await sendRequest(connections, settings.bff.service.baseUrl);
    const receivedAtMs = connections.now();
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date) || headers.has('age')) {
      return notChecked('The service sends no usable Date header.');
    }
    // The header drops half a second on average.
    const aheadMs = date + 500 - (sentAtMs + receivedAtMs) / 2;
    if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) {
      return ok(`The clocks differ by less than ${CLOCK_TOLERANCE_MS / 1000} seconds.`);
    }
    const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString('en');
    return warning(
      `The clock of the service is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} this one.`,
      'Tokens are not affected, because their lifetime counts from their receipt. But timestamps in logs differ, and a date in Retry-After is misread. Synchronize this clock by NTP.',
    );
  },
};

/** Checks whether pages can read the response to a report. @see ASSUMPTIONS.endlinkCors */
export const endlinkCors: Check = {
  id: 'reports',
  group: 'Service',
  title: 'Reports',
  needs: ['service'],
  async run({ settings, connections }) {
    const { service, origin } = settings.bff;
    // The token is made up, so nothing is spent.
    const address = outcomeUrl(service.baseUrl, 'screenout', madeUpSecret());
    const { status, headers } = await sendRequest(connections, address, { headers: { origin } });
    const allowed = headers.get('access-control-allow-origin');
    if (status >= 200 && status < 300) {
      return warning(
        'The service accepts a report with a made-up token.',
        'Its confirmations are not reliable. Ask its operator.',
      );
    }
    if (allowed === '*' || allowed === origin) {
      return ok(`Pages of ${origin} can read the response of the service to a report.`);
    }
    return warning(
      `Pages of ${origin} cannot read the response of the service to a report (CORS), at least not the refusal of a made-up token (status ${status}).`,
      'No outcome is lost: a report stays "unknown", is retried, and is offered as a redirect. To get the result immediately, report with data-via="relay" or "redirect".',
    );
  },
};
