/** Installs the packages of a folder. */
export function installFolder(folder: string): void {
  console.log(folder);
}
