import type { Logger } from 'pino';
import type { PasswordCost } from './authentication/index.ts';
import type { AdapterRegistry, Connectors } from './marketplaces/index.ts';
import type { ServerDeps } from './platform/http/server.ts';
import type { OutsideFetch } from './platform/outside/outside-fetch.ts';
import type { Config } from './platform/system/config.ts';

/** What the program is made with; everything optional is for tests. */
export type AppOptions = {
  config: Config;
  connectionString: string;
  masterKey: string;
  log: Logger;
  /** Replaces the adapters, for tests. */
  registry?: (own: AdapterRegistry) => AdapterRegistry;
  /** Replaces the connectors to real marketplaces, for tests. */
  connectors?: Connectors;
  /** Where payment provider A is, for tests. */
  payAAt?: { host: string; port: number; protocol: 'http' };
  /** Replaces the asking for documents at others' addresses, for tests. */
  fetchDocument?: OutsideFetch;
  /** Replaces the asking of organizations' own language models, for tests. */
  fetchChat?: OutsideFetch;
  /** How long a language model may take to answer, for tests: a minute otherwise. */
  chatTimeoutMs?: number;
  /** How long a request may take to arrive, for tests: a minute otherwise. */
  requestTimeoutMs?: number;
  /** For how long a caller may take nothing of a long answer, where tests cannot wait for it. */
  answerIdleMs?: number;
  /** How long a refusal of too many attempts is held back, where tests cannot wait for it: a second otherwise. */
  refuseAfterMs?: number;
  /** Bounds of what is discarded of a refused body, for tests. */
  lingering?: ServerDeps['lingering'];
  /** What the hash of a password costs, where the usual cost would make tests slow. */
  passwordCost?: PasswordCost;
  /** Receives errors that an operation answers and does not declare, for tests. */
  onUndeclared?: ServerDeps['onUndeclared'];
  /** Where the console lies, for tests. */
  consoleFolder?: string;
  /** How long a template of an organization may take, where machines that are faster would spoil a test. */
  templateMs?: number;
};
