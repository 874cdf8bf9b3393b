import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { aiErrors } from '../errors.ts';
import { aiInvoiceColumnList, aiInvoiceColumns, encodeAiInvoice } from './columns.ts';
import { AIInvoice } from './records.ts';

const selectBill = (scope: OrgScope, id: string): Statement => ({
  name: 'select_ai_invoice',
  text: `SELECT ${aiInvoiceColumnList} FROM ai_invoice i WHERE i.organization_id = $1 AND i.id = $2`,
  values: [scope.organizationId, id],
});

/**
 * Lists the operator’s invoices for AI features. The folder `invoices` has the routes of invoices that the
 * organization issues.
 */
export const listAiInvoicesRoute = route({
  method: 'GET',
  path: '/org/{orgId}/aiInvoice',
  operationId: 'listAIInvoices',
  group: 'Billing',
  summary: 'List AI invoices',
  description:
    'Invoices from the operator to the organization, one for each month with AI usage, sorted by ' +
    'creation time and id.',
  access: 'billing:read',
  query: z.object(pageParameters()),
  response: z.array(AIInvoice),
  responseDescription: 'A page of AI invoices',
  run: {
    kind: 'batch',
    batch: (scope, request) =>
      listBatch(scope, request, {
        table: 'ai_invoice',
        columns: aiInvoiceColumns.map(([, column]) => column),
        filters: {},
        encode: encodeAiInvoice,
      }),
  },
});

export const getAiInvoiceRoute = readRoute({
  path: '/org/{orgId}/aiInvoice/{aiInvoiceId}',
  operationId: 'getAIInvoice',
  group: 'Billing',
  summary: 'Get an AI invoice',
  access: 'billing:read',
  response: AIInvoice,
  responseDescription: 'The invoice',
  select: (scope, { aiInvoiceId }) => selectBill(scope, aiInvoiceId),
  notFound: aiErrors.ai_invoice_not_found,
  encode: encodeAiInvoice,
});
