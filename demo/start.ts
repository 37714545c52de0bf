/**
 * `npm run demo`: starts the demo and prints its addresses. `npm run demo -- --port 5000` takes other ports, `--port 0` free ones.
 *
 * @module
 */
import { parseArgs, styleText } from 'node:util';
import { announcement } from './announcement.ts';
import { DEFAULT_PORT } from './addresses.ts';

const USAGE = `Usage: npm run demo -- [--port N]

  --port N   the first of four ports in a row; 0: free ports (default: ${DEFAULT_PORT})
  --help     this text
`;

/** Highest first port: four ports in a row must fit. */
const HIGHEST_PORT = 65_532;

/** Reads a port. @returns the port, or a sentence that says what is wrong */
function portFrom(text: string): number | string {
  const port = /^\d+$/.test(text) ? Number(text) : NaN;
  return port <= HIGHEST_PORT ? port : `--port must be a number from 0 to ${HIGHEST_PORT}.`;
}

/** Flags of the command line. `port` is a sentence if a flag is wrong. */
interface Flags {
  port: number | string;
  help: boolean;
}

function readFlags(): Flags {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { port = String(DEFAULT_PORT), help } = values;
    return { port: portFrom(port), help };
  } catch (error) {
    const port = error instanceof Error ? error.message : String(error);
    return { port, help: false };
  }
}

async function run(port: number): Promise<void> {
  // Import the demo late, so that a wrong flag is reported at once.
  const { startDemo } = await import('./demo.ts');
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
