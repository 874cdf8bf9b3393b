import { z } from 'zod';
import type { OrgScope } from '../platform/access/scope.ts';
import { type Batch, RawJson, type Route, route } from '../platform/http/route.ts';
import { date } from '../platform/records/fields.ts';
import { attentionOf, selectAttention } from './attention.ts';
import { checklistOf, selectChecklist } from './checklist.ts';
import { contractValueOf, selectContractValue } from './contract-value.ts';
import { countsOf, selectAnnualized, selectOpenOffers, selectStates, sumsOf } from './counts.ts';
import { createMemory, type Memory } from './memory.ts';
import { Overview, Series, seriesMetrics } from './records.ts';
import { isAmount, partsOf, pointsOf, selectSeries } from './series.ts';
import { mostPoints, startsOf } from './spans.ts';

const group = 'Overview';

/** Returns the batch that reads the overview. A cached overview needs no statements. */
function overview(scope: OrgScope, memory: Memory, hasMailServer: boolean): Batch {
  const known = memory.read(scope.organizationId);
  if (known !== undefined) return { statements: [], respond: () => ({ body: new RawJson(known) }) };
  return {
    statements: [
      selectStates(scope, 'offer'),
      selectOpenOffers(scope),
      selectStates(scope, 'entitlement'),
      selectAnnualized(scope),
      selectContractValue(scope),
      selectAttention(scope),
      selectChecklist(scope, hasMailServer),
    ],
    respond: ([
      offers = [],
      open = [],
      entitlements = [],
      annualized = [],
      value = [],
      attention = [],
      steps = [],
    ]) => {
      const text = JSON.stringify({
        asOf: scope.now.toISOString(),
        offers: { byStatus: countsOf(offers), open: sumsOf(open) },
        entitlements: {
          byStatus: countsOf(entitlements),
          annualized: sumsOf(annualized),
          contractValue: contractValueOf(value),
        },
        attention: attentionOf(attention),
        checklist: checklistOf(steps),
      } satisfies z.output<typeof Overview>);
      memory.keep(scope.organizationId, text);
      return { body: new RawJson(text) };
    },
  };
}

const seriesParameters = z.object({
  metric: z.enum(seriesMetrics).meta({ description: 'The metric' }),
  by: z.enum(['day', 'week', 'month']).optional().meta({
    default: 'day',
    description: 'Length of a span; weeks begin on Mondays',
  }),
  from: date('First day, in UTC; by default 29 days before the last day').optional(),
  to: date('Last day, in UTC; by default today').optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .meta({ description: 'ISO 4217 code; required for amounts', example: 'USD' }),
  split: z
    .enum(['partner'])
    .optional()
    .meta({ description: 'partner: also return a series for each marketplace; amounts only' }),
});

/**
 * Returns the routes of the overview and of time series.
 * @param hasMailServer whether mails are sent; without a mail server, they are only written to a folder
 * @param monotonicMs a monotonic clock in milliseconds
 */
export function overviewRoutes(hasMailServer: boolean, monotonicMs = () => performance.now()): Route[] {
  const memory = createMemory(monotonicMs);
  return [
    route({
      method: 'GET',
      path: '/org/{orgId}/overview',
      operationId: 'getOverview',
      group,
      summary: 'Get an overview of the organization',
      description:
        'Returns offers and entitlements by state and amount, records that need attention, and the onboarding checklist. Cached for 10 s.',
      access: 'reports:read',
      response: Overview,
      responseDescription: 'The overview',
      run: { kind: 'batch', batch: (scope) => overview(scope, memory, hasMailServer) },
    }),
    route({
      method: 'GET',
      path: '/org/{orgId}/series',
      operationId: 'getSeries',
      group,
      summary: 'Get a time series',
      description: `Returns at most ${mostPoints} spans; a span without data has the value 0. Deleted records are not counted. grossRevenue and netInvoicedRevenue are without tax, invoicedRevenue is with tax, and disbursedRevenue with the tax that the seller collects. Refunds and credit notes reduce the amounts. Revenue includes the invoices of direct sales, on the day of issue. usageAmount is without tax: the usage that marketplaces accepted, on the day of use, and usage invoices of direct sales, beyond included units, credits and deducted commits.`,
      access: 'reports:read',
      query: seriesParameters,
      response: Series,
      responseDescription: 'The spans',
      run: {
        kind: 'batch',
        batch: (scope, { query: { metric, by = 'day', from, to, currency, split } }) => {
          const asked = { metric, by, from, to, currency };
          const starts = startsOf(asked, scope.now);
          return {
            statements: [selectSeries(scope, asked, starts)],
            respond: ([rows = []]) => ({
              body: {
                points: pointsOf(starts, rows),
                ...(split && isAmount(metric) ? { parts: partsOf(starts, rows) } : {}),
              },
            }),
          };
        },
      },
    }),
  ];
}
