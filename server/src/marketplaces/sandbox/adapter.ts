import type { Vault } from '../../platform/encryption.ts';
import { enqueue } from '../../platform/queue.ts';
import type { InOrganization, OrgTransaction } from '../../platform/scope.ts';
import {
  type AgreementSnapshot,
  type JsonObject,
  type MarketplaceAdapter,
  MarketplaceError,
  type MarketplacePartner,
  type OfferSnapshot,
  type OfferSpec,
  type Subject,
} from '../adapter.ts';
import { agreementCommands } from './agreement-commands.ts';
import { capabilitiesOf } from './capabilities.ts';
import { publishJob } from './jobs.ts';
import { refusalsOf } from './marketplace-rules.ts';
import { agreementMirror, offerMirror } from './mirrors/index.ts';
import { createOfferChangePort } from './offer-changes.ts';
import { createProductPort } from './products.ts';
import { notificationSigner } from './signer.ts';
import {
  type AgreementTerms,
  findAgreement,
  findOffer,
  findOfferByKey,
  insertOfferOnce,
  type SandboxAgreement,
  type SandboxOffer,
} from './store.ts';

export type SandboxDeps = {
  inOrganization: InOrganization;
  vault: Vault;
  baseUrl: () => string;
  wake: () => void;
};

/** The sandbox, playing one marketplace for one organization. */
export function createSandboxAdapter(
  deps: SandboxDeps,
  organizationId: string,
  partner: MarketplacePartner,
): MarketplaceAdapter {
  const inside = <T>(work: (scope: OrgTransaction) => Promise<T>) =>
    deps.inOrganization(organizationId, 'sandbox', work);
  return {
    describe: () => capabilitiesOf(partner),
    ...createOfferChangePort({ inside, partner, wake: deps.wake }),
    ...createProductPort({ inside, organizationId, partner, wake: deps.wake }),
    createOffer: async (spec) => {
      const [refusal] = refusalsOf(partner, spec);
      if (refusal) throw new MarketplaceError(refusal.code, { permanent: true, readable: refusal.readable });
      const offer = await inside(async (scope) => {
        const made = await insertOfferOnce(scope, { partner, key: spec.key, spec: JSON.stringify(spec) });
        if (made.created) await scope.query(enqueue(scope, publishJob, { sandboxOfferId: made.offer.id }));
        return made.offer;
      });
      deps.wake();
      return { externalId: offer.id, warnings: [] };
    },
    validateOffer: (spec) =>
      refusalsOf(partner, spec).map(({ pointer, readable: message }) => ({ pointer, message })),
    findOffer: async (key) => {
      const offer = await inside((scope) => findOfferByKey(scope, partner, key));
      return offer && { externalId: offer.id, warnings: [] };
    },
    readOffer: async (externalId) => {
      const found = await inside(async (scope) => ({
        offer: await findOffer(scope, externalId),
        now: scope.now,
      }));
      const { offer, now } = found;
      return offer?.partner === partner ? showOffer(organizationId, deps.baseUrl(), offer, now) : undefined;
    },
    readAgreement: (externalId) =>
      inside(async (scope) => {
        const agreement = await findAgreement(scope, externalId);
        if (agreement?.partner !== partner) return undefined;
        const offer = agreement.sandbox_offer_id
          ? await findOffer(scope, agreement.sandbox_offer_id)
          : undefined;
        return showAgreement(organizationId, agreement, offer);
      }),
    ...agreementCommands(partner, inside, deps.wake),
    verifyNotification: async ({ headers, rawBody }) => {
      const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const body = notificationSigner(deps.vault, organizationId, partner).verify(rawBody, flat) as {
        subject: Subject;
      };
      return { id: flat['webhook-id'] as string, subject: body.subject };
    },
  };
}

const offerStatus: Record<SandboxOffer['state'], OfferSnapshot['status']> = {
  PUBLISHING: 'PENDING_CREATE',
  PUBLISHED: 'PENDING_ACCEPTANCE',
  FAILED: 'CREATE_FAILED',
  ACCEPTED: 'ACCEPTED',
  REJECTED: 'REJECTED',
  CANCELLED: 'CANCELLED',
};

