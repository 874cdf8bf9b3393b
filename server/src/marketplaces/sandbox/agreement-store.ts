import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto, selectList } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { CancellationReason } from '../adapter.ts';
import { isMarketplace } from '../partners.ts';
import type { BuyerRequest, Renewal } from '../snapshots.ts';
import type { JsonObject } from '../specifications.ts';
import { capabilitiesOf } from './capabilities.ts';
import { schedulePayout } from './payout-job-definition.ts';
import type { SandboxAgreementState } from './states.ts';

/** The row of a buyer's agreement at the sandbox. */
export type SandboxAgreement = RowOf<
  'sandbox_agreement',
  (typeof own)[number],
  { state: SandboxAgreementState }
>;

const own = [
  'id',
  'partner',
  'sandbox_offer_id',
  /** The replacement offer that the buyer has accepted and that is pending the seller's approval. */
  'pending_offer_id',
  'state',
  /** `AgreementTerms` as JSON text. */
  'terms',
  'version',
] as const satisfies readonly ColumnOf<'sandbox_agreement'>[];

/** A change that the buyer requested. */
export type RequestedChange = {
  id: string;
  planId?: string | undefined;
  /** Prices of the requested plan. */
  planTerms?: JsonObject | undefined;
  quantity?: number | undefined;
  status: BuyerRequest['status'];
  creationTime: string;
};

/** The agreed terms between buyer and marketplace. */
export type AgreementTerms = {
  externalBuyerId: string;
  buyerName?: string | undefined;
  acceptedAt: string;
  startTime: string;
  /** End of the current term. */
  endTime?: string | undefined;
  /** The agreed duration (ISO 8601), if the end was computed from the duration. */
  agreedDuration?: string | undefined;
  autoRenew?: boolean | undefined;
  /** The renewals, oldest first. */
  renewals?: Renewal[] | undefined;
  /** Prices of the plan that replaced the purchased plan. */
  planTerms?: JsonObject | undefined;
  /** Time and reason of the seller's last cancellation request, if the buyer must agree. */
  cancelAskedAt?: string | undefined;
  cancelReason?: CancellationReason | undefined;
  /** Time when the buyer last rejected a cancellation request. */
  cancelRefusedAt?: string | undefined;
  /** Time and reason of the withdrawal of the last request by the seller. */
  cancelWithdrawnAt?: string | undefined;
  cancelWithdrawnFor?: string | undefined;
  /** Time when the buyer's account was approved with this agreement. */
  accountApprovedAt?: string | undefined;
  /** The changes that the buyer requested, oldest first. */
  requests?: RequestedChange[] | undefined;
  countryCode?: string | undefined;
  quantity?: number | undefined;
  planId?: string | undefined;
  buyerCommitQuantities?: Record<string, number> | undefined;
  /** Start of the current offer's terms, if that offer replaced an earlier offer. */
  amendedAt?: string | undefined;
  /**
   * Start of the current commercial period, if an amendment started the period; otherwise absent, and the
   * period starts with the agreement or its last renewal.
   */
  soldSince?: string | undefined;
  /**
   * Start of the first commercial period, from which renewals are counted, if an amendment started the
   * period; otherwise absent, and renewals are counted from the agreement start.
   */
  soldFirst?: string | undefined;
  /** The accepted replacement of these terms, until the seller approves it. */
  pending?: AgreementTerms | undefined;
  /** The product of the agreement, if the amending offer does not specify a product. */
  externalProductId?: string | undefined;
  /** The order of a public product. */
  order?:
    | {
        productId?: string | undefined;
        offerId?: string | undefined;
        amount?: number | undefined;
        currency?: string | undefined;
        /** The listed terms of the public offer or plan at the time of the order. */
        listed?: JsonObject | undefined;
        /** Whether `listed` is one of the listed plans. */
        isPlan?: boolean | undefined;
      }
    | undefined;
};

/** Returns the time from which renewals are counted. */
export const soldFirst = ({ soldFirst: first, startTime }: AgreementTerms): string => first ?? startTime;

/** Returns the start of the last purchased or renewed term; the next term has the same duration. */
export const soldSince = ({ renewals, soldSince: since, startTime }: AgreementTerms): string =>
  renewals?.at(-1)?.startTime ?? since ?? startTime;

const shown = selectList<'sandbox_agreement'>('sandbox_agreement', own);

const insert = insertInto('sandbox_insert_agreement', 'sandbox_agreement', [
  'organization_id',
  'id',
  'partner',
  'sandbox_offer_id',
  'state',
  'terms',
  'creation_time',
  'last_update_time',
]);

export async function insertAgreement(
  scope: OrgTransaction,
  agreement: {
    partner: string;
    sandboxOfferId: string | undefined;
    state: SandboxAgreementState;
    terms: AgreementTerms;
  },
): Promise<string> {
  const id = scope.newId('sba');
  await scope.query(
    insert({
      organization_id: scope.organizationId,
      id,
      partner: agreement.partner,
      sandbox_offer_id: agreement.sandboxOfferId,
      state: agreement.state,
      terms: JSON.stringify(agreement.terms),
      creation_time: scope.now,
      last_update_time: scope.now,
    }),
  );
  await scheduleEnd(scope, id, agreement.terms);
  const { partner, terms } = agreement;
  if (isMarketplace(partner) && capabilitiesOf(partner).revenue)
    await schedulePayout(scope, partner, terms.startTime);
  return id;
}

