import { bff } from '#lib/bff.ts';
import type { RequestHandler } from './$types';

export const fallback: RequestHandler = ({ request }) => bff.fetch(request);
