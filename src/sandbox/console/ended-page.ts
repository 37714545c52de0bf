import { reply } from '../reply.ts';
/** What the seller sees. */
export function endedPage(status: number, ending: string): Response {
  return reply(status, ending, { 'content-type': 'text/html; charset=utf-8' });
}
