import { beginBackfill } from '../knowledge/index.ts';
import { announceImport } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { findPasses } from './pass-store.ts';
import type { StreamName } from './streams.ts';

const nouns: Readonly<Record<StreamName, [one: string, more: string]>> = {
  PRODUCTS: ['product', 'products'],
  OFFERS: ['offer', 'offers'],
  AGREEMENTS: ['entitlement', 'entitlements'],
};

/** Tells once what an import has brought, in the place of an event of each; and has it found by the search. */
export async function announce(scope: OrgTransaction, partner: string): Promise<void> {
  const passes = await findPasses(scope, partner, 'IMPORT');
  const madeOf = (stream: StreamName) => passes.find((pass) => pass.stream === stream)?.made ?? 0;
  const counts = {
    products: madeOf('PRODUCTS'),
    offers: madeOf('OFFERS'),
    entitlements: madeOf('AGREEMENTS'),
  };
  const words = Object.entries(nouns).map(([stream, [one, more]]) => {
    const count = madeOf(stream as StreamName);
    return `${count} ${count === 1 ? one : more}`;
  });
  await announceImport(scope, partner, { name: words.join(', '), ...counts });
  await beginBackfill(scope, 'PRODUCT');
}
