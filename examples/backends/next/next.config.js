/** The backend runs on Node as it is: its SQLite store is part of Node, and nothing of it is for a bundle. */
export default { serverExternalPackages: ['vaultlink'] };
