// The backend of the vault runs beside the development server.
export default { '/vault/**': { target: process.env.BACKEND_URL ?? 'http://127.0.0.1:8080' } };
