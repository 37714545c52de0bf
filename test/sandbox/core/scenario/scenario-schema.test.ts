import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { z } from 'zod/v4';
import { startOAuth } from '../../oauth-driver.ts';

const FILE = 'src/sandbox/core/scenario/scenario.schema.json';
const WRITE = `node --conditions=vaultlink-source --input-type=module --eval
  "import { writeFileSync } from 'node:fs'; import { createSandbox } from 'vaultlink/sandbox';
  const answer = await createSandbox().fetch(new Request('http://localhost/sandbox/scenario.schema.json'));
  writeFileSync('${FILE}', await answer.text())" && prettier --write ${FILE}`;

describe('The JSON schema of a scenario', () => {
  it('equals the schema file of the package', async () => {
    const { body } = await startOAuth().call('/sandbox/scenario.schema.json');
    const published: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
    assert.deepEqual(published, body, `Write it anew: ${WRITE}`);
  });

  it('accepts saved scenarios, and refuses misspelt names', async () => {
    const sandbox = startOAuth({ behaviour: { cors: false }, seed: 'monday' });
    const { token } = await sandbox.open('survey');
    await sandbox.report('fail', token);
    const { access_token } = await sandbox.connect();
    await sandbox.push(access_token, { drink: null });
    await sandbox.codeOf('seller-2');
    await sandbox.post('faults', { kind: 'status', status: 503, body: { error: 'away' } });
    const { body } = await sandbox.call('/sandbox/scenario');
    const schema = z.fromJSONSchema(
      JSON.parse(readFileSync(FILE, 'utf8')) as Parameters<typeof z.fromJSONSchema>[0],
    );
    assert.deepEqual(schema.safeParse(body).error, undefined);
    const scenario = body as Record<string, unknown[]>;
    for (const wrong of [
      { ...scenario, packages: [] },
      { ...scenario, sellers: [{ id: 'a', nmae: 'A' }] },
      { ...scenario, behaviour: { corss: true } },
      { ...scenario, tokens: [{ token: 't' }] },
      { packets: [] },
    ]) {
      assert.equal(schema.safeParse(wrong).success, false, JSON.stringify(wrong));
    }
  });
});
