import type { BilledEntitlement } from '../../entitlements/index.ts';
import type { EntitlementInfo } from '../../entitlements/records.ts';

/** Start of a day in the program’s time format. */
export const at = (day: string): string => `${day}T00:00:00.000Z`;

type Part = { id: string; start: string; end: string; bought?: readonly [string, string]; info: object };
type SaleFixture = { info?: object; status?: string; end?: string; parts: readonly Part[] };

/** Builds a sale that lasts from its first part to its last one, or to an earlier end. */
export function saleOf({ info = {}, status = 'ACTIVE', end, parts }: SaleFixture): BilledEntitlement {
  const first = parts[0] as Part;
  const last = parts.at(-1) as Part;
  const entitlement = {
    id: 'ent_1',
    partner: '',
    status,
    start_time: at(first.start),
    end_time: at(end ?? last.end),
    cancel_date: null,
  } as BilledEntitlement['entitlement'];
  const terms = parts.map(({ id, start, end: until, bought = [first.start, last.end], info: prices }) => ({
    id,
    start: at(start),
    end: at(until),
    bought: { start: at(bought[0]), end: at(bought[1]) },
    info: prices as EntitlementInfo,
  }));
  return { entitlement, info, terms };
}
