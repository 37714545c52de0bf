import { expect } from './in-engine.ts';
import type { Page } from '@playwright/test';
import type { Service } from './service.ts';
import { expectReceived } from './verdict.ts';

/** The answers in a seller's vault, by packet. */
export async function vaultOf(service: Service, packetId: string, sellerId = 'seller-1') {
  const { sellers_packets } = await service.control<{
    sellers_packets: {
      packet_id: string;
      seller_id: string;
      answers: Record<string, unknown>;
    }[];
  }>('state');
  return sellers_packets.find(
    ({ packet_id, seller_id }) => packet_id === packetId && seller_id === sellerId,
  )?.answers;
}

/** Asserts that the vault of the seller has these answers to a packet, and maybe others; `undefined`: none at all. */
export const expectVault = (
  service: Service,
  packetId: string,
  answers: Record<string, unknown> | undefined,
) =>
  expectReceived(service, async () => {
    const received = await vaultOf(service, packetId);
    if (answers) expect(received).toMatchObject(answers);
    else expect(received).toBeUndefined();
  });

/** Asserts how many pushes the service received. */
export const expectPushCount = (service: Service, count: number) =>
  expectReceived(service, async () => {
    const requests = await service.requests();
    expect(requests.filter(({ path }) => path.endsWith('/push'))).toHaveLength(count);
  });

/** Asserts that the token endpoint received so many calls, and answered each of them with tokens. */
export const expectTokenCalls = (service: Service, count: number) =>
  expectReceived(service, async () => {
    const calls = (await service.requests()).filter(({ path }) => path === '/oauth/token');
    expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 200));
  });

/** Presses the button that connects. */
export const pressConnect = (page: Page) =>
  page.getByRole('button', { name: 'Connect my vault' }).click();

/** Waits for the service's consent page, and for its style: in Firefox a button moves away under the press while that comes. */
export async function expectConsent(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
  await page.waitForLoadState();
}

/** Waits for the service's consent page, and allows or denies. */
export async function decide(page: Page, decision: 'Allow' | 'Deny'): Promise<void> {
  await expectConsent(page);
  await page.getByRole('button', { name: decision }).click();
}

/** Connects in the page, and waits until it says so. */
export async function connect(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await pressConnect(page);
  await decide(page, 'Allow');
  await expectConnected(page);
}

/** Waits until the page says that the vault is connected. */
export const expectConnected = (page: Page) =>
  expect(page.getByText('Your vault is connected.')).toBeVisible();

/** Answers the form, and presses its button. */
export async function save(page: Page, drink: 'Coffee' | 'Tea' = 'Tea'): Promise<void> {
  await page.getByLabel(drink).check();
  await page.getByRole('button', { name: 'Save' }).click();
}

/** Waits until the page says that the answers are saved. */
export const expectSaved = (page: Page) =>
  expect(page.getByText('Your answers are saved in your vault.')).toBeVisible();
