import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import { completedChange } from '../changes.ts';
import type { MarketplacePartner } from '../partners.ts';
import type { OfferSnapshot } from '../snapshots.ts';
import type { OfferSpec } from '../specifications.ts';
import { agreementCommands } from './agreement-commands.ts';
import { findAgreement, findAgreementOfOffer } from './agreement-store.ts';
import { requireBasis } from './bases.ts';
import { createAccountPort } from './buyer-accounts.ts';
import { createRequestPort } from './buyer-requests.ts';
import { capabilitiesOf } from './capabilities.ts';
import { type RunInOrganization, withFaults } from './faults.ts';
import { publishJob } from './jobs.ts';
import { requireAccepted } from './judgement.ts';
import { createListPort } from './lists.ts';
import { offerMirror } from './mirrors/index.ts';
import { createOfferChangePort } from './offer-changes.ts';
import { createSandboxOfferLinks } from './offer-links.ts';
import { createRevenuePort } from './payouts/port.ts';
import { createRefundPort } from './payouts/refunds.ts';
import { createProductPort } from './products.ts';
import { createPurchasePort } from './purchases.ts';
import { lockAuthorization, requireAuthorization, useAuthorization } from './resale.ts';
import { showAgreement } from './show-agreement.ts';
import { notificationSigner, readSigned } from './signer.ts';
import { slowChangePort } from './slow-changes.ts';
import { published, type SandboxOfferState } from './states.ts';
import {
  findOffer,
  findOfferByKey,
  insertOfferOnce,
  offerById,
  offerByKey,
  type SandboxOffer,
  type SandboxSpec,
} from './store.ts';
import { createUsagePort } from './usage-port.ts';

export type SandboxDeps = {
  inOrganization: InOrganization;
  /** Runs work in a transaction that is shared by concurrent calls. */
  shared: InOrganization;
  vault: Vault;
  baseUrl: () => string;
  wake: () => void;
};

/** Creates the adapter with which the sandbox simulates one marketplace for one organization. */
export function createSandboxAdapter(
  deps: SandboxDeps,
  organizationId: string,
  partner: MarketplacePartner,
): MarketplaceAdapter {
  const inside: RunInOrganization = (work, first) =>
    deps.inOrganization(organizationId, 'sandbox', work, first);
  return withFaults((way) => createPort(deps, organizationId, partner, way), {
    organizationId,
    partner,
    inside,
    shared: (work, first) => deps.shared(organizationId, 'sandbox', work, first),
  });
}

/** Creates the adapter methods without injected faults; `inside` opens their transactions. */
function createPort(
  deps: SandboxDeps,
  organizationId: string,
  partner: MarketplacePartner,
  inside: RunInOrganization,
): MarketplaceAdapter {
  const adapter: MarketplaceAdapter = {
    describe: () => ({ ...capabilitiesOf(partner), showsKeys: true }),
    ...createOfferChangePort({ inside, partner, wake: deps.wake }),
    ...createProductPort({ inside, organizationId, partner, wake: deps.wake }),
    ...slowChangePort(inside, partner, () => adapter),
    ...createListPort({
      inside,
      organizationId,
      partner,
      show: (offer, now) => showOffer(deps, organizationId, offer, now),
    }),
    ...createUsagePort(partner, inside),
    ...createRevenuePort(partner, inside),
    ...createRefundPort(partner, inside),
    ...createRequestPort(partner, inside, deps.wake),
    ...createAccountPort(partner, inside),
    ...createPurchasePort({ vault: deps.vault, organizationId, partner }, inside),
    createOffer: async (spec) => {
      const known = offerByKey(organizationId, partner, spec.key);
      const work: Creation = (scope, [made]) => createOnce(scope, partner, spec, made as SandboxOffer[]);
      const offer = await inside(work, [known]);
      deps.wake();
      return completedChange(offer.id);
    },
    findOffer: async (key) => {
      const offer = await inside((scope) => findOfferByKey(scope, partner, key));
      return offer && completedChange(offer.id);
    },
    readOffer: async (externalId) => {
      const found = await inside(
        async (scope, [offers]) => ({ offer: (offers as SandboxOffer[])[0], now: scope.now }),
        [offerById(organizationId, externalId)],
      );
      const { offer, now } = found;
      return offer?.partner === partner ? showOffer(deps, organizationId, offer, now) : undefined;
    },
    readOfferByName: async (name) => {
      // The name at the marketplace ends with the id, and the whole name must match.
      const snapshot = await adapter.readOffer(name.slice(name.lastIndexOf('/') + 1));
      const { name: known } = (snapshot?.mirror.mkCPrivateOffer ?? {}) as { name?: string };
      return known === name ? snapshot : undefined;
    },
    readAgreement: (externalId) =>
      inside((scope) => readAgreement(scope, organizationId, partner, externalId)),
    findAgreement: (externalOfferId) =>
      inside(async (scope) => {
        const agreement = await findAgreementOfOffer(scope, externalOfferId);
        return agreement?.partner === partner ? agreement.id : undefined;
      }),
    ...agreementCommands(partner, inside, deps.wake),
    verifyNotification: async (raw) =>
      readSigned(notificationSigner(deps.vault, organizationId, partner), raw),
  };
  return adapter;
}

