export const load = ({ locals }) => ({ user: locals.user });
