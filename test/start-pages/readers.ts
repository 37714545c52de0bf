import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Walk } from './walk.ts';

/** What a reader has before them once the commands of a page have run. */
export interface Reading {
  walk: Walk;
  /** The sandbox, with the seller's list. */
  list: Page;
  /** Presses Open in the list, and returns the tab that opens. */
  openPacket: () => Promise<Page>;
  /** Returns a text that the page must have: what the reader presses, or is told to see. */
  isOnPage: (text: string) => string;
}

/** Opens the packet in the sandbox as a seller does, and returns the tab with the buyer's page. */
export async function openPacket(list: Page): Promise<Page> {
  const [tab] = await Promise.all([
    list.context().waitForEvent('page'),
    list.getByRole('button', { name: /^Open/ }).click(),
  ]);
  return tab;
}

/** Waits for the green mark of the sandbox that each page promises. */
async function seePaid({ list, isOnPage }: Reading): Promise<void> {
  const packet = list.locator('.packet').first();
  await packet.getByText(isOnPage('Published'), { exact: true }).waitFor();
  await packet.getByText(isOnPage('€1.00 paid.')).waitFor();
}

const press = (tab: Page, { isOnPage }: Reading, name: string) =>
  tab.getByRole('button', { name: isOnPage(name) }).click();

const follow = (tab: Page, { isOnPage }: Reading, name: string) =>
  tab.getByRole('link', { name: isOnPage(name), exact: true }).click();

/** Connects the seller's vault on the page of a backend. */
async function connect(reading: Reading, origin: string): Promise<Page> {
  const page = await reading.list.context().newPage();
  await page.goto(reading.walk.here(reading.isOnPage(origin)));
  await press(page, reading, 'Connect my vault');
  await press(page, reading, 'Allow');
  await page.getByText(reading.isOnPage('Your vault is connected.')).waitFor();
  return page;
}

/** Pushes an answer, and sees it in the list of the sandbox. */
async function pushDrink(page: Page, reading: Reading, drink: string): Promise<void> {
  await page.getByLabel('What do you drink?').fill(drink);
  await press(page, reading, 'Save');
  // Beside the packet of the sample survey.
  const packet = reading.list.locator('.packet').filter({ hasText: drink });
  await packet.getByText(drink, { exact: true }).waitFor();
  await packet.getByText(reading.isOnPage('Published'), { exact: true }).waitFor();
  await page.getByText(reading.isOnPage('Your answers are saved in your vault.')).waitFor();
}

/** Gives the proxy of the operator a certificate, and starts all programs again. The third terminal has been stopped before. */
async function addTls({ walk, isOnPage }: Reading): Promise<void> {
  walk.edit(
    'nginx.conf',
    isOnPage('listen 127.0.0.1:8080;'),
    isOnPage(
      'listen 127.0.0.1:8443 ssl;\nssl_certificate run/cert.pem;\nssl_certificate_key run/key.pem;',
    ),
  );
  for (const command of ['vaultlink sandbox', 'PORT=3002', 'nginx']) await walk.stop(command);
  for (const command of [
    'npx vaultlink sandbox --backend https://localhost:8443',
    'PORT=3001 npx vaultlink serve --env .env',
    'PORT=3002 npx vaultlink serve --env .env',
    `nginx -p "$PWD/" -c "$PWD/nginx.conf" -g 'daemon off;'`,
  ])
    await walk.start(isOnPage(command));
  const doctor = 'NODE_EXTRA_CA_CERTS=run/cert.pem npx vaultlink doctor --env .env';
  assert.match(await walk.run(isOnPage(doctor)), /, 0 failed/);
}

/** What the reader of each page does in the browser. */
export const READERS: Readonly<Record<string, (reading: Reading) => Promise<void>>> = {
  async 'own-page'(reading) {
    const tab = await reading.openPacket();
    await follow(tab, reading, 'Tea');
    await tab.getByText(reading.isOnPage('Thank you for completing')).waitFor();
    await seePaid(reading);
  },
  async 'tag-manager'(reading) {
    const tab = await reading.openPacket();
    await tab.waitForURL((url) => !url.search);
    await follow(tab, reading, 'Tea');
    await seePaid(reading);
  },
  async 'redirecting-tool'(reading) {
    const tab = await reading.openPacket();
    await follow(tab, reading, 'Tea');
    await tab.getByText(reading.isOnPage('Thank you, this packet is published')).waitFor();
    await seePaid(reading);
  },
  async 'form-without-script'(reading) {
    const tab = await reading.openPacket();
    const form = tab.frameLocator('iframe');
    assert.notEqual(await form.getByLabel('Your participant number').inputValue(), '');
    await form.getByLabel('What do you drink?').fill('tea');
    await form.getByRole('button', { name: reading.isOnPage('Submit') }).click();
    await form.getByText('Your response has been recorded').waitFor();
    await press(tab, reading, 'I have sent the form');
    await tab.getByText(reading.isOnPage('Thank you for completing')).waitFor();
    await seePaid(reading);
  },
  async wordpress(reading) {
    const tab = await reading.openPacket();
    await tab.waitForURL((url) => !url.search);
    await follow(tab, reading, 'Tea');
    await tab.getByText(reading.isOnPage('Thank you for completing')).waitFor();
    await seePaid(reading);
  },
  async frontend(reading) {
    const tab = await reading.openPacket();
    const state = tab.locator('#state');
    await state.getByText(reading.isOnPage('waiting')).waitFor();
    await press(tab, reading, 'Tea');
    await state.getByText(reading.isOnPage('confirmed')).waitFor();
    await tab.getByText(reading.isOnPage('Thank you for completing')).waitFor();
    await seePaid(reading);
  },
  async backend(reading) {
    const page = await connect(reading, 'http://localhost:3000');
    await pushDrink(page, reading, 'tea');
  },
  async operator(reading) {
    assert.ok(reading.walk.printed().includes(`, ${reading.isOnPage('0 failed')}`));
    const page = await connect(reading, 'http://localhost:8080');
    await pushDrink(page, reading, 'tea');
    await reading.walk.stop('PORT=3001');
    await pushDrink(page, reading, 'coffee');

    await addTls(reading);
    await reading.list.reload();
    await pushDrink(await connect(reading, 'https://localhost:8443'), reading, 'water');
  },
};
