import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillEndlink } from '../../../../src/sandbox/service/endlink/endlink-url.ts';
import { startSandbox } from '../../driver.ts';

/** `T`, `S` and `I` stand for token, seller id and interaction id. */
const cases: [title: string, buyer: string, landing: string][] = [
  [
    'no variable: both are appended',
    'https://buyer.example/s',
    'https://buyer.example/s?service_endlink_token=T&seller_id=S',
  ],
  [
    'other parameters and the hash stay to the letter',
    'https://buyer.example/s?a=1&b=%7e+x&&c#top?x=1&y',
    'https://buyer.example/s?a=1&b=%7e+x&&c&service_endlink_token=T&seller_id=S#top?x=1&y',
  ],
  [
    'a lone question mark gets no ampersand',
    'https://buyer.example/s?#top',
    'https://buyer.example/s?service_endlink_token=T&seller_id=S#top',
  ],
  [
    'an ampersand at the end is not doubled',
    'https://buyer.example/s?a=1&',
    'https://buyer.example/s?a=1&service_endlink_token=T&seller_id=S',
  ],
  [
    'a renamed token stands where the buyer wrote it; the seller id is still appended',
    'https://buyer.example/s?t={{endlink_token}}&a=1',
    'https://buyer.example/s?t=T&a=1&seller_id=S',
  ],
  [
    'a renamed seller id; the token is still appended',
    'https://buyer.example/s?who={{seller_id}}',
    'https://buyer.example/s?who=S&service_endlink_token=T',
  ],
  [
    'both renamed: nothing is appended',
    'https://buyer.example/s?t={{endlink_token}}&who={{seller_id}}#end',
    'https://buyer.example/s?t=T&who=S#end',
  ],
  [
    'the interaction id comes on request only, beside the other two',
    'https://buyer.example/s?visit={{interaction_id}}',
    'https://buyer.example/s?visit=I&service_endlink_token=T&seller_id=S',
  ],
  [
    'percent-encoded braces in either case',
    'https://buyer.example/s?t=%7B%7Bendlink_token%7D%7D&who=%7b%7bseller_id%7d%7d',
    'https://buyer.example/s?t=T&who=S',
  ],
  [
    'white space inside the braces, plain or encoded',
    'https://buyer.example/s?t={{%20endlink_token+}}&who=%7B%7B+seller_id%20%7D%7D',
    'https://buyer.example/s?t=T&who=S',
  ],
  [
    'a variable used twice is filled in twice',
    'https://buyer.example/s?t={{endlink_token}}&u={{endlink_token}}',
    'https://buyer.example/s?t=T&u=T&seller_id=S',
  ],
  [
    'an unknown variable stays as it is',
    'https://buyer.example/s?x={{panel_id}}',
    'https://buyer.example/s?x={{panel_id}}&service_endlink_token=T&seller_id=S',
  ],
  [
    'a variable that is only part of a value stays as it is',
    'https://buyer.example/s?x=a-{{endlink_token}}',
    'https://buyer.example/s?x=a-{{endlink_token}}&service_endlink_token=T&seller_id=S',
  ],
  [
    'a variable in the path or the hash stays as it is',
    'https://buyer.example/{{seller_id}}#{{endlink_token}}',
    'https://buyer.example/{{seller_id}}?service_endlink_token=T&seller_id=S#{{endlink_token}}',
  ],
  [
    'a stray percent sign does no harm',
    'https://buyer.example/s?x=100%',
    'https://buyer.example/s?x=100%&service_endlink_token=T&seller_id=S',
  ],
  [
    'the buyer’s own parameter of that name stays beside the service’s',
    'https://buyer.example/s?seller_id=7',
    'https://buyer.example/s?seller_id=7&service_endlink_token=T&seller_id=S',
  ],
];

describe('the URL that a seller is sent to', () => {
  for (const [title, buyer, landing] of cases) {
    it(title, async () => {
      const { open } = startSandbox({ packets: [{ endlink_url: buyer }] });
      const { url, token, seller_id, interaction_id } = await open();
      const values: Record<string, string> = { T: token, S: seller_id, I: interaction_id };
      const filledIn = (_: string, name: string) => `=${String(values[name])}`;
      assert.equal(url, landing.replaceAll(/=([TSI])\b/g, filledIn));
    });
  }

  it('uses the names of the variables that the switches set', async () => {
    const endlink_url = 'https://buyer.example/s?who={{member}}&visit={{visit}}&x={{seller_id}}';
    const { open } = startSandbox({
      packets: [{ endlink_url }],
      behaviour: { seller_id_variable: 'member', interaction_id_variable: 'visit' },
    });
    const { url, token, seller_id, interaction_id } = await open();
    assert.equal(
      url,
      `https://buyer.example/s?who=${seller_id}&visit=${interaction_id}&x={{seller_id}}&service_endlink_token=${token}`,
    );
  });

  it('encodes the value of a variable, so that it arrives as it is', () => {
    const { url } = fillEndlink(
      'https://buyer.example/s?who={{seller_id}}',
      { token: 'T', seller_id: 'a&b=c #1', interaction_id: 'I' },
      {
        seller_id_variable: 'seller_id',
        interaction_id_variable: 'interaction_id',
        append_unrenamed: true,
      },
    );
    assert.equal(url, 'https://buyer.example/s?who=a%26b%3Dc%20%231&service_endlink_token=T');
    assert.equal(new URL(url).searchParams.get('who'), 'a&b=c #1');
  });

  it('appends nothing beside a variable if append_unrenamed is off', async () => {
    const { open } = startSandbox({
      packets: [{ endlink_url: 'https://buyer.example/s?t={{endlink_token}}' }],
      behaviour: { append_unrenamed: false },
    });
    const { url, token } = await open();
    assert.equal(url, `https://buyer.example/s?t=${token}`);
  });
});
