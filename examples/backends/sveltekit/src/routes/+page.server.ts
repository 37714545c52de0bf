import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({ user: locals.user });
