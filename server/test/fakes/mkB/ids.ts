import { createHash } from 'node:crypto';

/** Creates a generator of identifiers. The same seed results in the same sequence. */
export function createIds(seed: string) {
  let count = 0;
  const bytes = () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest();
  };
  const hex = (length: number) => bytes().toString('hex').slice(0, length);
  const text = (length: number) => bytes().toString('base64url').slice(0, length);
  return {
    hex,
    uuid: () => hex(32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5'),
    secret: () => `${text(3)}8Q~${text(34)}`,
    accessToken: () => `${text(40)}.${text(40)}.${text(40)}`,
    /** A purchase token, whose characters have to be decoded from the landing page’s address. */
    purchaseToken: () => `${bytes().toString('base64')}+/${bytes().toString('base64')}`,
  };
}
export type Ids = ReturnType<typeof createIds>;
