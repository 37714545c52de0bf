import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { startListeningService } from '../support/service/listening-service.ts';
import { openBackend } from '../../src/node/open-backend.ts';
import { readEnvironment } from '../../src/node/config/environment.ts';
import { killAll, start, variables } from './program.ts';

const limit = { timeout: 120_000 };

/** Makes a package one that is not installed. */
const without = (name: string) => `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== '${name}') return next(specifier, context);
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });`;

describe('the telemetry of the host', () => {
  afterEach(killAll);
  after(() => trace.disable());

  it(
    'is used by every command that opens a backend, without being asked for',
    limit,
    async (context) => {
      const spans = new InMemorySpanExporter();
      trace.setGlobalTracerProvider(
        new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
      );
      const service = await startListeningService();
      context.after(() => service.close());
      const backend = await openBackend(readEnvironment(variables(service.origin)));
      context.after(() => backend.close());
      await backend.report('complete', 'token-1');
      assert.deepEqual(
        spans
          .getFinishedSpans()
          .map(({ name, attributes }) => [name, attributes['server.address']]),
        [['vaultlink report', '127.0.0.1']],
      );
    },
  );

  for (const [what, code] of [
    ['is not installed', without('@opentelemetry/api')],
    ['is installed', ''],
  ]) {
    it(`says nothing where @opentelemetry/api ${what}`, limit, async () => {
      const program = start(
        process.execPath,
        [
          '--conditions=vaultlink-source',
          `--import=data:text/javascript,${encodeURIComponent(code ?? '')}`,
          'src/node/cli.ts',
          'serve',
        ],
        variables('https://service.example'),
      );
      await program.says(/^listening on /);
      program.stop();
      assert.deepEqual(await program.closed, [0, null]);
      assert.match(
        program.printed.err,
        /^\{"time":"[^"]+","level":"info","type":"started"[^\n]*\n$/,
      );
    });
  }
});
