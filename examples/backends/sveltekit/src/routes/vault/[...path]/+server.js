import { bff } from '#lib/bff.js';

export const fallback = ({ request }) => bff.fetch(request);
