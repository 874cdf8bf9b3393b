import { Decimal } from 'decimal.js';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { MarketplaceError } from '../errors.ts';
import type { JsonObject, OfferSpec } from '../specifications.ts';
import { notifyJob, publishJob } from './jobs.ts';
import { derive } from './mirrors/facts.ts';
import { resellerOf } from './mirrors/mkA-resale.ts';
import { isAuthorization } from './partners.ts';
import {
  insertOfferOnce,
  lockOffer,
  type SandboxOffer,
  type SandboxSpec,
  setOfferSpec,
  setOfferState,
} from './store.ts';

export type Resale = {
  name?: string | undefined;
  markupPercentage?: number | undefined;
  buyerAccountIds?: string[] | undefined;
  expireTime?: string | undefined;
};

/**
 * Acts on behalf of the partner for whom an offer waits. Creates an offer from an authorization, which
 * becomes USED, or passes an offer with several parties on to the buyer.
 */
export async function resell(
  scope: OrgTransaction,
  partner: string,
  offer: SandboxOffer,
  resale: Resale,
): Promise<void> {
  const spec = JSON.parse(offer.spec) as SandboxSpec;
  if (!isAuthorization(spec)) {
    await setOfferState(scope, offer.id, 'PUBLISHED');
    return enqueueNotification(scope, partner, offer.id);
  }
  await insertOffer(scope, partner, {
    offerType: 'CPPO',
    madeBy: 'RESELLER',
    name: resale.name ?? spec.name,
    productId: spec.productId,
    externalProductId: spec.externalProductId,
    externalBuyerId: undefined,
    buyerName: undefined,
    expireTime: resale.expireTime ?? spec.expireTime,
    endTime: spec.endTime,
    info: {
      ...withMarkup(spec.info, resale.markupPercentage),
      mkAChannelPartner: resellerOf(spec, scope.organizationId, derive),
      mkAMarkupPercentage: resale.markupPercentage ?? 0,
      ...(resale.buyerAccountIds ? { buyerMkAAccountIds: resale.buyerAccountIds } : {}),
    },
    metaInfo: spec.metaInfo.resellerIds ? { resellerIds: spec.metaInfo.resellerIds } : {},
    basedOn: { authorizationId: offer.id },
  });
  await setOfferState(scope, offer.id, 'USED');
  await enqueueNotification(scope, partner, offer.id);
}

/** Authorizes the seller to resell, on behalf of a vendor. Returns the authorization id. */
export const authorize = (
  scope: OrgTransaction,
  partner: string,
  granted: Omit<SandboxSpec, 'key' | 'madeBy' | 'offerType' | 'metaInfo'>,
): Promise<string> =>
  insertOffer(scope, partner, { ...granted, metaInfo: {}, offerType: 'CPPO_IN', madeBy: 'VENDOR' });

/** Creates an offer of a different party; the seller is notified of its publication. */
async function insertOffer(
  scope: OrgTransaction,
  partner: string,
  made: Omit<SandboxSpec, 'key'>,
): Promise<string> {
  const key = scope.newId('sbk');
  const { offer } = await insertOfferOnce(scope, { partner, key, spec: JSON.stringify({ ...made, key }) });
  await scope.query(enqueue(scope, publishJob, { sandboxOfferId: offer.id }));
  return offer.id;
}

const enqueueNotification = async (
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<void> => {
  const notice = { partner, kind: 'OFFER', externalId, noticeId: scope.newId('msg') } as const;
  await scope.query(enqueue(scope, notifyJob, notice));
};

/** Locks the authorization that an offer names. */
export const lockAuthorization = async (
  scope: OrgTransaction,
  { basedOn }: Pick<OfferSpec, 'basedOn'>,
): Promise<SandboxOffer | undefined> =>
  basedOn?.authorizationId ? lockOffer(scope, basedOn.authorizationId) : undefined;

/**
 * Requires that the authorization that an offer resells exists and is usable.
 * @throws MarketplaceError
 */
export async function requireAuthorization(
  scope: OrgTransaction,
  partner: string,
  { basedOn, offerType }: OfferSpec,
): Promise<SandboxOffer | undefined> {
  if (offerType !== 'CPPO') return undefined;
  const found = await lockAuthorization(scope, { basedOn });
  const spec = found && (JSON.parse(found.spec) as SandboxSpec);
  const open =
    found?.state === 'READY_TO_USE' && !(Date.parse(spec?.expireTime ?? '') <= scope.now.getTime());
  if (found?.partner === partner && open) return found;
  throw new MarketplaceError('INVALID_RESALE_AUTHORIZATION', {
    kind: 'refused',
    readable: 'The authorization that the offer resells does not exist or is not usable.',
  });
}

/**
 * Uses an authorization for an offer. Products without a seller's price cost the vendor's price plus the
 * margin.
 */
export async function useAuthorization(
  scope: OrgTransaction,
  authorization: SandboxOffer,
  offer: SandboxOffer,
): Promise<void> {
  const granted = JSON.parse(authorization.spec) as SandboxSpec;
  const spec = JSON.parse(offer.spec) as SandboxSpec;
  const own = priceFields.some((name) => ((spec.info[name] ?? []) as unknown[]).length > 0);
  const terms = own ? {} : withMarkup(granted.info, spec.info.mkAMarkupPercentage as number | undefined);
  await setOfferSpec(scope, offer.id, {
    ...spec,
    externalProductId: spec.externalProductId ?? granted.externalProductId,
    info: { ...terms, ...spec.info },
  });
  await setOfferState(scope, authorization.id, 'USED');
  await enqueueNotification(scope, authorization.partner, authorization.id);
}

const priceFields = ['commits', 'dimensions', 'paymentInstallments'] as const;
const amounts: Record<(typeof priceFields)[number], string> = {
  commits: 'rate',
  dimensions: 'rate',
  paymentInstallments: 'amount',
};

/** Adds a margin to prices. */
function withMarkup(info: JsonObject, markupPercentage = 0): JsonObject {
  const factor = new Decimal(markupPercentage).dividedBy(100).plus(1);
  const kept = ['currency', 'mkAAgreementDuration', 'eulaType', 'eulaUrl'];
  const rest = Object.fromEntries(kept.flatMap((name) => (name in info ? [[name, info[name]]] : [])));
  const lists = priceFields.flatMap((name) => {
    const list = info[name] as JsonObject[] | undefined;
    if (!list) return [];
    const field = amounts[name];
    const marked = list.map((item) =>
      typeof item[field] === 'number'
        ? { ...item, [field]: factor.times(item[field]).toDecimalPlaces(8).toNumber() }
        : item,
    );
    return [[name, marked]];
  });
  return { ...rest, ...Object.fromEntries(lists) };
}
