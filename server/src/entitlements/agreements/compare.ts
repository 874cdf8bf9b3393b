import { isDeepStrictEqual } from 'node:util';
import {
  type AgreementSnapshot,
  type Difference,
  type JsonObject,
  observeJob,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { EntitlementRow } from '../columns.ts';
import { earlierAmong } from '../earlier-agreements.ts';
import { findByExternalIds } from '../store.ts';
import { observed, statusSeen } from './observe.ts';

/** Finds the agreements on a page that nobody knows, or whose entitlements are not as their marketplace shows them. */
export async function compareAgreements(
  scope: OrgTransaction,
  partner: string,
  page: readonly AgreementSnapshot[],
): Promise<Difference[]> {
  const latest = await withoutEarlier(scope, partner, page);
  const externalIds = latest.map(({ externalId }) => externalId);
  const rows = await findByExternalIds(scope, partner, externalIds);
  return differencesOf(scope, partner, latest, new Map(rows.map((row) => [row.external_id, row])));
}

/** Leaves out agreements which others have followed: their entitlements are shown by those. */
export async function withoutEarlier(
  scope: OrgTransaction,
  partner: string,
  page: readonly AgreementSnapshot[],
): Promise<readonly AgreementSnapshot[]> {
  const externalIds = page.map(({ externalId }) => externalId);
  const earlier = await earlierAmong(scope, partner, externalIds);
  return page.filter(({ externalId }) => !earlier.has(externalId));
}

export const differencesOf = (
  scope: OrgTransaction,
  partner: string,
  page: readonly AgreementSnapshot[],
  known: ReadonlyMap<string | null, EntitlementRow>,
): Difference[] =>
  page.flatMap((agreement): Difference[] => {
    const { externalId } = agreement;
    const entitlement = known.get(externalId);
    const reconcile: Difference['reconcile'] = (other) =>
      enqueue(other, observeJob, { partner, kind: 'AGREEMENT', externalId });
    if (!entitlement) return [{ externalId, listed: agreement, held: undefined, reconcile }];
    const held = heldOf(scope, entitlement, agreement);
    return held.isSame ? [] : [{ externalId, listed: agreement, held, reconcile }];
  });

/** What is held of an agreement, as far as its marketplace shows it. */
function heldOf(scope: OrgTransaction, known: EntitlementRow, agreement: AgreementSnapshot) {
  const shown = observed(known, agreement);
  const info = JSON.parse(known.info) as JsonObject;
  const seen = JSON.parse(shown.info) as JsonObject;
  const own = Object.fromEntries(Object.keys(seen).map((name) => [name, info[name]]));
  const { status, quantity, plan_id: planId, external_status: externalStatus, end_time: endTime } = known;
  const last = agreement.renewals?.at(-1)?.endTime;
  const isSame =
    status === statusSeen(scope, known, agreement) &&
    externalStatus === shown.externalStatus &&
    (agreement.quantity ?? quantity) === (quantity ?? agreement.quantity ?? null) &&
    (agreement.planId ?? planId) === (planId ?? agreement.planId ?? null) &&
    (last === undefined || (endTime !== null && Date.parse(endTime) >= Date.parse(last))) &&
    isDeepStrictEqual(own, seen);
  return { isSame, status, quantity, planId, externalStatus, endTime, info: own };
}
