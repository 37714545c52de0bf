/** The least that a program with `fetch` can do: pushes the same lines, and keeps nothing of what comes of them. */
import { lineOf } from '../../node/push/files.ts';

const [origin = '', ...numbers] = process.argv.slice(2);
const [lines = 0, sellers = 1, concurrency = 1] = numbers.map(Number);

const url = `${origin}/api/v5/packets/packet-1/sellers_packets/push`;
const headers = { 'content-type': 'application/json', authorization: 'Bearer access-token' };
let next = 1;

async function loop(): Promise<void> {
  while (next <= lines) {
    const { answers } = lineOf(next++, sellers);
    const body = JSON.stringify({ id: 'packet-1', payload: answers });
    const response = await fetch(url, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    await response.json();
  }
}

await Promise.all(Array.from({ length: concurrency }, loop));
