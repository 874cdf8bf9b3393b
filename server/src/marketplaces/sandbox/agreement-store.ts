import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto, selected } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import { isMarketplace } from '../partners.ts';
import type { Renewal } from '../snapshots.ts';
import type { JsonObject } from '../specifications.ts';
import { capabilitiesOf } from './capabilities.ts';
import { schedulePayout } from './payout-job-definition.ts';
import type { SandboxAgreementState } from './states.ts';

/** The row that the sandbox keeps of an agreement with a buyer. */
export type SandboxAgreement = RowOf<
  'sandbox_agreement',
  (typeof own)[number],
  { state: SandboxAgreementState }
>;

const own = [
  'id',
  'partner',
  'sandbox_offer_id',
  /** The offer that its buyer accepted in the place of that one, and the seller has not approved. */
  'pending_offer_id',
  'state',
  /** JSON text of AgreementTerms. */
  'terms',
  'version',
] as const satisfies readonly ColumnOf<'sandbox_agreement'>[];

/** The terms that buyer and marketplace agreed on. */
export type AgreementTerms = {
  externalBuyerId: string;
  buyerName?: string | undefined;
  acceptedAt: string;
  startTime: string;
  /** When the running term ends. */
  endTime?: string | undefined;
  /** ISO 8601: the length that was agreed on, where the end was reckoned from one. */
  agreedDuration?: string | undefined;
  autoRenew?: boolean | undefined;
  /** Oldest first. */
  renewals?: Renewal[] | undefined;
  /** Prices of a plan that took the place of the one that was bought. */
  planTerms?: JsonObject | undefined;
  /** When the seller last asked for its end, where the buyer has to agree. */
  cancelAskedAt?: string | undefined;
  countryCode?: string | undefined;
  quantity?: number | undefined;
  planId?: string | undefined;
  buyerCommitQuantities?: Record<string, number> | undefined;
  /** Since when the terms of the offer hold that took the place of an earlier one. */
  amendedAt?: string | undefined;
  /** Since when it has been sold for as long as it is now; since its start, or last renewal, when absent. */
  soldSince?: string | undefined;
  /** When the terms began that renewals only repeat, where an offer changed the agreement; its start, when absent. */
  soldFirst?: string | undefined;
  /** What the buyer accepted in the place of these terms, until the seller approves it. */
  pending?: AgreementTerms | undefined;
  /** What is sold, where the offer that changed the agreement does not say it. */
  externalProductId?: string | undefined;
  /** An order of a public product: what was ordered. */
  order?:
    | {
        productId?: string | undefined;
        offerId?: string | undefined;
        amount?: number | undefined;
        currency?: string | undefined;
        /** What the public offer, or the plan, says of it then. */
        listed?: JsonObject | undefined;
        /** Whether that is one plan of those that are listed. */
        isPlan?: boolean | undefined;
      }
    | undefined;
};

/** Reads from when renewals are counted: since something was sold for a time of its own. */
export const soldFirst = ({ soldFirst: first, startTime }: AgreementTerms): string => first ?? startTime;

/** Reads when the last term began that was bought or renewed: the next is as long. */
export const soldSince = ({ renewals, soldSince: since, startTime }: AgreementTerms): string =>
  renewals?.at(-1)?.startTime ?? since ?? startTime;

const shown = selected<'sandbox_agreement'>('sandbox_agreement', own);

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

/** Agreements at a marketplace in the order of their ids: those after one, that changed since a time. */
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

/** Moves an agreement from one of the given states; false when it is in none of them. */
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

/** Sets how many units an agreement that is ACTIVE is for; false when it is not, or not there. */
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

/** Writes what buyer and marketplace agree on now, of an agreement that is locked. */
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

/** Puts an agreement that is locked on the terms of another offer. */
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

/** Keeps what the buyer of an agreement that is locked accepted, until the seller approves it. */
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

type Ending = { agreementId: string; endTime: string };

/** The marketplace ends an agreement at its time, or renews it, and says so. */
export const endAgreementJob: JobDefinition<Ending> = {
  kind: 'sandbox.end',
  payload: z.object({ agreementId: z.string(), endTime: z.string() }),
  lane: ({ agreementId, endTime }) => `sandbox:${agreementId}:${endTime}`,
  retry: backoff({ tries: 10 }),
};

/**
 * Enqueues the end of an agreement. Where one was enqueued for the same time before, the second finds nothing to do.
 */
async function scheduleEnd(
  scope: OrgTransaction,
  agreementId: string,
  { endTime }: AgreementTerms,
): Promise<void> {
  if (endTime === undefined) return;
  const job = enqueue(scope, endAgreementJob, { agreementId, endTime }, { at: new Date(endTime) });
  await scope.query(job);
}