function showOffer(organizationId: string, baseUrl: string, offer: SandboxOffer, now: Date): OfferSnapshot {
  const spec = JSON.parse(offer.spec) as OfferSpec;
  const expired = offer.state === 'PUBLISHED' && Date.parse(spec.expireTime ?? '') <= now.getTime();
  const status = expired ? 'EXPIRED' : offerStatus[offer.state];
  const shown = offerMirror({
    organizationId,
    id: offer.id,
    partner: offer.partner,
    key: offer.creation_key,
    state: status,
    spec,
    baseUrl,
    ...(spec.name === undefined ? {} : { name: spec.name }),
  });
  return {
    key: offer.creation_key,
    externalId: offer.id,
    status,
    subStatus: (shown.mirror.mkBPrivateOffer as { subState?: string } | undefined)?.subState,
    privateOfferUrl: shown.privateOfferUrl,
    failure: offer.failure ?? undefined,
    mirror: shown.mirror,
  };
}

const agreementStatus = (state: SandboxAgreement['state']): AgreementSnapshot['status'] =>
  state === 'PENDING_APPROVAL' ? 'PENDING_START' : state;

function showAgreement(
  organizationId: string,
  agreement: SandboxAgreement,
  offer: SandboxOffer | undefined,
): AgreementSnapshot {
  const terms = JSON.parse(agreement.terms) as AgreementTerms;
  const spec = offer ? (JSON.parse(offer.spec) as OfferSpec) : undefined;
  const externalProductId =
    spec?.externalProductId ?? terms.order?.productId ?? spec?.productId ?? 'sandbox-product';
  const shown = agreementMirror({
    organizationId,
    id: agreement.id,
    partner: agreement.partner,
    state: agreement.state,
    externalProductId,
    ...defined({
      externalOfferId: offer?.id,
      buyerName: terms.buyerName,
      endTime: terms.endTime ?? spec?.endTime,
      quantity: terms.quantity,
      planId: terms.planId,
      offerInfo: spec && chosen(spec.info, terms.buyerCommitQuantities),
      order: terms.order,
    }),
    externalBuyerId: terms.externalBuyerId,
    acceptedAt: terms.acceptedAt,
    startTime: terms.startTime,
  });
  return {
    externalId: agreement.id,
    version: agreement.version,
    status: agreementStatus(agreement.state),
    externalStatus: shown.externalStatus,
    needsApproval: agreement.state === 'PENDING_APPROVAL',
    offerKey: offer?.creation_key ?? terms.order?.offerId,
    externalOfferId: offer?.id,
    productId: spec?.productId ?? terms.order?.productId,
    externalProductId,
    externalBuyerId: terms.externalBuyerId,
    buyerName: terms.buyerName,
    acceptedAt: terms.acceptedAt,
    startTime: terms.startTime,
    endTime: terms.endTime,
    buyerCommitQuantities: terms.buyerCommitQuantities,
    quantity: terms.quantity ?? (spec && seatsIn(chosen(spec.info, terms.buyerCommitQuantities))),
    terms: terms.order ? orderedTerms(terms.order) : shown.terms,
    mirror: shown.mirror,
    billingAccountId: shown.billingAccountId,
  };
}

/** The offer's terms as the buyer took them: with the quantities that were left to the buyer. */
function chosen(info: JsonObject, quantities: Record<string, number> | undefined): JsonObject {
  const commits = info.commits as { key?: string }[] | undefined;
  if (!commits || !quantities) return info;
  const quantityOf = (key: string | undefined) =>
    key !== undefined && Object.hasOwn(quantities, key) ? quantities[key] : undefined;
  return {
    ...info,
    commits: commits.map((commit) => {
      const quantity = quantityOf(commit.key);
      return quantity === undefined ? commit : { ...commit, quantity };
    }),
  };
}

/** The seats of an offer that sells by seat. */
function seatsIn(info: JsonObject): number | undefined {
  const commits = (info.commits ?? []) as { type?: string; quantity?: number; minimumUsers?: number }[];
  const commit = commits.find(({ type }) => type === 'PER_USER');
  return commit?.quantity || commit?.minimumUsers || undefined;
}

/** What was ordered and for how much; nothing where the order left it to the public offer. */
const orderedTerms = (order: NonNullable<AgreementTerms['order']>): JsonObject | undefined =>
  order.amount === undefined && order.currency === undefined
    ? undefined
    : defined({ commitAmount: order.amount, currency: order.currency });

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<T>;
