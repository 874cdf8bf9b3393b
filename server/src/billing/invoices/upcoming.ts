import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import type { InvoiceRow } from './columns.ts';
import { finalizeJob } from './finalize-job-definition.ts';

type Due = Pick<InvoiceRow, 'id' | 'status'> & { key: string; name: string | null };

/** What falls due of invoices. */
export const invoiceUpcoming: UpcomingSource = upcomingSource<Due>({
  entity: 'INVOICE',
  jobs: [
    due({
      definition: finalizeJob,
      keyOf: ({ invoiceId }) => invoiceId,
      happens: ({ status }) => (status === 'DRAFT' ? 'INVOICE_ISSUED' : undefined),
    }),
  ],
  // An invoice has no name, and a draft no number: it is known by what it is of.
  find: (scope, ids) =>
    scope.query<Due>({
      name: 'invoices_due',
      text: `SELECT i.id AS key, i.id, i.status, e.name FROM invoice i
             LEFT JOIN entitlement e ON e.organization_id = i.organization_id AND e.id = i.entitlement_id
             WHERE i.organization_id = $1 AND i.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});
