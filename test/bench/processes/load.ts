/** Sends as many requests as its parent asks for, over 32 connections, each as soon as the one before is answered. */
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { cookieOf } from '../sessions.ts';

/** What to send, and how often. */
export interface Load {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  count: number;
  /** Each request has the cookie of a random one of so many sessions. Default: the one in `headers`. */
  sessions?: number;
}

const CONNECTIONS = 32;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function send({ url, method, headers, body, sessions }: Load): Promise<void> {
  const cookie = sessions === undefined ? {} : { cookie: cookieOf(randomInt(sessions)) };
  const options = { agent, method, headers: { ...headers, ...cookie } };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      answer.resume();
      answer.on('end', resolve);
      if (answer.statusCode !== 200) reject(new Error(`Status ${String(answer.statusCode)}`));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

process.on('message', (load: Load) => {
  let left = load.count;
  const connection = async () => {
    while (left-- > 0) await send(load);
  };
  void Promise.all(Array.from({ length: CONNECTIONS }, connection)).then(() =>
    process.send?.('done'),
  );
});
