import type { NextConfig } from 'next';

const { BACKEND_URL = 'http://127.0.0.1:8080' } = process.env;

const config: NextConfig = {
  // `vaultlink serve` is behind `/vault`, on the origin of the pages.
  rewrites: async () => [{ source: '/vault/:path*', destination: `${BACKEND_URL}/vault/:path*` }],
};

export default config;
