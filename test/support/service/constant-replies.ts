/**
 * The service's answers as text that is written once. Benchmarks and soaks use them in services of their own, which must cost as little as possible:
 * the stand-in parses each request and keeps it.
 */
import { pushReply, tokenReply } from './replies.ts';

const TOKEN_PATH = '/oauth/token';
const TOKENS = JSON.stringify(tokenReply('access-token-1', 'refresh-token-1'));
const PUSHED = JSON.stringify(pushReply('packet-1'));

/** Returns whether a call is a push: the only other one is for tokens. */
export const isPush = (path: string | undefined): boolean => path !== TOKEN_PATH;

/** Returns the reply of the service to any call, as JSON. */
export const replyTo = (path: string | undefined): string => (isPush(path) ? PUSHED : TOKENS);
