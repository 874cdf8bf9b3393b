import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { partnerErrors } from '../errors.ts';
import type { DealRow } from './columns.ts';
import { expireJob } from './expire-job-definition.ts';
import { keysOf } from './rules.ts';
import { isProtecting } from './states.ts';
import { changeDeal, lockDeal } from './store.ts';

/**
 * Acquires the lock of the organization's approvals, so that one of them at a time looks at what others protect. It comes
 * behind the lock of a registration that nobody decided on yet, and before those of the ones that protect something.
 */
const acquireApprovalLock = (scope: OrgTransaction): Promise<unknown> =>
  scope.query({
    name: 'lock_deal_approvals',
    text: `SELECT pg_advisory_xact_lock(hashtext('deals'), hashtext($1))`,
    values: [scope.organizationId],
  });

/** The registrations that protect the customer and a product of another one. */
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

/** Ends the protection of all products of a registration, or of some. */
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

/** Says whether a registration protects its customer at a time, though the job that ends it may be late. */
export const protects = ({ status, protection_end_time: end }: DealRow, now: Date): boolean =>
  isProtecting(status) && end !== null && new Date(end) > now;

/** Ends a locked registration whose protection is over. */
export async function expireLocked(scope: OrgTransaction, deal: DealRow, audited = true): Promise<void> {
  await dropProtection(scope, deal.id);
  const ended = { protected_product_ids: [], close_time: scope.now };
  await changeDeal(scope, deal, 'EXPIRE', { status: 'EXPIRED', ...ended }, { audited });
}

/** Takes the protection of some products from a locked registration; without any left, it is EXPIRED. */
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
 * Protects the customer and the products of a locked registration for it alone, until a time.
 * @param reason why others lose their protection; without one they do not
 * @returns whether another one lost its protection
 * @throws 409 where another one protects the customer for a product
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
    `${id ? `${id} protects the customer` : 'The customer is protected'} for one of the products: give an overrideReason to take that over.`,
  );
