import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  MarketplaceError,
  type OfferSnapshot,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import type { InTransaction } from '../platform/http/route.ts';
import type { OfferRow } from './columns.ts';
import {
  idsOfName,
  isNamedSo,
  partnerOfReplacements,
  type ReplacementFields,
  replacedName,
} from './prepare/relations.ts';
import { applySnapshot } from './reconcile.ts';
import type { WorkloadOffer } from './records.ts';
import { selectOffersByExternalIds } from './store.ts';

const pointer = '/metaInfo/replacedOfferResourceName';

/** Finds an offer of the organization by its name at the marketplace. */
export async function findReplaced(scope: OrgTransaction, name: string): Promise<OfferRow | undefined> {
  const found = selectOffersByExternalIds(scope, partnerOfReplacements, idsOfName(name));
  return (await scope.query<OfferRow>(found)).find((offer) => isNamedSo(offer, name));
}

/** Result of looking up an offer that has no stored record. */
export type LookUpResult =
  | { snapshot: OfferSnapshot; agreement: string | undefined }
  | 'no such offer'
  | 'not reached';

/**
 * Looks up an offer at its marketplace by name.
 * @throws MarketplaceError
 */
export async function askForReplaced(adapter: MarketplaceAdapter, name: string): Promise<LookUpResult> {
  if (!adapter.readOfferByName) return 'not reached';
  const snapshot = await adapter.readOfferByName(name);
  if (!snapshot) return 'no such offer';
  return { snapshot, agreement: await adapter.findAgreement?.(snapshot.externalId) };
}

/** Looks up an offer at its marketplace by name, if the marketplace can be reached. */
export async function readReplaced(
  adapter: MarketplaceAdapter | undefined,
  name: string,
): Promise<LookUpResult> {
  try {
    return adapter ? await askForReplaced(adapter, name) : 'not reached';
  } catch (error) {
    // The creation job reports a failed connection.
    if (error instanceof MarketplaceError) return 'not reached';
    throw error;
  }
}

/** Adopts an offer that the seller created at the marketplace. Its agreement is observed separately. */
export async function adoptReplaced(scope: OrgTransaction, name: string, asked: LookUpResult): Promise<void> {
  if (typeof asked === 'string' || (await findReplaced(scope, name))) return;
  await applySnapshot(scope, partnerOfReplacements, asked);
}

export const unknownReplaced: Finding = {
  pointer,
  message: 'must name an offer of this organization or of the seller’s account at the marketplace',
};

export const replacedNotReached =
  'metaInfo.replacedOfferResourceName is kept, but the marketplace could not be reached to look up this offer.';

/**
 * Looks up the offer to be replaced at its marketplace, if the organization has no record of it, and adopts it.
 * @param replacing reads the replacing offer; undefined if the request is a repeat
 * @throws 400 when the offer does not exist at the marketplace
 */
export async function lookUpReplaced(
  registry: AdapterRegistry,
  transaction: InTransaction,
  replacing: (scope: OrgTransaction) => Promise<WorkloadOffer | undefined>,
): Promise<void> {
  const missing = await transaction(async (scope) =>
    missingReplaced(scope, registry, await replacing(scope)),
  );
  if (!missing) return;
  const asked = await readReplaced(missing.adapter, missing.name);
  if (asked === 'no such offer') throw invalid([unknownReplaced]);
  await transaction((scope) => adoptReplaced(scope, missing.name, asked));
}

type MissingOffer = { name: string; adapter: MarketplaceAdapter | undefined };

/** Returns the name of the offer to be replaced, if the organization has no record of it. */
export async function missingReplaced(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  offer: ReplacementFields | undefined,
): Promise<MissingOffer | undefined> {
  const name = offer && replacedName(offer);
  if (!name || (await findReplaced(scope, name))) return undefined;
  return { name, adapter: registry.find(scope, partnerOfReplacements) };
}

/** Returns whether an offer replaces an offer that has no stored record. */
export async function isReplacedMissing(scope: OrgTransaction, offer: ReplacementFields): Promise<boolean> {
  const name = replacedName(offer);
  return name !== undefined && (await findReplaced(scope, name)) === undefined;
}
