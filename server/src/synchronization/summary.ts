import { beginBackfill } from '../knowledge/index.ts';
import { announceImport, notePass } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { findPasses, type PassName } from './pass-store.ts';
import type { StreamName } from './streams.ts';

const nouns: Readonly<Record<StreamName, [one: string, more: string]>> = {
  PRODUCTS: ['product', 'products'],
  OFFERS: ['offer', 'offers'],
  AGREEMENTS: ['entitlement', 'entitlements'],
};

const titles: Readonly<Record<StreamName, string>> = {
  PRODUCTS: 'Products',
  OFFERS: 'Offers',
  AGREEMENTS: 'Agreements',
};

/**
 * Records the results of the passes on the integration: the failed lists, and the rejected parts of the other
 * lists.
 */
export async function reportPasses(scope: OrgTransaction, partner: string, pass: PassName): Promise<void> {
  const passes = await findPasses(scope, partner, pass);
  const wordsOf = (of: 'failure' | 'refused') =>
    passes
      .flatMap(({ stream, [of]: words }) => (words === null ? [] : `${titles[stream]}: ${words}`))
      .join(' ');
  const [failure, refused] = [wordsOf('failure'), wordsOf('refused')];
  await notePass(scope, {
    partner,
    stream: pass,
    ...(failure ? { failure } : {}),
    ...(refused ? { refused } : {}),
  });
}

/** Records one event for all records of an import, and enqueues them for search. */
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
