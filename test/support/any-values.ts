import fc from 'fast-check';

/** Text that means something to a parser on its way: of HTML, URLs, headers, JSON, or to an object that it becomes a key of. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    ...['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', "' onload='x", '</style>'],
    ...[
      '&quot;&lt;&#60;',
      '<!--',
      ']]>',
      'javascript:alert(1)',
      'data:text/html,<b>',
      'about:srcdoc',
    ],
    ...[
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https:evil.example',
      '/%2f/e.example',
    ],
    ...[
      'https://app.example@evil.example/',
      'https://app.example.evil.example',
      '/..//evil.example',
    ],
    ...[
      '\r\nset-cookie: a=b',
      '\0',
      '%',
      '%00',
      '%E0%A4',
      '%ED%A0%80',
      '\ud800',
      '\udc00x',
      '\ufeff',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'then',
      'undefined',
      'null',
      'NaN',
    ],
    ...['', ' ', '0', '-1', '1e999', '9'.repeat(400), 'x'.repeat(3000), '$&', '{{endlink_token}}'],
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
);

/** What a field may hold that was written by nobody we know: whatever JSON can say, and an object that cannot become text. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, [], {}, [[]], ['confirmed']),
  fc.constantFrom<unknown>({ toString: null, valueOf: null }, { trim: 1, length: 1, split: 0 }),
);

/**
 * An object of these fields, in which any may be missing or hold something else, or a list that reads like the field once it becomes text;
 * and perhaps others beside them.
 */
export const tampered = (
  fields: Readonly<Record<string, unknown>>,
  other = anyJson,
): fc.Arbitrary<object> =>
  fc
    .tuple(
      fc.record(
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [
            name,
            fc.oneof(
              { weight: 6, arbitrary: fc.constant(value) },
              { weight: 2, arbitrary: other },
              fc.constant([value]),
            ),
          ]),
        ),
        { requiredKeys: [] },
      ),
      fc.dictionary(hostileText, other, { maxKeys: 2 }),
    )
    .map(([known, others]) => ({ ...others, ...known }));
