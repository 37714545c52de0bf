import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserCommand, openBrowser } from '../../../src/node/sandbox/open-browser.ts';

const URL = 'http://127.0.0.1:4805';

describe('the browser of the demo', () => {
  it('is opened by the command of the platform', () => {
    const display = { DISPLAY: ':0' };
    assert.deepEqual(browserCommand(URL, { platform: 'linux', env: display }), {
      command: 'xdg-open',
      parameters: [URL],
    });
    const wayland = { WAYLAND_DISPLAY: 'wayland-0' };
    assert.notEqual(typeof browserCommand(URL, { platform: 'linux', env: wayland }), 'string');
    assert.deepEqual(browserCommand(URL, { platform: 'darwin', env: {} }), {
      command: 'open',
      parameters: [URL],
    });
    assert.deepEqual(browserCommand(URL, { platform: 'win32', env: {} }), {
      command: 'cmd',
      parameters: ['/c', 'start', '""', URL],
    });
  });

  it('is not opened in continuous integration, over SSH or without a display', () => {
    const display = { DISPLAY: ':0' };
    for (const [env, why] of [
      [{ ...display, CI: 'true' }, /continuous integration/],
      [{ ...display, SSH_CONNECTION: '1.2.3.4 5 6.7.8.9 22' }, /SSH/],
      [{}, /no display/],
    ] as const) {
      const found = browserCommand(URL, { platform: 'linux', env });
      assert.ok(typeof found === 'string' && why.test(found), why.source);
    }
  });

  it('says so where its command does not exist', async () => {
    const machine = { platform: 'linux', env: { DISPLAY: ':0' } } as const;
    const { PATH } = process.env;
    process.env.PATH = '/nowhere';
    try {
      assert.match((await openBrowser(URL, machine)) ?? '', /xdg-open does not start/);
    } finally {
      process.env.PATH = PATH;
    }
  });
});
