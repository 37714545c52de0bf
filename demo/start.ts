/**
 * `npm run demo`: starts the demo and says where it is. `npm run demo -- --port 5000` takes other ports, `--port 0` free ones.
 *
 * @module
 */
import { parseArgs, styleText } from 'node:util';
import { announcement } from './announcement.ts';
import { DEFAULT_PORT, startDemo } from './demo.ts';

const USAGE = `Usage: npm run demo -- [--port N]

  --port N   the first of five ports in a row; 0: free ports (default: ${DEFAULT_PORT})
  --help     this text
`;

/** Five ports in a row have to fit. */
const HIGHEST_PORT = 65_531;

/** @returns the port, or why there is none */
function portFrom(text: string): number | string {
  const port = /^\d+$/.test(text) ? Number(text) : NaN;
  return port <= HIGHEST_PORT ? port : `--port must be a number from 0 to ${HIGHEST_PORT}.`;
}

function readFlags(): { port: number | string; help: boolean } {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    return { port: portFrom(values.port ?? String(DEFAULT_PORT)), help: values.help ?? false };
  } catch (error) {
    return { port: error instanceof Error ? error.message : String(error), help: false };
  }
}

async function run(port: number): Promise<void> {
  const demo = await startDemo({ port });
  const stop = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    console.log('\n  Stopping.');
    void demo.close();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const paint = (format: 'bold' | 'dim') => (text: string) =>
    styleText(format, text, { stream: process.stdout });
  console.log(announcement(demo, { bold: paint('bold'), quiet: paint('dim') }));
}

const { port, help } = readFlags();
if (help) {
  console.log(USAGE);
} else if (typeof port === 'string') {
  console.error(`${port}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  await run(port);
}
