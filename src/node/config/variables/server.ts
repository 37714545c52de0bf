import { LOG_LEVELS } from '../../../bff/operating.ts';
import * as read from '../readers.ts';
import { SERVE, type Variable } from '../variable.ts';

/** Variables of the server. */
export const SERVER = {
  VAULTLINK_STATIC: {
    usedBy: SERVE,
    meaning: 'Folder of static files that the backend serves beside `/vault`.',
    details:
      'Put only public files there. Hidden files and symbolic links that lead out of the folder are not served.',
    example: '/srv/app/dist',
    whenUnset: 'only `/vault` is served',
    read: read.folder,
  },
  VAULTLINK_LOG_LEVEL: {
    usedBy: SERVE,
    meaning: 'Lowest level of the lines in the log: `error`, `warn`, `info` or `debug`.',
    details:
      '[What is in the log](operation.md#what-is-in-the-log) lists the events with their levels.',
    example: 'warn',
    byDefault: 'info',
    read: read.oneOf(LOG_LEVELS),
  },
  VAULTLINK_DRAIN_MS: {
    usedBy: SERVE,
    meaning: 'Milliseconds during which the backend still accepts requests after SIGTERM.',
    details:
      'It must be longer than the time for which your proxy keeps an idle connection, and longer than the time until your proxy sees the 503 of `/vault/health/ready`. See [Operation](operation.md).',
    example: '10000',
    byDefault: '5000',
    read: read.milliseconds(0),
  },
  VAULTLINK_KEEP_ALIVE_MS: {
    usedBy: SERVE,
    meaning: 'Milliseconds for which the backend keeps an idle connection.',
    details: 'It must be longer than your proxy keeps an idle connection.',
    example: '90000',
    byDefault: '75000',
    read: read.milliseconds(1),
  },
  HOST: {
    usedBy: SERVE,
    meaning: 'Address to listen on.',
    details: 'In a container, set it to `0.0.0.0`, or `::` for IPv6 too.',
    example: '0.0.0.0',
    byDefault: '127.0.0.1',
    read: read.anyText,
  },
  PORT: {
    usedBy: SERVE,
    meaning: 'Port to listen on; 0 chooses a free one.',
    example: '8080',
    byDefault: '3000',
    read: read.wholeNumber({ least: 0, most: 65_535 }, '; 0 chooses a free one'),
  },
} as const satisfies Record<string, Variable>;
