import { z } from 'zod';
import { entitlementErrors, selectTerm } from '../../entitlements/index.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { encodeEntry, entryFields, entryTable, UsageLedgerEntry } from '../ledger/index.ts';

/** The list of what became of each unit of a term. */
export const ledgerRoutes = () => [
  listUnderRoute({
    path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm/{entitlementTermId}/ledger',
    operationId: 'listUsageLedger',
    group: 'Metering',
    summary: 'List what became of the usage of a term',
    description:
      'In order of creation time and id. For each dimension of an entitlement USAGE and LIST_PRICE are the sum of INCLUDED, ' +
      'CREDIT, COMMIT, CARRY, REPORTED, less RETURNED, WRITTEN_OFF and what waits to be reported; the amounts of the term are ' +
      'the sums of those of CREDIT, COMMIT and REPORTED.',
    access: 'metering:read',
    query: z.object(pageParameters()),
    response: z.array(UsageLedgerEntry),
    responseDescription: 'The entries, oldest first',
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
