/** Copies the script tag and the files that it loads into `public/`. */
import { cpSync, mkdirSync, readdirSync } from 'node:fs';

const from = 'node_modules/vaultlink/dist';
mkdirSync('public', { recursive: true });
for (const file of readdirSync(from).filter((name) => /^vaultlink.*\.js$/.test(name))) {
  cpSync(`${from}/${file}`, `public/${file}`);
}
