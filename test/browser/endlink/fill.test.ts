import type * as Filling from '../../../src/browser/endlink/fill.ts';
import type { EndlinkEngine } from '../../../src/browser/endlink/parts.ts';
import type { EndlinkRecord } from '../../../src/browser/endlink/record.ts';
import { deepEqual, equal } from '../support/assert.ts';
import { load } from '../support/load.ts';

const { fill } = await load<typeof Filling>('endlink/fill.ts');

const engine = (record?: Partial<EndlinkRecord>) => ({ record: () => record }) as EndlinkEngine;

/** Puts inputs into the page, and notes which of them were told of a value. */
function inputs(html: string) {
  document.body.innerHTML = html;
  const told: string[] = [];
  document.body.oninput = ({ target }) => told.push((target as HTMLInputElement).name);
  const values = () =>
    [...document.querySelectorAll('input')].map(({ value }: HTMLInputElement) => value);
  return { told, values };
}

describe('inputs with data-vaultlink-fill', () => {
  afterEach(() => {
    document.body.innerHTML = '';
    document.body.oninput = null;
  });

  it('are filled with the token, the seller and the interaction, and nothing else is', () => {
    const { values } = inputs(`
      <input data-vaultlink-fill="token" />
      <input data-vaultlink-fill="seller_id" type="hidden" />
      <input data-vaultlink-fill="interaction_id" />
      <input data-vaultlink-fill="other" />
      <input data-vaultlink-fill value="mine" />
      <input name="token" />
    `);
    fill(engine({ token: 'abc', sellerId: '42', interactionId: '7' }));
    deepEqual(values(), ['abc', '42', '7', '', 'mine', '']);
  });

  it('keep what they have where there is no value', () => {
    const { told, values } = inputs(
      '<input data-vaultlink-fill="token" value="mine" /><input data-vaultlink-fill="seller_id" value="x" />',
    );
    fill(engine());
    fill(engine({ sellerId: '' }));
    deepEqual(values(), ['mine', 'x']);
    equal(told.length, 0);
  });

  it('tell the framework that owns them, once', () => {
    const { told } = inputs('<input name="rid" data-vaultlink-fill="token" />');
    fill(engine({ token: 'abc' }));
    fill(engine({ token: 'abc' }));
    deepEqual(told, ['rid']);
  });
});
