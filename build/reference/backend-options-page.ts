import { exportOf, fieldLines } from './settings-page.ts';
import { code, codeBlock, pageOf, prose } from './markdown.ts';
import type { ModuleEntry } from './source.ts';

/** Where the options of the backend are. */
export const BACKEND_OPTIONS_MODULE = 'src/bff/config/bff-options.ts';

/** The options that have options of their own. */
const GROUPS = {
  service: 'ServiceOptions',
  client: 'ClientOptions',
  keys: 'SealingKey',
  anonymousCalls: 'AnonymousCallsOptions',
} as const;

/** Returns the page about the options of `createVaultBff`. */
export function backendOptionsPage(module: ModuleEntry): Promise<string> {
  const { members } = exportOf(module, 'VaultBffOptions');
  const groups = Object.entries(GROUPS).flatMap(([option, name]) => {
    const { docs, members: fields } = exportOf(module, name);
    return [
      `## ${code(option)}`,
      prose(docs.text),
      fieldLines(fields, (field) => `${option}-${field}`),
    ];
  });
  return pageOf('Options of createVaultBff', BACKEND_OPTIONS_MODULE, [
    codeBlock('js', "import { createVaultBff } from 'vaultlink/bff';"),
    `[The backend](../backend.md) shows how to use them. The command ${code('vaultlink serve')} reads [environment variables](../configuration.md) instead. A name with a question mark is optional.`,
    '## All options',
    fieldLines(members, (name) => `option-${name}`),
    ...groups,
  ]);
}
