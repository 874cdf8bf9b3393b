import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import { partnerErrors } from '../errors.ts';
import type { DealRow } from './columns.ts';
import { keysOf } from './rules.ts';
import { isProtecting } from './states.ts';
import { changeDeal, lockDeal } from './store.ts';

type Payload = { dealRegistrationId: string; protectionEndTime: string };

/** Ends a protection at its end time. Each job has its own lane, because a scheduled job blocks its lane. */
const expireJob: JobDefinition<Payload> = {
  kind: 'partners.expireDeal',
  payload: z.object({ dealRegistrationId: z.string(), protectionEndTime: z.string() }),
  lane: ({ dealRegistrationId, protectionEndTime }) =>
    `dealExpiry:${dealRegistrationId}:${protectionEndTime}`,
  retry: backoff({ tries: 20 }),
};

/**
 * Acquires the lock of the organization's approvals, so that one approval at a time reads existing
 * protections. Lock order: the registration to approve, this lock, then the registrations with a protection.
 */
const acquireApprovalLock = (scope: OrgTransaction): Promise<unknown> =>
  scope.query({
    name: 'lock_deal_approvals',
    text: `SELECT pg_advisory_xact_lock(hashtext('deals'), hashtext($1))`,
    values: [scope.organizationId],
  });

/** Finds the registrations that protect the same customer for one of the products. */
const findHolders = async (scope: OrgTransaction, deal: DealRow): Promise<string[]> => {
  const found = await scope.query<RowOf<'deal_protection', 'deal_registration_id'>>({
    name: 'find_protecting_deals',
    text: `SELECT DISTINCT p.deal_registration_id FROM deal_protection p
           WHERE p.organization_id = $1 AND p.customer_key = ANY ($2) AND p.product_id = ANY ($3)
           ORDER BY p.deal_registration_id`,
    values: [scope.organizationId, keysOf(deal), deal.product_ids],
  });
  return found.map((row) => row.deal_registration_id);
};

/** Ends a registration's protection of all or some products. */
export const dropProtection = (
  scope: OrgTransaction,
  id: string,
  productIds: readonly string[] | null = null,
): Promise<unknown> =>
  scope.query({
    name: 'drop_deal_protection',
    text: `DELETE FROM deal_protection p WHERE p.organization_id = $1 AND p.deal_registration_id = $2
             AND ($3::text[] IS NULL OR p.product_id = ANY ($3))`,
    values: [scope.organizationId, id, productIds],
  });

/**
 * Returns whether a registration protects its customer at a time. The end time decides, because the job that
 * ends the protection may be late.
 */
export const protects = ({ status, protection_end_time: end }: DealRow, now: Date): boolean =>
  isProtecting(status) && end !== null && new Date(end) > now;

/** Ends a locked registration whose protection has expired. */
async function expireLocked(scope: OrgTransaction, deal: DealRow, audited = true): Promise<void> {
  await dropProtection(scope, deal.id);
  const ended = { protected_product_ids: [], close_time: scope.now };
  await changeDeal(scope, deal, 'EXPIRE', { status: 'EXPIRED', ...ended }, { audited });
}

/**
 * Removes the protection of some products from a locked registration, which becomes EXPIRED without a protected
 * product.
 */
async function override(scope: OrgTransaction, holder: DealRow, by: DealRow): Promise<void> {
  const taken = holder.protected_product_ids.filter((id) => by.product_ids.includes(id));
  await dropProtection(scope, holder.id, taken);
  const left = holder.protected_product_ids.filter((id) => !taken.includes(id));
  const ended = left.length > 0 ? {} : ({ status: 'EXPIRED', close_time: scope.now } as const);
  const change = { protected_product_ids: left, overridden_by: by.id, ...ended };
  await changeDeal(scope, holder, 'OVERRIDE', change, { audited: false });
}

const insert = defineStatement(
  'insert_deal_protection',
  {
    key: columns('deal_protection', ['organization_id', 'deal_registration_id']),
    given: rows('deal_protection', ['customer_key', 'product_id']),
  },
  ({ key, given }) => `${given.insert('g', key.at)} FROM ${given.unnest('g')}
    ORDER BY g.customer_key, g.product_id ON CONFLICT DO NOTHING RETURNING product_id`,
);

/**
 * Protects the customer and products of a locked registration until a time.
 * @param reason reason for overriding other registrations; if undefined, they keep their protection
 * @returns whether another registration lost protection
 * @throws 409 when another registration protects the customer for one of the products
 */
export async function protect(
  scope: OrgTransaction,
  deal: DealRow,
  { until, reason }: { until: Date; reason: string | undefined },
): Promise<boolean> {
  await acquireApprovalLock(scope);
  let overrides = false;
  for (const id of await findHolders(scope, deal)) {
    const holder = await lockDeal(scope, id);
    if (!holder || !isProtecting(holder.status)) continue;
    if (!protects(holder, scope.now)) await expireLocked(scope, holder, false);
    else if (reason) {
      await override(scope, holder, deal);
      overrides = true;
    } else throw conflict(id);
  }
  const given = keysOf(deal).flatMap((customer_key) =>
    deal.product_ids.map((product_id) => ({ customer_key, product_id })),
  );
  const key = { organization_id: scope.organizationId, deal_registration_id: deal.id };
  const made = await scope.query(insert({ key, given }));
  if (made.length < given.length) throw conflict();
  const payload = { dealRegistrationId: deal.id, protectionEndTime: until.toISOString() };
  await scope.query(enqueue(scope, expireJob, payload, { at: until }));
  return overrides;
}

const conflict = (id?: string) =>
  partnerErrors.deal_registration_conflict(
    `${id ? `Deal registration ${id} protects the customer` : 'The customer is protected'} for one of the products. To override the protection, send an overrideReason.`,
  );

/** Ends a deal registration whose protection has expired, unless it ended before. */
export const expireJobHandler: JobHandler<{ dealRegistrationId: string; protectionEndTime: string }> = {
  definition: expireJob,
  run: (job) =>
    job.finish('expired, unless it had ended before', async (scope) => {
      const deal = await lockDeal(scope, job.payload.dealRegistrationId);
      if (deal && isProtecting(deal.status) && !protects(deal, scope.now)) await expireLocked(scope, deal);
    }),
};

type UpcomingDealRow = Pick<DealRow, 'id' | 'name' | 'status' | 'protection_end_time'> & { key: string };

/** Upcoming ends of protections. */
export const dealUpcoming: UpcomingSource = upcomingSource<UpcomingDealRow>({
  entity: 'DEAL_REGISTRATION',
  jobs: [
    due({
      definition: expireJob,
      keyOf: ({ dealRegistrationId }) => dealRegistrationId,
      happens: ({ status, protection_end_time: end }, { at }) =>
        status === 'APPROVED' && end !== null && Date.parse(end) === at.getTime()
          ? 'DEAL_PROTECTION_ENDS'
          : undefined,
    }),
  ],
  find: (scope, ids) =>
    scope.query<UpcomingDealRow>({
      name: 'deal_registrations_due',
      text: `SELECT d.id AS key, d.id, d.name, d.status, d.protection_end_time FROM deal_registration d
             WHERE d.organization_id = $1 AND d.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});
