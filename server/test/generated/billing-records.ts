import type { TestApp, TestOrganization } from '../harness.ts';
import { createAddonRecords } from './addon-records.ts';
import { createAiRecords } from './ai-records.ts';
import { createInvoiceRecords } from './invoice-records.ts';
import { createIssuedInvoiceRecords } from './issued-invoice-records.ts';
import type { Operation } from './operations.ts';

/** Provides an addon template, a draft or issued invoice, and bills for AI features. */
export function createBillingRecords(app: TestApp, org: TestOrganization) {
  const all = [createAddonRecords(app, org), createInvoiceRecords(app, org)] as const;
  const ai = createAiRecords(app, org);
  const issued = createIssuedInvoiceRecords(app, org);
  return {
    ids: async (operation?: Operation) => ({
      ...(await all[0].ids()),
      ...(await all[1].ids()),
      ...(await ai.ids()),
      ...(await issued.ids(operation)),
    }),
    used: (operation: Operation) => {
      for (const each of all) each.used(operation);
    },
  };
}
