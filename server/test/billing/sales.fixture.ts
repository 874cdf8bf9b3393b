import type { BillingInvoiceInfo } from '../../src/billing/invoices/records.ts';
import type { Entitlements } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';

export type ShownInvoice = {
  id: string;
  type: string;
  status: string;
  paymentStatus: string;
  startDate: string;
  endDate: string;
  info: ShownFields<BillingInvoiceInfo>;
};

/** The fields of an invoice that tests compare. */
type ShownFields<T> = T extends readonly (infer E)[]
  ? ShownFields<E>[]
  : T extends object
    ? { [K in keyof T]-?: ShownFields<NonNullable<T[K]>> }
    : T;

/** Direct sales of an organization, and their invoices by its clock. */
export function billingSales(app: TestApp, org: TestOrganization, by: Entitlements) {
  let start: string | undefined;
  return {
    /** Start of sales without a start of their own. */
    startOn: (date: string) => {
      start = date;
    },
    /** Advances the organization’s clock to a time; each job due on the way runs at its time. */
    until: async (at: string) => {
      const { rows } = await app.database.query(
        'SELECT clock_offset_ms AS ms FROM organization WHERE organization_id = $1',
        [org.id],
      );
      const ms = Date.parse(at) - (Date.now() + Number(rows[0].ms));
      await by.post('sandbox/clock', { advance: `PT${(ms / 1000).toFixed(3)}S` });
      await app.drainJobs();
    },
    sell: async (info: object, endDate: string, startDate = start) => {
      const offer = await by.post('offer', { name: 'Plan', endTime: endDate, info });
      const buyerId = await by.buyer('Buyer AG');
      const sold = await by.post('entitlement', {
        offerId: offer.id,
        buyerId,
        endDate,
        ...(startDate ? { startDate } : {}),
      });
      await app.drainJobs();
      return sold as { id: string };
    },
    invoices: (entitlementId: string): Promise<ShownInvoice[]> =>
      by.get(`invoice?entitlementId=${entitlementId}`),
  };
}

export type BillingSales = ReturnType<typeof billingSales>;
