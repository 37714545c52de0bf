import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { findPrograms } from './programs.ts';

/** A running WebKitWebDriver on a display of its own. */
export interface DriverProcess {
  /** The address of its HTTP server. */
  origin: string;
  stop: () => Promise<void>;
}

/** The driver does not announce that it listens, so its port is polled. */
const POLL_MS = 20;

/** Ports that Linux does not hand out to other programs. The tests' own servers take theirs from 15000 upwards. */
const FIRST_PORT = 10_000;
const PORT_COUNT = 5000;

/** How many ports are tried, each a random one. */
const MAX_ATTEMPTS = 5;

/** How long a program may take for one step of its start, and to end when it is asked to. */
const STEP_LIMIT_MS = 10_000;

/**
 * Starts Xvfb and WebKitWebDriver.
 *
 * @throws Error if one of them is not installed, or if the driver does not start
 */
export async function startDriverProcess(): Promise<DriverProcess> {
  const programs = findPrograms();
  if (!programs) throw new Error('WebKitGTK is not installed: install webkit2gtk-driver and xvfb.');
  const display = spawn(programs.display, ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, 'data', {
    signal: AbortSignal.timeout(STEP_LIMIT_MS),
  }).catch(async (error: unknown) => {
    await stopProcess(display);
    throw error;
  })) as [Buffer];
  const env = { ...process.env, DISPLAY: `:${String(number).trim()}` };

  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT);
    const origin = `http://127.0.0.1:${port}`;
    if (await isListening(origin)) continue;
    const driver = spawn(programs.driver, [`--port=${port}`], { stdio: 'ignore', env });
    // If the test run is aborted, stop both processes. The browser ends when its display does.
    const killBoth = () => [driver, display].forEach((child) => child.kill());
    process.once('exit', killBoth);
    const stop = async () => {
      for (const child of [driver, display]) await stopProcess(child);
      process.off('exit', killBoth);
    };
    if (await waitUntilListening(origin, driver)) return { origin, stop };
    await stopProcess(driver);
    process.off('exit', killBoth);
  }
  await stopProcess(display);
  throw new Error(`WebKitWebDriver did not start after ${MAX_ATTEMPTS} attempts.`);
}

/** Returns whether the driver listens; `false` if it has ended instead, for example because another program took its port, or is silent for too long. */
async function waitUntilListening(origin: string, driver: ChildProcess): Promise<boolean> {
  const endMs = Date.now() + STEP_LIMIT_MS;
  while (driver.exitCode === null && Date.now() < endMs) {
    if (await isListening(origin)) return true;
    await wait(POLL_MS);
  }
  return false;
}

const isListening = (origin: string): Promise<boolean> =>
  fetch(`${origin}/status`, { signal: AbortSignal.timeout(STEP_LIMIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Ends a process and waits until it has ended. The driver sometimes ends by itself if a command runs while its session is deleted, and sometimes
 * does not end when it is asked to.
 */
async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  const insist = setTimeout(() => child.kill('SIGKILL'), STEP_LIMIT_MS);
  await exit;
  clearTimeout(insist);
}
