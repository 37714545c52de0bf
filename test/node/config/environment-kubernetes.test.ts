import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VaultError } from 'vaultlink/protocol';
import { readEnvironment } from '../../../src/node/config/environment.ts';
import { variables } from '../program.ts';

/** The mistakes of an environment that has these variables besides. */
function mistakesOf(more: Record<string, string>): readonly string[] {
  try {
    readEnvironment({ ...variables('https://service.example'), ...more });
    return [];
  } catch (error) {
    assert.ok(error instanceof VaultError);
    return error.messages;
  }
}

describe('what Kubernetes puts into the environment for a Service', () => {
  for (const name of ['VAULTLINK', 'VAULTLINK_STAGING', 'VAULTLINK_STORE']) {
    it(`is no typing error where the Service makes ${name}_PORT of its name`, () => {
      const injected = {
        [`${name}_SERVICE_HOST`]: '10.96.0.12',
        [`${name}_SERVICE_PORT`]: '3000',
        [`${name}_SERVICE_PORT_HTTP_API`]: '3000',
        [`${name}_PORT`]: 'tcp://10.96.0.12:3000',
        [`${name}_PORT_3000_TCP`]: 'tcp://10.96.0.12:3000',
        [`${name}_PORT_3000_TCP_PROTO`]: 'tcp',
        [`${name}_PORT_3000_TCP_PORT`]: '3000',
        [`${name}_PORT_3000_TCP_ADDR`]: '10.96.0.12',
        [`${name}_PORT_53_UDP`]: 'udp://[fd00::c]:53',
      };
      assert.deepEqual(mistakesOf(injected), []);
    });
  }

  it('hides no typing error: a port that somebody wrote is named', () => {
    const written = { VAULTLINK_PORT: '3000', VAULTLINK_SERVICE: 'x', VAULTLINK_PORTS: 'tcp://x' };
    assert.deepEqual(
      mistakesOf(written).map((sentence) => sentence.split(' ')[0]),
      Object.keys(written),
    );
  });
});
