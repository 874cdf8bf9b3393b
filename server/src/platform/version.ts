import { readFileSync } from 'node:fs';

const { version: own } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The name and version of the program, in logs, metrics and at `/version`. */
export const service = { name: 'tradepost', version: own } as const;
