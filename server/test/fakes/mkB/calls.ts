import type { Caller } from './identity/apps.ts';

/** A checked call to an operation. */
export type Call = {
  caller: Caller;
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  /** Base address at which the interface was called, for addresses in responses. */
  base: string;
  /** Path below the base address. */
  path: string;
};

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
