import { z } from 'zod';
import { entitlementErrors, selectTerm } from '../../entitlements/index.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { encodeEntry, entryFields, entryTable, UsageLedgerEntry } from '../ledger/index.ts';

/** Returns the route that lists the ledger of a term. */
export const ledgerRoutes = () => [
  listUnderRoute({
    path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm/{entitlementTermId}/ledger',
    operationId: 'listUsageLedger',
    group: 'Metering',
    summary: 'List the usage ledger of a term',
    description:
      'Sorted by creation time and id. For each dimension of an entitlement, USAGE plus LIST_PRICE equals ' +
      'the sum of INCLUDED, CREDIT, COMMIT, CARRY, REPORTED, WRITTEN_OFF and units waiting to be reported, ' +
      'less RETURNED. The amounts of the term are the sums of CREDIT, COMMIT and REPORTED.',
    access: 'metering:read',
    query: z.object(pageParameters()),
    response: z.array(UsageLedgerEntry),
    responseDescription: 'A page of ledger entries, oldest first',
    csv: entryTable.columns,
    parent: {
      select: (scope, { entitlementId, entitlementTermId }) =>
        selectTerm(scope, entitlementId, entitlementTermId),
      missing: entitlementErrors.entitlement_term_not_found,
    },
    list: (_scope, { params }) => ({
      table: 'usage_ledger',
      columns: entryFields.map(([, column]) => column),
      filters: { entitlement_term_id: params.entitlementTermId },
      encode: encodeEntry,
      csv: entryTable,
    }),
  }),
];
