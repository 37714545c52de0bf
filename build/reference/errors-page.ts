import { STATUS_OF_ERROR, VAULT_ERROR_CODES } from '../../src/protocol/index.ts';
import { ERROR_HELP } from '../../src/protocol/error-help.ts';
import { code, codeBlock, pageOf } from './markdown.ts';

/** Returns the page about the error codes. */
export function errorsPage(): Promise<string> {
  return pageOf('Errors', 'src/protocol/errors.ts and src/protocol/error-help.ts', [
    `${code('VaultError')} is the only error that Vaultlink throws on purpose. Its ${code('code')} is one of these. The backend answers a page with the same codes, each with its HTTP status:`,
    codeBlock(
      'json',
      '{ "error": "validation_failed", "error_description": "drink is no question of this packet.", "messages": ["drink is no question of this packet."] }',
    ),
    ...VAULT_ERROR_CODES.map((name) => {
      const { cause, remedy } = ERROR_HELP[name];
      return `## ${code(name)}\n\nStatus ${STATUS_OF_ERROR[name]}. ${cause}\n\nRemedy: ${remedy}`;
    }),
  ]);
}
