import type { TestApp, TestOrganization } from '../harness.ts';
import { createAddonRecords } from './addon-records.ts';
import { createInvoiceRecords } from './invoice-records.ts';
import type { Operation } from './operations.ts';

/** An addon template and the draft of an invoice. */
export function createBillingRecords(app: TestApp, org: TestOrganization) {
  const all = [createAddonRecords(app, org), createInvoiceRecords(app, org)] as const;
  return {
    ids: async () => ({ ...(await all[0].ids()), ...(await all[1].ids()) }),
    used: (operation: Operation) => {
      for (const each of all) each.used(operation);
    },
  };
}
