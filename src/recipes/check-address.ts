import type { Verdict } from '../findings/index.ts';
import { TOKEN_PARAMETER } from '../protocol/endlink.ts';
import { serviceUrlMistake } from '../protocol/service-url.ts';
import { outgoingTokenFindings, pathFindings, statusFindings } from './check/end-rules.ts';
import { STATUS_PARAMETER } from './compose.ts';
import { TOKEN_VARIABLE } from './endlink-url.ts';
import { endlinkFindings } from './check/endlink-rules.ts';
import { holdsPlaceholder } from './check/placeholders.ts';
import { readPasted } from './check/pasted-address.ts';
import { readAddress } from './check/read-address.ts';
import type { AddressParts } from './check/read-address.ts';
import { failed, ok, warning } from './check/address-rules.ts';
import type { AddressFinding } from './check/address-rules.ts';
import { usualTokenParam } from './recipe-options.ts';
import type { Tool } from './tool.ts';

/** Context of an address to check. */
export interface CheckOptions {
  tool?: Tool | undefined;
  /** The service's `{base_url}`. Default: the host is not compared. */
  serviceUrl?: string | undefined;
  /** Query parameter that brings the token into the tool. Default: the usual one of the tool. */
  tokenParam?: string | undefined;
}

/** The purposes of an address, in a sentence. */
export const ADDRESS_KINDS = {
  end: 'An address at the end of a survey, on the service.',
  page: 'An address at the end of a survey, on a page of your own.',
  endlink: 'An endlink URL, for the marketplace.',
} as const;

type AddressKind = keyof typeof ADDRESS_KINDS;

/** The most urgent first. */
const VERDICTS: readonly Verdict[] = ['failed', 'warning', 'ok'];

/** Result of a check. */
export interface AddressCheck {
  kind: AddressKind;
  findings: readonly AddressFinding[];
  /** A sentence about the parameter that was taken for the one with the token. Missing: it was given, or the tool works with no other. */
  assumption?: string | undefined;
}

/**
 * Checks a pasted address: an endlink URL, or an address that a tool redirects to. Reads only its text, and fetches nothing.
 *
 * @param text the text as it was pasted
 * @see interface §2.5 §4.4
 */
export function checkAddress(text: string, given: CheckOptions = {}): AddressCheck {
  if (!text.trim())
    return { kind: 'end', findings: [failed('empty', 'There is no address.', 'Paste one.')] };
  const { parts, findings } = readPasted(text);
  const { serviceUrl = '' } = given;
  const mistake = serviceUrl ? serviceUrlMistake(serviceUrl) : undefined;
  const meant = mistake ? mistake.meant : serviceUrl.replace(/\/+$/, '');
  const service = meant ? readAddress(meant) : undefined;
  const kind = kindOf(parts, service?.host);
  // Without a tool, its placeholder tells which one it is.
  const tool = given.tool ?? (kind === 'endlink' ? undefined : toolOf(parts));
  const options = { ...given, tool };
  const isFixed = tool?.class === 'redirect' && tool.isTokenParamFixed === true;
  const found = [
    ...(mistake ? [failed('service', `The service address ${mistake.rule}`, mistake.remedy)] : []),
    ...findings,
    ...(kind === 'endlink'
      ? endlinkFindings(parts, options.tool, incomingName(options))
      : endFindings(parts, kind, service, given)),
  ];
  return {
    kind,
    findings: VERDICTS.flatMap((wanted) => found.filter(({ verdict }) => verdict === wanted)),
    assumption:
      options.tokenParam || isFixed ? undefined : assumptionText(kind, incomingName(options)),
  };
}

const assumptionText = (kind: AddressKind, tokenParam: string): string =>
  kind === 'endlink'
    ? `Assumed: the survey reads the token as ${tokenParam}.`
    : `Assumed: the endlink URL has ${tokenParam}=${TOKEN_VARIABLE}.`;

const toolOf = ({ marked }: AddressParts): Tool | undefined =>
  marked.placeholders.find(({ tool }) => tool)?.tool;

const incomingName = ({ tool, tokenParam }: CheckOptions) =>
  tokenParam || (tool ? usualTokenParam(tool) : TOKEN_PARAMETER);

function kindOf({ host, path, pairs, marked }: AddressParts, serviceHost?: string): AddressKind {
  if (host === serviceHost || /\/(api|endlinks?)\//i.test(path)) return 'end';
  if (marked.placeholders.some(({ tool }) => !tool)) return 'endlink';
  if (/\/(complete|fail|quota_?full|screenout)(\.html)?$/i.test(path) && pairs.length) return 'end';
  const leads = marked.placeholders.length > 0 || pairs.some(([name]) => name === STATUS_PARAMETER);
  return leads &&
    pairs.every(([, value]) => !/endlink.?token/i.test(value)) &&
    !isLikeEndlink(pairs, marked.placeholders)
    ? 'page'
    : 'endlink';
}

/** Returns whether a placeholder with one brace was probably meant to be the variable of the service. */
const isLikeEndlink = (
  pairs: AddressParts['pairs'],
  placeholders: AddressParts['marked']['placeholders'],
) =>
  [TOKEN_PARAMETER, STATUS_PARAMETER].some((known) => pairs.every(([name]) => name !== known)) &&
  placeholders.some(({ name }) => /^endlink.?token$/i.test(name.trim()));

function endFindings(
  parts: AddressParts,
  kind: 'end' | 'page',
  service: AddressParts | undefined,
  { tool, tokenParam }: CheckOptions,
): readonly AddressFinding[] {
  const findings: AddressFinding[] = [];
  if (kind === 'page') findings.push(...statusFindings(parts));
  else {
    if (service)
      findings.push(
        parts.host === service.host
          ? ok('host', `It leads to the service, ${service.host}.`)
          : failed(
              'host',
              `It leads to ${parts.host || 'no host'}.`,
              `The service is at ${service.host}.`,
            ),
      );
    // Without the service's address, take the text before /api/ as its path.
    const servicePath = service?.path ?? /^(.*?)\/api\//.exec(parts.path)?.[1] ?? '';
    findings.push(...pathFindings(parts, servicePath));
  }
  if (parts.hash || parts.marked.text.endsWith('#'))
    findings.push(
      holdsPlaceholder(parts.hash) || parts.hash.includes(TOKEN_PARAMETER)
        ? failed(
            'fragment',
            'The token stands behind "#", which is not sent to the service.',
            'Write "?" in place of "#".',
          )
        : warning(
            'fragment',
            'The address ends in a part behind "#", which is not sent to the service.',
            'Remove it.',
          ),
    );
  findings.push(...outgoingTokenFindings(parts, tool, tokenParam));
  return findings;
}
