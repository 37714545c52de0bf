import { bff } from '@/lib/bff';

const handler = (request: Request) => bff.fetch(request);

export { handler as GET, handler as POST, handler as DELETE };
