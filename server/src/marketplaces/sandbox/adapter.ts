import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import { done } from '../changes.ts';
import { MarketplaceError } from '../errors.ts';
import type { MarketplacePartner } from '../partners.ts';
import type { OfferSnapshot } from '../snapshots.ts';
import type { OfferSpec } from '../specifications.ts';
import { agreementCommands } from './agreement-commands.ts';
import { findAgreement, findAgreementOfOffer } from './agreement-store.ts';
import { requireBasis } from './bases.ts';
import { capabilitiesOf } from './capabilities.ts';
import { type Inside, withFaults } from './faults.ts';
import { publishJob } from './jobs.ts';
import { createListPort } from './lists.ts';
import { refusalsOf } from './marketplace-rules.ts';
import { offerMirror } from './mirrors/index.ts';
import { createOfferChangePort } from './offer-changes.ts';
import { createSandboxOfferLinks } from './offer-links.ts';
import { createRevenuePort } from './payouts/port.ts';
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
  /** The way into transactions that several calls share. */
  shared: InOrganization;
  vault: Vault;
  baseUrl: () => string;
  wake: () => void;
};

/** Creates the adapter by which the sandbox plays one marketplace for one organization. */
export function createSandboxAdapter(
  deps: SandboxDeps,
  organizationId: string,
  partner: MarketplacePartner,
): MarketplaceAdapter {
  const inside: Inside = (work, first) => deps.inOrganization(organizationId, 'sandbox', work, first);
  return withFaults((way) => createPort(deps, organizationId, partner, way), {
    organizationId,
    partner,
    inside,
    shared: (work, first) => deps.shared(organizationId, 'sandbox', work, first),
  });
}

/** The port without faults, on a way into the sandbox's transactions. */
function createPort(
  deps: SandboxDeps,
  organizationId: string,
  partner: MarketplacePartner,
  inside: Inside,
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
    ...createPurchasePort({ vault: deps.vault, organizationId, partner }, inside),
    createOffer: async (spec) => {
      const [refusal] = refusalsOf(partner, spec);
      if (refusal) throw new MarketplaceError(refusal.code, { kind: 'refused', readable: refusal.readable });
      const known = offerByKey(organizationId, partner, spec.key);
      const work: Creation = (scope, [made]) => createOnce(scope, partner, spec, made as SandboxOffer[]);
      const offer = await inside(work, [known]);
      deps.wake();
      return done(offer.id);
    },
    validateOffer: (spec) =>
      refusalsOf(partner, spec).map(({ pointer, readable: message }) => ({ pointer, message })),
    findOffer: async (key) => {
      const offer = await inside((scope) => findOfferByKey(scope, partner, key));
      return offer && done(offer.id);
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
      // A name ends with the id; all of it counts.
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

/** Makes an offer, or answers the one that an earlier call with this key made. */
async function createOnce(
  scope: OrgTransaction,
  partner: MarketplacePartner,
  spec: OfferSpec,
  [made]: readonly SandboxOffer[],
): Promise<SandboxOffer> {
  // Whoever makes an offer of an authorization is alone with it: a repeat finds the offer, and not a used one.
  const alone = await lockAuthorization(scope, spec);
  const known = alone ? await findOfferByKey(scope, partner, spec.key) : made;
  if (known) return known;
  await requireBasis(scope, partner, spec);
  const authorization = await requireAuthorization(scope, partner, spec);
  const { offer, created } = await insertOfferOnce(scope, {
    partner,
    key: spec.key,
    spec: JSON.stringify(spec),
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
