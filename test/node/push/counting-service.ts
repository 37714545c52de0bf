/**
 * The service in a process of its own, which counts how often each line arrives: its number is the answer to the question `line`. It counts a million
 * lines in a byte each, for the benchmarks, where the stand-in would keep each request. Ends with its parent.
 */
import type { ServerResponse } from 'node:http';
import { answerWith, listenAndSay } from '../../support/responder.ts';
import { isPush, replyTo } from '../../support/service/constant-replies.ts';

const lines = Number(process.argv[2] ?? 0);

const counts = new Uint8Array(lines + 1);
const waiting: { total: number; answer: ServerResponse }[] = [];
/** From so many lines on, none is answered until that is asked for. */
let holdsFrom = Infinity;
const held: (() => void)[] = [];
let total = 0;

/** What has arrived. */
export interface Arrived {
  total: number;
  /** How many lines never arrived. */
  missing: number;
  /** The numbers of those that did so more than once. */
  repeated: number[];
}

function arrived(): Arrived {
  const repeated: number[] = [];
  let missing = 0;
  for (let line = 1; line <= lines; line += 1) {
    const count = counts[line] ?? 0;
    if (!count) missing += 1;
    if (count > 1) repeated.push(line);
  }
  return { total, missing, repeated };
}

function count(body: string): void {
  const line = Number(/"line":"(\d+)"/.exec(body)?.[1] ?? 0);
  counts[line] = Math.min(255, (counts[line] ?? 0) + 1);
  total += 1;
  while (waiting[0] && waiting[0].total <= total) waiting.shift()?.answer.end('{}');
}

listenAndSay((request, answer) => {
  const { url = '' } = request;
  if (url === '/arrived') {
    answer.end(JSON.stringify(arrived()));
    return;
  }
  if (url.startsWith('/after/')) {
    // Answered once so many have arrived. From then on no line is, so that whoever sends them is in the middle of it, however late it is met there.
    const wanted = { total: Number(url.slice(7)), answer };
    holdsFrom = wanted.total;
    if (wanted.total <= total) answer.end('{}');
    else waiting.push(wanted);
    return;
  }
  if (url === '/go-on') {
    holdsFrom = Infinity;
    for (const go of held.splice(0)) go();
    answer.end('{}');
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (piece: string) => (text += piece));
  request.on('end', () => {
    const go = () => answerWith(replyTo(url), answer);
    if (isPush(url)) count(text);
    if (isPush(url) && total >= holdsFrom) held.push(go);
    else go();
  });
});
process.on('disconnect', () => process.exit());
