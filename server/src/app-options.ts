import type { Logger } from 'pino';
import type { PasswordCost } from './authentication/wiring.ts';
import type { AdapterRegistry, Connectors } from './marketplaces/index.ts';
import type { ServerDeps } from './platform/http/server.ts';
import type { OutsideFetch } from './platform/outside/outside-fetch.ts';
import type { Config } from './platform/system/config.ts';

/** The options of the service. All optional fields are for tests. */
export type AppOptions = {
  config: Config;
  connectionString: string;
  masterKey: string;
  log: Logger;
  /** Replaces the marketplace adapters. */
  registry?: (own: AdapterRegistry) => AdapterRegistry;
  /** Replaces the connectors to real marketplaces. */
  connectors?: Connectors;
  /** Address of payment provider A. */
  payAAt?: { host: string; port: number; protocol: 'http' };
  /** Replaces the fetch function for documents at external URLs. */
  fetchDocument?: OutsideFetch;
  /** Replaces the fetch function for pictures of sellers. */
  fetchPicture?: OutsideFetch;
  /** Replaces the fetch function for organizations' own language models. */
  fetchChat?: OutsideFetch;
  /** The timeout of a language model. Default: a minute. */
  chatTimeoutMs?: number;
  /** The maximum time for a request to arrive. Default: a minute. */
  requestTimeoutMs?: number;
  /** The maximum time without progress while a long response is sent. Default: a minute. */
  answerIdleMs?: number;
  /** The delay of a rejection after too many attempts. Default: a second. */
  refuseAfterMs?: number;
  /** The limits for discarding the rest of a rejected request body. */
  lingering?: ServerDeps['lingering'];
  /** The cost of password hashes. Tests use a lower cost, because the default cost is slow. */
  passwordCost?: PasswordCost;
  /** Receives errors that an operation returns without declaring them. */
  onUndeclared?: ServerDeps['onUndeclared'];
  /** The folder of the built console. */
  consoleFolder?: string;
  /** The time limit for rendering an organization's template, independent of the speed of the machine. */
  templateMs?: number;
};
