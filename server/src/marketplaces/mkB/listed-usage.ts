import { Decimal } from 'decimal.js';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { ListedUsage } from '../usage.ts';
import { type Calls, rates } from './calls.ts';
import { unreadable } from './errors.ts';

/** The progress of reconciliation, compared regardless of letter case. */
type ReconStatus = 'Submitted' | 'Accepted' | 'Rejected' | 'Mismatch';

/** A row of the marketplace's list: the usage of a day, subscription, dimension and plan. */
type Row = {
  usageResourceId?: string;
  dimension?: string;
  reconStatus?: ReconStatus;
  submittedQuantity?: number;
  processedQuantity?: number;
};

/** Creates the adapter method that lists usage by day. */
export const createListUsage =
  ({ call }: Pick<Calls, 'call'>): NonNullable<MarketplaceAdapter['listUsage']> =>
  async (day) => {
    const query = { usageStartDate: day, UsageEndDate: day };
    const { body } = await call({ method: 'GET', path: '/usageEvents', query, rate: rates.metering });
    if (!Array.isArray(body)) throw unreadable('no list of usage', 'reads');
    return (body as readonly (Row | null)[]).flatMap(listedOf);
  };

function listedOf(row: Row | null): ListedUsage | [] {
  const { usageResourceId, dimension, reconStatus, submittedQuantity, processedQuantity } = row ?? {};
  if (typeof usageResourceId !== 'string' || typeof dimension !== 'string') return [];
  return {
    agreementId: usageResourceId.toLowerCase(),
    dimension,
    quantity: exact(submittedQuantity),
    billedQuantity: billedOf(reconStatus, processedQuantity),
  };
}

/** Usage is billed if it is reconciled; a mismatch is billed with the quantity of the marketplace's analytics. */
function billedOf(status: ReconStatus | undefined, processed: number | undefined): string | undefined {
  const outcome = String(status).toLowerCase();
  if (outcome === 'accepted' || outcome === 'mismatch') return exact(processed);
  return outcome === 'rejected' ? '0' : undefined;
}

/** The marketplace adds binary numbers, so that sums such as 0.1 + 0.2 are rounded to the digits that it keeps. */
const exact = (value: number | undefined): string =>
  new Decimal(typeof value === 'number' && Number.isFinite(value) ? value : 0)
    .toSignificantDigits(14)
    .toFixed();
