import type { Browser } from 'playwright-core';
import type { Observations } from '../../../src/check/index.ts';
import { visitSite } from '../../../src/node/check/visit.ts';
import { serveSite } from './serve-site.ts';
import type { Site } from './site-parts.ts';

/** Visits a site as the command does. No service is connected to: the site says what a connection would show. */
export async function visitServed(
  browser: Browser,
  site: Site,
  waitMs: number,
): Promise<Observations> {
  const { origin, close } = await serveSite(site);
  try {
    const seen = await visitSite(browser, {
      url: origin + (site.path ?? '/'),
      clicks: site.clicks ?? ['#start'],
      answers: site.answers,
      waitMs,
      probeService: (asked) =>
        Promise.resolve({ origin: asked, reach: 'reached', isLocal: false, ...site.service }),
    });
    return withFixedPorts(seen);
  } finally {
    await close();
  }
}

/** Numbers the ports of this machine, so that two visits to a site observe the same. */
function withFixedPorts(seen: Observations): Observations {
  const ports: string[] = [];
  const text = JSON.stringify(seen).replace(/127\.0\.0\.1:(\d+)/g, (_, port: string) => {
    if (!ports.includes(port)) ports.push(port);
    return `127.0.0.1:${9001 + ports.indexOf(port)}`;
  });
  return JSON.parse(text) as Observations;
}
