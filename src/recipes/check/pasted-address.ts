import { isLoopback, readAddress } from './read-address.ts';
import type { AddressParts } from './read-address.ts';
import { failed, ok, warning } from './address-rules.ts';
import type { AddressFinding } from './address-rules.ts';

/** Hosts of link shorteners, which hide the address that they redirect to and often drop its query. */
const SHORTENERS =
  /(^|\.)(bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|ow\.ly|rb\.gy|rebrand\.ly|cutt\.ly|buff\.ly|lnkd\.in|shorturl\.at|t\.ly|tiny\.cc|v\.gd)$/;

/** Reads a pasted address, repaired where pasting has damaged it, with the findings that do not depend on its purpose. */
export function readPasted(text: string): {
  parts: AddressParts;
  findings: readonly AddressFinding[];
} {
  const { cleaned, findings } = textFindings(text);
  const parts = readAddress(cleaned);
  return { parts, findings: [...findings, ...addressFindings(parts)] };
}

/** Checks a text for damage by pasting, and returns it repaired. */
function textFindings(text: string): { cleaned: string; findings: AddressFinding[] } {
  const findings: AddressFinding[] = [];
  let cleaned = text.replace(/[\u200B-\u200D\u2060\uFEFF]/g, '').trim();
  // Ignore placeholders: some hold a space.
  const bare = cleaned.replace(/\{\{[^{}]*\}\}/g, '');
  if (/\s/.test(bare)) {
    findings.push(
      failed(
        'whitespace',
        'The address holds a space or a line break.',
        'Remove it, and paste the address as one line.',
      ),
    );
    cleaned = cleaned.replace(/\s+(?![^{}]*\}\})/g, '');
  } else if (cleaned !== text) {
    findings.push(
      warning(
        'whitespace',
        'Invisible characters stand around or in the address.',
        'Delete them: some tools keep them.',
      ),
    );
  }
  if (/%(24%)?7B|%5Burl/i.test(cleaned)) {
    findings.push(
      failed(
        'encoding',
        'The braces or brackets of the placeholder are percent-encoded (%7B…%7D).',
        'Write them plain: a tool looks for { } [ ] as they are.',
      ),
    );
    cleaned = cleaned.replace(/%(7B|7D|24|5B|5D|22|28|29|3A|2F)/gi, decodeURIComponent);
  }
  if (cleaned.includes('&amp;')) {
    findings.push(
      failed(
        'encoding',
        'The address holds "&amp;", which is how HTML writes "&".',
        'Write "&" alone.',
      ),
    );
  }
  return { cleaned, findings };
}

function addressFindings({
  scheme,
  host,
  marked: { text },
}: AddressParts): readonly AddressFinding[] {
  const findings: AddressFinding[] = [];
  if (!scheme)
    findings.push(
      failed(
        'scheme',
        'The address does not begin with https://.',
        'Add https:// in front of it, or let the tool’s own list add it.',
      ),
    );
  else if (!/^https?$/.test(scheme))
    findings.push(
      failed('scheme', `The address begins with ${scheme}://.`, 'Begin it with https://.'),
    );
  else if (scheme === 'http' && !isLoopback(host))
    findings.push(
      failed(
        'https',
        'The address begins with http://, so the token is sent in the clear.',
        'Write https://.',
      ),
    );
  else
    findings.push(
      ok('https', scheme === 'https' ? 'It is an https address.' : 'It is on this machine.'),
    );
  if (!host.includes('.') && !isLoopback(host) && !host.startsWith('['))
    findings.push(
      failed(
        'host',
        host ? `"${host}" is no host.` : 'The address names no host.',
        'Write the whole address.',
      ),
    );
  if (SHORTENERS.test(host))
    findings.push(
      failed(
        'shortener',
        `${host} shortens addresses.`,
        'Use the address that it leads to: a shortener may drop the token or keep it in its log.',
      ),
    );
  if (text.replace(/#.*/s, '').split('?').length > 2)
    findings.push(
      failed('encoding', 'The address holds a second "?".', 'Join further parameters with "&".'),
    );
  return findings;
}
