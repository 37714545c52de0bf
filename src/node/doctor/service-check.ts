import { outcomeUrl } from '../../protocol/index.ts';
import { ask, madeUp, redirectOf, shown } from './ask.ts';
import type { Check } from './check.ts';
import { notChecked, ok, warning } from './check.ts';

/** By so much two clocks may differ: the header counts seconds, and takes its time. */
const CLOCK_TOLERANCE_MS = 5000;

/** Whether the service can be reached where it is said to be. */
export const serviceAddress: Check = {
  id: 'service',
  group: 'Service',
  title: 'Address',
  async look({ settings, connections }) {
    const { baseUrl } = settings.bff.service;
    const answer = await ask(connections, baseUrl);
    const target = redirectOf(answer, baseUrl);
    if (target && target.origin !== new URL(baseUrl).origin) {
      return warning(
        `${baseUrl} redirects to ${shown(target)}.`,
        'Calls follow no redirect. If the service has moved, change VAULTLINK_BASE_URL.',
      );
    }
    if (answer.status < 500) return ok(`${baseUrl} answers.`);
    return warning(
      `${baseUrl} answers with status ${answer.status}.`,
      'The service may be down. Ask its operator.',
    );
  },
};

/** Whether the clocks agree: whoever compares logs, or reads a date in Retry-After, takes them for one. */
export const serviceClock: Check = {
  id: 'clock',
  group: 'Service',
  title: 'Clock',
  needs: ['service'],
  async look({ settings, connections }) {
    const sentAtMs = connections.now();
    const { headers } = await ask(connections, settings.bff.service.baseUrl);
    const receivedAtMs = connections.now();
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date) || headers.has('age')) {
      return notChecked('The service does not say what time it is.');
    }
    // Half a second on average is cut off from the header.
    const aheadMs = date + 500 - (sentAtMs + receivedAtMs) / 2;
    if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) {
      return ok(`The clocks differ by less than ${CLOCK_TOLERANCE_MS / 1000} seconds.`);
    }
    const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString('en');
    return warning(
      `The clock of the service is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} this one.`,
      'No token is lost by that, since their life is counted from their receipt; but logs do not fit together, and a pause that the service asks for until a date is misread. Set this clock by NTP.',
    );
  },
};

/** Whether a page may read the answer to a report. @see ASSUMPTIONS.endlinkCors */
export const endlinkCors: Check = {
  id: 'reports',
  group: 'Service',
  title: 'Reports',
  needs: ['service'],
  async look({ settings, connections }) {
    const { service, origin } = settings.bff;
    // Nobody has this token, so nothing is spent.
    const address = outcomeUrl(service.baseUrl, 'screenout', madeUp());
    const { status, headers } = await ask(connections, address, { headers: { origin } });
    const allowed = headers.get('access-control-allow-origin');
    if (status >= 200 && status < 300) {
      return warning(
        'The service accepts a report with a token that nobody was given.',
        'What it confirms says little: ask its operator.',
      );
    }
    if (allowed === '*' || allowed === origin) {
      return ok(`Pages of ${origin} may read what the service answers to a report.`);
    }
    return warning(
      `Pages of ${origin} may not read what the service answered to a report (CORS), at least not its refusal of a made-up token (status ${status}).`,
      'No outcome is lost: a report stays "unknown", is repeated, and is offered as a redirect. To know at once, report with data-via="relay" or "redirect".',
    );
  },
};
