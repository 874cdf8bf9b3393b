import { createHash } from 'node:crypto';

/** Creates a generator of identifiers. The same seed results in the same sequence. */
export function createIds(seed: string) {
  let count = 0;
  const bytes = () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest();
  };
  const hex = (length: number) => bytes().toString('hex').slice(0, length);
  /** Returns digits that do not begin with 0. */
  const digits = (length: number) =>
    `${1 + ((bytes()[0] ?? 0) % 9)}${BigInt(`0x${bytes().toString('hex')}`)}`.slice(0, length);
  return {
    hex,
    digits,
    text: (length: number) => bytes().toString('base64url').slice(0, length),
    uuid: () => hex(32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5'),
    accessToken: () => `ya29.${bytes().toString('base64url')}${bytes().toString('base64url')}`,
    billingAccount: () =>
      `billingAccounts/${hex(18)
        .toUpperCase()
        .replace(/^(.{6})(.{6})(.{6})$/, '$1-$2-$3')}`,
  };
}
export type Ids = ReturnType<typeof createIds>;
