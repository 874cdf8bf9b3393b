import type { ServiceAccount } from './identity/accounts.ts';

/** A checked call to an operation. */
export type Call = {
  caller: ServiceAccount;
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** The first and the last byte that the caller asks for. */
  range?: readonly [first: number, last: number] | undefined;
  body: unknown;
};

/** A response that is a part of a file, or the whole file. */
export class Media {
  readonly bytes: Buffer;
  readonly contentRange: string | undefined;
  constructor(bytes: Buffer, contentRange: string | undefined) {
    this.bytes = bytes;
    this.contentRange = contentRange;
  }
}

export type Operations = Readonly<Record<string, (call: Call) => object>>;
