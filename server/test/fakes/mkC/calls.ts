import type { ServiceAccount } from './identity/accounts.ts';

/** A checked call to an operation. */
export type Call = {
  caller: ServiceAccount;
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
};

export type Operations = Readonly<Record<string, (call: Call) => object>>;
