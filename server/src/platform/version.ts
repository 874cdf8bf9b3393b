import { readFileSync } from 'node:fs';

const { version: own } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The name and version of the service, for logs, metrics and `/version`. */
export const service = { name: 'tradepost', version: own } as const;