type Creation = (scope: OrgTransaction, found: readonly Row[][]) => Promise<SandboxOffer>;

/** Referenced records are not stored with the offer. */
const withoutRecords = ({ productInfo: _product, basedOn, ...spec }: OfferSpec): OfferSpec => {
  const { authorizationInfo: _authorization, ...named } = basedOn ?? {};
  return { ...spec, ...(basedOn ? { basedOn: named } : {}) };
};

/** Creates an offer, or returns the offer that an earlier call with this key created. */
async function createOnce(
  scope: OrgTransaction,
  partner: MarketplacePartner,
  spec: OfferSpec,
  [made]: readonly SandboxOffer[],
): Promise<SandboxOffer> {
  // The lock on the authorization serializes calls, so that a repeated call returns the existing offer
  // instead of failing on the used authorization.
  const alone = await lockAuthorization(scope, spec);
  const known = alone ? await findOfferByKey(scope, partner, spec.key) : made;
  if (known) return known;
  const filled = await requireAccepted(scope, partner, spec);
  await requireBasis(scope, partner, spec);
  const authorization = await requireAuthorization(scope, partner, spec);
  const { offer, created } = await insertOfferOnce(scope, {
    partner,
    key: spec.key,
    spec: JSON.stringify(withoutRecords(filled)),
  });
  if (created && authorization) await useAuthorization(scope, authorization, offer);
  if (created) scope.send(enqueue(scope, publishJob, { sandboxOfferId: offer.id }));
  return offer;
}

async function readAgreement(
  scope: OrgTransaction,
  organizationId: string,
  partner: MarketplacePartner,
  externalId: string,
) {
  const agreement = await findAgreement(scope, externalId);
  if (agreement?.partner !== partner) return undefined;
  const offerId = agreement.pending_offer_id ?? agreement.sandbox_offer_id;
  const offer = offerId ? await findOffer(scope, offerId) : undefined;
  return showAgreement(organizationId, agreement, offer);
}

const offerStatus: Record<SandboxOfferState, OfferSnapshot['status']> = {
  PUBLISHING: 'PENDING_CREATE',
  PUBLISHED: 'PENDING_ACCEPTANCE',
  FAILED: 'CREATE_FAILED',
  ACCEPTED: 'ACCEPTED',
  REJECTED: 'REJECTED',
  CANCELLED: 'CANCELLED',
  AWAITING_PARTNER: 'PENDING_PARTNER_ACTION',
  READY_TO_USE: 'READY_TO_USE',
  USED: 'USED',
  RESTRICTED: 'RESTRICTED',
};

function showOffer(deps: SandboxDeps, organizationId: string, offer: SandboxOffer, now: Date): OfferSnapshot {
  const spec = JSON.parse(offer.spec) as SandboxSpec;
  const isOver = [spec.expireTime, spec.endTime].some((time) => Date.parse(time ?? '') <= now.getTime());
  const expired = published.includes(offer.state) && isOver;
  const status = expired ? 'EXPIRED' : offerStatus[offer.state];
  const shown = offerMirror({
    organizationId,
    id: offer.id,
    partner: offer.partner,
    key: offer.creation_key,
    state: status,
    spec,
    url: createSandboxOfferLinks(deps).link(offer.partner, { organizationId, id: offer.id }),
    ...(spec.name === undefined ? {} : { name: spec.name }),
  });
  return {
    key: spec.madeBy ? undefined : offer.creation_key,
    externalId: offer.id,
    status,
    ...(spec.madeBy ? { madeElsewhere: { ...spec, bySeller: spec.madeBy === 'SELLER' } } : {}),
    authorizationId: spec.basedOn?.authorizationId,
    subStatus: (shown.mirror.mkBPrivateOffer as { subState?: string } | undefined)?.subState,
    privateOfferUrl: shown.privateOfferUrl,
    failure: offer.failure ?? undefined,
    mirror: shown.mirror,
  };
}
