import fc from 'fast-check';

/** Whatever JavaScript calls a string, half surrogate pairs and control characters included. */
export const anyText = fc
  .array(fc.oneof(fc.integer({ max: 0xffff, min: 0 }), fc.integer({ max: 0x7f, min: 0 })))
  .map((units) => String.fromCharCode(...units));

/** Pieces that mean something in a URL, a regular expression or a replacement, in any order, with anything between them. */
export const anyUrl = fc
  .array(
    fc.oneof(
      fc.constantFrom('?', '#', '&', '=', '%', '+', '/', '$&', '$`', "$'", '$1', '$$', '\\'),
      fc.constantFrom('service_endlink_token', 'seller%5Fid', '%E0%A4', 'https://buyer.example'),
      anyText,
    ),
  )
  .map((pieces) => pieces.join(''));

/** What a service could issue: never empty, since an empty value is no value. */
export const anyValue = fc.string({ minLength: 1, unit: 'binary' });

/** The words of a list that is written over several lines. */
export const words = (list: string) => list.trim().split(/\s+/);
