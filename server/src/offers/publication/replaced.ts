import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  MarketplaceError,
  type OfferSnapshot,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { invalid } from '../../platform/errors.ts';
import type { InTransaction } from '../../platform/http/route.ts';
import type { OfferRow } from '../columns.ts';
import {
  idsOfName,
  isNamedSo,
  partnerOfReplacements,
  type Replacing,
  replacedName,
} from '../prepare/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { selectOffersByExternalIds } from '../store.ts';
import { applySnapshot } from './reconciliation-job.ts';

const pointer = '/metaInfo/replacedOfferResourceName';

/** The offer of ours that the marketplace calls so. */
export async function findReplaced(scope: OrgTransaction, name: string): Promise<OfferRow | undefined> {
  const found = selectOffersByExternalIds(scope, partnerOfReplacements, idsOfName(name));
  return (await scope.query<OfferRow>(found)).find((offer) => isNamedSo(offer, name));
}

/** The answer of a marketplace about an offer that is not ours. */
export type Asked =
  | { snapshot: OfferSnapshot; agreement: string | undefined }
  | 'no such offer'
  | 'not reached';

/** Reads the offer of a name at its marketplace. @throws MarketplaceError */
export async function askForReplaced(adapter: MarketplaceAdapter, name: string): Promise<Asked> {
  if (!adapter.readOfferByName) return 'not reached';
  const snapshot = await adapter.readOfferByName(name);
  if (!snapshot) return 'no such offer';
  return { snapshot, agreement: await adapter.findAgreement?.(snapshot.externalId) };
}

/** Reads the offer of a name at its marketplace, if that can be asked just now. */
export async function readReplaced(adapter: MarketplaceAdapter | undefined, name: string): Promise<Asked> {
  try {
    return adapter ? await askForReplaced(adapter, name) : 'not reached';
  } catch (error) {
    // The creation of the offer will report what is wrong with the connection.
    if (error instanceof MarketplaceError) return 'not reached';
    throw error;
  }
}

/** Keeps an offer that the seller made at the marketplace itself; its agreement is read in its turn. */
export async function adoptReplaced(scope: OrgTransaction, name: string, asked: Asked): Promise<void> {
  if (typeof asked === 'string' || (await findReplaced(scope, name))) return;
  await applySnapshot(scope, partnerOfReplacements, asked);
}

export const unknownReplaced: Finding = {
  pointer,
  message: 'must name an offer of this organization, or one that the seller has at the marketplace',
};

export const replacedNotReached =
  'metaInfo.replacedOfferResourceName is kept, but the marketplace could not be asked for the offer that it names.';

/**
 * Looks an offer that is to be replaced up at its marketplace, where it is not ours, and keeps it.
 * @param replacing reads the offer that is to replace it, or nothing where that has its answer already
 * @throws 400 when the marketplace does not have it either
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

export type Missing = { name: string; adapter: MarketplaceAdapter | undefined };

/** The offer that another one is to replace, when it is not ours. */
export async function missingReplaced(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  offer: Replacing | undefined,
): Promise<Missing | undefined> {
  const name = offer && replacedName(offer);
  if (!name || (await findReplaced(scope, name))) return undefined;
  return { name, adapter: registry.find(scope, partnerOfReplacements) };
}

/** Says whether an offer is to replace one that is not ours. */
export async function isReplacedMissing(scope: OrgTransaction, offer: Replacing): Promise<boolean> {
  const name = replacedName(offer);
  return name !== undefined && (await findReplaced(scope, name)) === undefined;
}
