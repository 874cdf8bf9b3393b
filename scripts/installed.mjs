import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Whether a package's list includes a platform; `!win32` means all platforms except win32. */
const takes = (named, value) =>
  !named ||
  (named.some((each) => !each.startsWith('!')) ? named.includes(value) : !named.includes(`!${value}`));

/** Whether npm may omit a package of the lock file on this machine. */
const mayBeAbsent = ({ optional, os, cpu, libc }, machine) =>
  optional === true &&
  // An optional package without a platform list is a dependency of packages for other platforms.
  (!(os || cpu) || !takes(os, machine.os) || !takes(cpu, machine.cpu) || !takes(libc, machine.libc));

const isSame = (a, b) => a.version === b.version && a.integrity === b.integrity && a.link === b.link;

/**
 * Determines the completeness of an installation.
 * @param locked the packages of package-lock.json, by folder
 * @param recorded the packages that npm recorded in node_modules
 * @param machine its os, cpu and libc
 * @param isPresent whether a package's folder exists
 * @returns `whole`; `lean` if only development tools are missing; undefined if an installation is necessary
 */
export function extentOf(locked, recorded, machine, isPresent) {
  const isTrue = ([folder, record]) =>
    locked[folder] !== undefined && isSame(locked[folder], record) && isPresent(folder);
  if (!Object.entries(recorded).every(isTrue)) return undefined;
  const absent = Object.entries(locked)
    .filter(([folder, locked]) => folder !== '' && !recorded[folder] && !mayBeAbsent(locked, machine))
    .map(([, locked]) => locked);
  if (absent.length === 0) return 'whole';
  return absent.every(({ dev }) => dev === true) ? 'lean' : undefined;
}

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};

/** Determines the completeness of a checkout's installation, where npm may have been run manually. */
export function installedExtent(root) {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return undefined;
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const machine = { os: process.platform, cpu: process.arch, libc };
  const isPresent = (folder) => existsSync(path.join(root, folder, 'package.json'));
  return extentOf(packagesIn(path.join(root, 'package-lock.json')), packagesIn(record), machine, isPresent);
}
