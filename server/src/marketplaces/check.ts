import type { MarketplaceAdapter, Page } from './adapter.ts';
import type { Check, IntegrationSettings } from './credentials.ts';

/** Time limit of each call. */
const callMs = 60_000;

/**
 * Checks a marketplace connection without changing anything there: the credentials, the first page of each
 * list, the first item of each list individually, and the comparison with the local test service if the
 * adapter implements a comparison. A failed check is reported; the remaining checks still run.
 */
export async function* checkMarketplace(
  adapter: MarketplaceAdapter,
  settings: IntegrationSettings,
): AsyncGenerator<Check> {
  yield* checkCredentials(adapter, settings);
  yield* checkList('listProducts', (query) => adapter.listProducts(query), adapter.readProduct);
  yield* checkList('listOffers', adapter.listOffers, adapter.readOffer);
  yield* checkList('listAgreements', adapter.listAgreements, adapter.readAgreement);
  const { findDifferences } = adapter;
  if (!findDifferences) return;
  const found = await tryCall('findDifferences', () => findDifferences(AbortSignal.timeout(callMs)));
  if ('failed' in found) yield found.failed;
  else if (found.answer.length === 0)
    yield {
      name: 'findDifferences',
      passed: true,
      message: 'responses match the local test service',
    };
  else yield* found.answer;
}

async function* checkCredentials(
  { verifyCredentials }: MarketplaceAdapter,
  settings: IntegrationSettings,
): AsyncGenerator<Check> {
  const name = 'verifyCredentials';
  if (!verifyCredentials)
    return yield { name, passed: true, message: 'the marketplace does not support this check' };
  const found = await tryCall(name, () => verifyCredentials(settings, AbortSignal.timeout(callMs)));
  if ('failed' in found) return yield found.failed;
  const { verified, message, checks = [], account } = found.answer;
  for (const check of checks) yield { ...check, message: check.message ?? '' };
  const words = [message, account && `account ${account}`].filter((text) => text !== undefined);
  yield { name, passed: verified, message: words.join(', ') };
}

/**
 * Checks the first page of a list and reads its first item.
 * @param read reads one item by its id; undefined for a missing item
 */
async function* checkList(
  name: string,
  list: ((query: object) => Promise<Page<{ externalId: string }>>) | undefined,
  read: (externalId: string) => Promise<{ externalId: string } | undefined>,
): AsyncGenerator<Check> {
  if (!list) return yield { name, passed: true, message: 'the marketplace does not have this list' };
  const found = await tryCall(name, () => list({}));
  if ('failed' in found) return yield found.failed;
  const { items, cursor } = found.answer;
  const more = cursor === undefined ? '' : '; more pages follow';
  yield { name, passed: true, message: `items on the first page: ${items.length}${more}` };
  const [first] = items;
  if (!first) return;
  const single = await tryCall(`${name}: ${first.externalId}`, () => read(first.externalId));
  if ('failed' in single) return yield single.failed;
  const isThere = single.answer?.externalId === first.externalId;
  yield {
    name: `${name}: ${first.externalId}`,
    passed: isThere,
    message: isThere ? 'can be read' : 'is listed, but cannot be read',
  };
}

async function tryCall<T>(name: string, call: () => Promise<T>): Promise<{ answer: T } | { failed: Check }> {
  try {
    return { answer: await call() };
  } catch (error) {
    return { failed: { name, passed: false, message: (error as Error).message } };
  }
}
