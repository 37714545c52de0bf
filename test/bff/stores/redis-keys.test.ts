import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { redisStore } from 'vaultlink/bff/redis';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';
import { NOON_MS } from '../support/time.ts';
import { grantOf, pair, sessionOf } from '../../../src/testing/store/samples.ts';

it(
  'the Redis store declares every key that it uses, but those whose names it reads from others',
  { skip: redisIsMissing },
  async (context) => {
    const server = await startRedis('--appendonly', 'no');
    const client = await createClient({ url: server.url }).connect();
    const prefix = '{declared}:';
    const observer = new Redis(server.url);
    const monitor = await observer.monitor();
    context.after(() => {
      client.destroy();
      monitor.disconnect();
      observer.disconnect();
      return server.close();
    });
    const used = new Set<string>();
    let declared: string[] = [];
    let calls = 0;
    const end = new Promise<void>((resolve) => {
      monitor.on('monitor', (_: string, command: string[], source: string) => {
        const [name = '', ...parameters] = command;
        if (source !== 'lua' && /^evalsha$/i.test(name)) {
          calls += 1;
          declared = parameters.slice(2, 2 + Number(parameters[1]));
        }
        const keys = /^rename$/i.test(name) ? parameters.slice(0, 2) : parameters.slice(0, 1);
        for (const key of source === 'lua' ? keys : []) {
          if (key.startsWith(prefix) && !declared.includes(key)) used.add(key);
        }
        if (/^echo$/i.test(name)) resolve();
      });
    });
    const store = redisStore(client, { prefix, now: () => NOON_MS });
    await store.ping();
    await store.consumeState('hash-1', NOON_MS);
    for (const n of [1, 2, 3, 4]) {
      const grant = grantOf(`grant-${n}`, `user-${n}`);
      await store.connect(sessionOf(`session-${n}`, grant.id), grant);
    }
    await store.connect(sessionOf('session-5', 'grant-5'), grantOf('grant-5'), 'session-2');
    await store.findSession('session-5', NOON_MS);
    await store.findSessionState('session-5', NOON_MS);
    await store.findGrant('grant-5');
    await store.findGrantOfSubject('user-1');
    await store.grants(undefined, 10);
    await store.takeLease('grant-5', 'one', 1000);
    await store.renewLease('grant-5', 'one', 1000);
    await store.markRefreshing('grant-5', 'one', { attempt: 1, sinceMs: NOON_MS });
    await store.releaseLease('grant-5', 'one');
    await store.saveGrant('grant-5', 1, pair);
    await store.replaceSeal('grant-5', pair.sealed, 'anew');
    await store.markDead('grant-5', 2, 'invalid_grant');
    await store.keepSecret?.('secret', 'sealed');
    await store.replaceSecret?.('secret', 'sealed', 'anew');
    await store.renameSubject?.('user-1', 'user-9');
    await store.disconnect('session-3');
    await store.disconnectSubject('user-4');
    await store.migration?.stage();
    await store.migration?.expand();
    await store.prune(NOON_MS + 1e12, NOON_MS + 1e12);
    await store.migration?.contract();
    await client.echo('the end');
    await end;
    assert.ok(calls > 20, String(calls));
    const kinds = new Set([...used].map((key) => key.slice(prefix.length).split(':')[0]));
    assert.deepEqual([...kinds].sort(), ['grant', 'session', 'sessions-of']);
  },
);
