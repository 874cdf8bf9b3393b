import { createHash } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Creates a generator of identifiers in the marketplace’s format. The same seed results in the same sequence.
 */
export function createIds(seed: string) {
  let count = 0;
  const bytes = () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest();
  };
  const word = (length: number) =>
    [...bytes()]
      .slice(0, length)
      .map((byte) => letters[byte % 32])
      .join('');
  const hex = (length: number) => bytes().toString('hex').slice(0, length);
  return {
    word,
    hex,
    account: () =>
      [...bytes()]
        .slice(0, 12)
        .map((byte, at) => (at ? byte % 10 : (byte % 9) + 1))
        .join(''),
    uuid: () => hex(32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5'),
    accessKey: (kind: 'AKIA' | 'ASIA') => `${kind}${word(16).toUpperCase()}`,
    secret: () => bytes().toString('base64').slice(0, 40),
    sessionToken: () => Buffer.concat([bytes(), bytes(), bytes()]).toString('base64'),
    offer: () => `offer-${word(13)}`,
    offerSet: () => `offerset-${word(13)}`,
    product: () => `prod-${word(13)}`,
    productCode: () => word(25),
    resaleAuthorization: () => `resaleauthz-${word(13)}`,
    changeSet: () => word(25),
    agreement: () => `agmt-${word(25)}`,
    cancellation: () => `acr-${word(25)}`,
    term: () => `term-${hex(32)}`,
  };
}
export type Ids = ReturnType<typeof createIds>;
