import { createSandbox } from '../../../../src/sandbox/index.ts';
import type { LoggedRequest } from '../../../../src/sandbox/index.ts';
import type { Records } from './records.ts';

/** The service's address. The name is reserved for examples, so nobody owns it, and no request ever leaves for it. */
export const SERVICE_URL = 'https://service.example';

/** What can go wrong at the service. @see the faults of docs/sandbox.md */
export type ServiceFault =
  | { kind: 'drop'; processed: true }
  | { kind: 'hold'; processed: true }
  | { kind: 'status'; status: number };

/** The sandbox, running in this page, and the calls below `/sandbox` that steer it. */
export interface PlaygroundService {
  /** Answers as the service would. */
  fetch: (request: Request) => Promise<Response>;
  /** A new seller opens the packet. @returns the address of the landing page with its token */
  sendSeller(): Promise<string>;
  /** Lets something go wrong with the next report. */
  addFault(fault: ServiceFault): Promise<void>;
  /** Lets held answers go. */
  releaseAnswers(): Promise<void>;
  /** Moves the service's clock. */
  advance(seconds: number): Promise<void>;
  /** What the service has on record. */
  records(): Promise<Records>;
  /** Forgets everything that happened. */
  reset(): Promise<void>;
  /** Calls `onChange` whenever the records change. */
  watch(onChange: () => void): Promise<void>;
}

/** @param landingUrl the endlink of the only packet */
export function createPlaygroundService(landingUrl: string): PlaygroundService {
  const sandbox = createSandbox({
    packets: [{ id: 'hot-drinks', name: 'Hot drinks', endlink_url: landingUrl }],
    sellers: [],
    // The tag's requests name their host, and come over no network.
    allowedHosts: [new URL(SERVICE_URL).host],
  });

  async function control<T>(path: string, body?: object): Promise<T> {
    const request = new Request(`${SERVICE_URL}/sandbox/${path}`, {
      method: body ? 'POST' : 'GET',
      body: body ? JSON.stringify(body) : null,
    });
    const response = await sandbox.fetch(request);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  return {
    fetch: (request) => sandbox.fetch(request),
    async sendSeller() {
      const { seller_id } = await control<{ seller_id: string }>('sellers', {});
      const order = { packet_id: 'hot-drinks', seller_id };
      const { url } = await control<{ url: string }>('endlinks', order);
      return url;
    },
    async addFault(fault) {
      await control('faults', fault);
    },
    async releaseAnswers() {
      await control('faults/release', {});
    },
    async advance(seconds) {
      await control('clock', { advance_seconds: seconds });
    },
    async records() {
      const [state, { requests }] = await Promise.all([
        control<Omit<Records, 'requests'>>('state'),
        control<{ requests: LoggedRequest[] }>('requests'),
      ]);
      return { ...state, requests };
    },
    async reset() {
      await control('reset', {});
    },
    async watch(onChange) {
      const { body } = await sandbox.fetch(new Request(`${SERVICE_URL}/sandbox/events`));
      const reader = body?.getReader();
      // Each chunk says only that there is news.
      while (reader && !(await reader.read()).done) onChange();
    },
  };
}
