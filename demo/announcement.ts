import type { Demo } from './demo.ts';

/** Styles of text for a terminal. For a pipe or a file, they return the text unchanged. */
export interface Ink {
  bold: (text: string) => string;
  quiet: (text: string) => string;
}

/** Returns the text that the demo prints once it runs: its addresses, and how to stop it. */
export function announcement(demo: Omit<Demo, 'close'>, { bold, quiet }: Ink): string {
  const rows: [name: string, address: string, what: string][] = [
    ['Marketplace', demo.service, 'a sandbox, in memory'],
    ['Panel', demo.panel, 'connects vaults, and pushes into them'],
    ['Club', demo.club, 'the same, with a backend of its own'],
  ];
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const addressWidth = Math.max(...rows.map(([, address]) => address.length));
  const lines = rows.map(([name, address, what]) =>
    quiet(`${name.padEnd(nameWidth)}   ${address.padEnd(addressWidth)}   ${what}`),
  );
  const { takenPorts } = demo;
  return [
    '',
    bold('Vaultlink demo'),
    `Open ${bold(demo.sample)}`,
    '',
    ...lines,
    '',
    ...(takenPorts.length
      ? [quiet(`Not to be had: port ${takenPorts.join(', ')}. Free ones are used instead.`)]
      : []),
    quiet('Ctrl+C stops it.'),
    '',
  ]
    .map((line) => line && `  ${line}`)
    .join('\n');
}
