import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The file of a Chromium of this machine, if there is one: that without a window takes a third of the processor time. */
export const chromiumFile = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((file) => file && existsSync(file));

/** Says in a plain line that what needs a browser was left out, where there is none. */
export function sayWhereThereIsNone(what: string): void {
  if (!chromiumFile) console.log(`${what}: there is no Chromium; CHROMIUM names the file of one.`);
}

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const lonely = ['--disable-background-networking', '--disable-component-update'];

export function launchChromium(): Promise<Browser> {
  if (!chromiumFile) throw new Error('there is no Chromium');
  // Chromium hangs under libfaketime, by which the tests run on other dates: it keeps the true time.
  const { LD_PRELOAD: _, ...env } = process.env;
  return chromium.launch({ executablePath: chromiumFile, args: [...quiet, ...lonely], env });
}