export async function findAgreement(
  scope: OrgTransaction,
  id: string,
): Promise<SandboxAgreement | undefined> {
  const rows = await scope.query<SandboxAgreement>({
    name: 'sandbox_agreement',
    text: `SELECT ${shown} FROM sandbox_agreement WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** Lists agreements at a marketplace that changed since a time, in id order, after a given id. */
export const listAgreements = (
  scope: OrgTransaction,
  partner: string,
  { after, since, most }: { after: string; since: string | null; most: number },
): Promise<SandboxAgreement[]> =>
  scope.query<SandboxAgreement>({
    name: 'sandbox_list_agreements',
    text: `SELECT ${shown} FROM sandbox_agreement
           WHERE organization_id = $1 AND partner = $2 AND id > $3
             AND ($4::timestamptz IS NULL OR last_update_time >= $4) ORDER BY id LIMIT $5`,
    values: [scope.organizationId, partner, after, since, most],
  });

export async function lockAgreement(
  scope: OrgTransaction,
  id: string,
): Promise<SandboxAgreement | undefined> {
  const rows = await scope.query<SandboxAgreement>({
    name: 'sandbox_lock_agreement',
    text: `SELECT ${shown} FROM sandbox_agreement WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

export async function findAgreementOfOffer(
  scope: OrgTransaction,
  offerId: string,
): Promise<SandboxAgreement | undefined> {
  const rows = await scope.query<SandboxAgreement>({
    name: 'sandbox_agreement_of_offer',
    text: `SELECT ${shown} FROM sandbox_agreement
           WHERE organization_id = $1 AND (sandbox_offer_id = $2 OR pending_offer_id = $2)`,
    values: [scope.organizationId, offerId],
  });
  return rows[0];
}

/**
 * Changes the state of an agreement if its current state is one of the given states; otherwise returns false.
 */
export async function moveAgreement(
  scope: OrgTransaction,
  id: string,
  from: readonly SandboxAgreementState[],
  to: SandboxAgreementState,
): Promise<boolean> {
  const rows = await scope.query({
    name: 'sandbox_move_agreement',
    text: `UPDATE sandbox_agreement SET state = $4, version = version + 1, last_update_time = $5
           WHERE organization_id = $1 AND id = $2 AND state = ANY ($3) RETURNING id`,
    values: [scope.organizationId, id, from, to, scope.now],
  });
  return rows.length === 1;
}

/**
 * Sets the number of units of an ACTIVE agreement; returns false if there is no ACTIVE agreement with this
 * id.
 */
export async function setAgreementQuantity(
  scope: OrgTransaction,
  id: string,
  quantity: number,
): Promise<boolean> {
  const rows = await scope.query({
    name: 'sandbox_set_agreement_quantity',
    text: `UPDATE sandbox_agreement SET terms = jsonb_set(terms, '{quantity}', to_jsonb($3::integer)),
             version = version + 1, last_update_time = $4
           WHERE organization_id = $1 AND id = $2 AND state = 'ACTIVE' RETURNING id`,
    values: [scope.organizationId, id, quantity, scope.now],
  });
  return rows.length === 1;
}

/** Updates the terms of a locked agreement. */
export async function setAgreementTerms(
  scope: OrgTransaction,
  id: string,
  terms: AgreementTerms,
): Promise<void> {
  await scope.query({
    name: 'sandbox_set_agreement_terms',
    text: `UPDATE sandbox_agreement SET terms = $3, version = version + 1, last_update_time = $4
           WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id, JSON.stringify(terms), scope.now],
  });
  await scheduleEnd(scope, id, terms);
}

/** Changes a locked agreement to the terms of a different offer. */
export async function amendAgreement(
  scope: OrgTransaction,
  id: string,
  { sandboxOfferId, terms }: { sandboxOfferId: string; terms: AgreementTerms },
): Promise<void> {
  await scope.query({
    name: 'sandbox_amend_agreement',
    text: `UPDATE sandbox_agreement SET sandbox_offer_id = $3, pending_offer_id = NULL
           WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id, sandboxOfferId],
  });
  await setAgreementTerms(scope, id, terms);
}

/** Stores the accepted replacement of a locked agreement until the seller approves it. */
export async function storePendingAmendment(
  scope: OrgTransaction,
  id: string,
  { sandboxOfferId, terms }: { sandboxOfferId: string; terms: AgreementTerms },
): Promise<void> {
  await scope.query({
    name: 'sandbox_hold_amendment',
    text: `UPDATE sandbox_agreement SET pending_offer_id = $3, terms = $4, version = version + 1, last_update_time = $5
           WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id, sandboxOfferId, JSON.stringify(terms), scope.now],
  });
}

type EndAgreementPayload = { agreementId: string; endTime: string };

/** Ends or renews an agreement at its end time on behalf of the marketplace, and sends a notification. */
export const endAgreementJob: JobDefinition<EndAgreementPayload> = {
  kind: 'sandbox.end',
  payload: z.object({ agreementId: z.string(), endTime: z.string() }),
  lane: ({ agreementId, endTime }) => `sandbox:${agreementId}:${endTime}`,
  retry: backoff({ tries: 10 }),
};

/** Enqueues the job that ends an agreement. A second job for the same time has no effect. */
async function scheduleEnd(
  scope: OrgTransaction,
  agreementId: string,
  { endTime }: AgreementTerms,
): Promise<void> {
  if (endTime === undefined) return;
  const job = enqueue(scope, endAgreementJob, { agreementId, endTime }, { at: new Date(endTime) });
  await scope.query(job);
}
