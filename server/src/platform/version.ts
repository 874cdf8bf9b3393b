import { readFileSync } from 'node:fs';

const { version: own } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What the program is called, in logs, metrics and at `/version`, and which one it is. */
export const service = { name: 'tradepost', version: own } as const;
