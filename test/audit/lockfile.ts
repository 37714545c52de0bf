import { globSync } from 'node:fs';

/** What the lockfile says of a package. */
interface LockedPackage {
  /** Only where it is not that of the folder. */
  name?: string;
  integrity?: string;
  /** Where it is to be had, if that is not the registry: .npmrc leaves the registry's addresses out. */
  resolved?: string;
  link?: boolean;
  license?: string;
  /** Only development needs it, or a package of development together with an optional one. */
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  peerDependencies?: Readonly<Record<string, string>>;
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
}

/** `package-lock.json`, as far as it is looked at. */
export interface Lockfile {
  packages: Readonly<Record<string, LockedPackage>>;
}

/** `package.json`, as far as it is looked at. */
export interface Manifest {
  /** Packages with an install script, and whether it may run. */
  allowScripts?: Readonly<Record<string, boolean>>;
}

/** The paths of the lockfiles: that of the root, and those of the folders with packages of their own. */
export const lockfiles = (): string[] =>
  globSync(['package-lock.json', '{docs,test}/**/package-lock.json'], {
    exclude: (path) => path.includes('node_modules'),
  }).sort();

/** Licences that a package which others install along with ours may have: none of them asks anything of who uses it but its own notice. */
const LICENCES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];

/** Lists what can be told of the dependencies without a registry: a sentence for each thing that is not as it should be. */
export function findingsIn({ packages }: Lockfile, { allowScripts = {} }: Manifest): string[] {
  const locked = Object.entries(packages).filter(([path]) => path);
  const runtime = runtimePathsOf({ packages });
  const decided = new Set(Object.keys(allowScripts));
  const findings = locked.flatMap(([path, one]) => {
    const name = nameOf(path, one);
    return [
      !one.integrity?.startsWith('sha512-') && `${path} has no SHA-512 of its content`,
      (one.resolved ?? one.link) && `${path} is not from the registry: ${one.resolved ?? 'a link'}`,
      one.hasInstallScript &&
        !decided.has(name) &&
        `${path} has an install script that "allowScripts" does not decide on`,
      runtime.has(path) &&
        !LICENCES.includes(one.license ?? '') &&
        `${path} has the licence ${one.license ?? '(none)'}`,
    ].filter((finding) => typeof finding === 'string');
  });
  const withScript = new Set(
    locked.filter(([, one]) => one.hasInstallScript).map(([path, one]) => nameOf(path, one)),
  );
  const stale = [...decided].filter((name) => !withScript.has(name));
  return [
    ...findings,
    ...stale.map((name) => `"allowScripts" names ${name}, which has no install script`),
  ];
}

/** Counts the packages, and those of them that others install along with ours. */
export function countsOf(lockfile: Lockfile): { all: number; runtime: number } {
  const all = Object.keys(lockfile.packages).filter((path) => path).length;
  return { all, runtime: runtimePathsOf(lockfile).size };
}

/** The names of the packages that others install along with ours. */
export const runtimeNamesOf = (lockfile: Lockfile): Set<string> =>
  new Set([...runtimePathsOf(lockfile)].map((path) => nameOf(path, lockfile.packages[path])));

/**
 * The paths of the packages that others install along with ours: its dependencies, and its peers with what these need. To npm a peer is a package of
 * development here, since our tests need it.
 */
export function runtimePathsOf({ packages }: Lockfile): Set<string> {
  const paths = new Set(
    Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
      .map(([path]) => path),
  );
  const find = (from: string, name: string): string | undefined => {
    const path = `${from && `${from}/`}node_modules/${name}`;
    if (path in packages) return path;
    return from ? find(from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''), name) : undefined;
  };
  const add = (from: string, name: string) => {
    const path = find(from, name);
    if (path) paths.add(path);
  };
  for (const name of Object.keys(packages['']?.peerDependencies ?? {})) add('', name);
  // A set is gone through with what is added meanwhile.
  for (const path of paths) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(path, name);
    for (const name of Object.keys(peerDependencies ?? {}))
      if (!peerDependenciesMeta?.[name]?.optional) add(path, name);
  }
  return paths;
}

const nameOf = (path: string, one: LockedPackage | undefined) =>
  one?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
