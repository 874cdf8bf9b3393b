import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * Path of an installed Chromium, if any. The headless version is preferred, because it uses a third of the
 * CPU time.
 */
export const chromiumFile = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((file) => file && existsSync(file));

/** Prints one line about skipped browser tests if Chromium is not installed. */
export function sayWhereThereIsNone(what: string): void {
  if (!chromiumFile) console.log(`${what}: no Chromium found; set CHROMIUM to its path.`);
}

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const lonely = ['--disable-background-networking', '--disable-component-update'];

export function launchChromium(): Promise<Browser> {
  if (!chromiumFile) throw new Error('there is no Chromium');
  // Chromium runs with the real time, because it hangs under libfaketime, which the tests use for other
  // dates.
  const { LD_PRELOAD: _, ...env } = process.env;
  return chromium.launch({ executablePath: chromiumFile, args: [...quiet, ...lonely], env });
}
