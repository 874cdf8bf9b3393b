import { z } from 'zod';
import type { OrgScope } from '../platform/access/scope.ts';
import { type Batch, RawJson, type Route, route } from '../platform/http/route.ts';
import { date } from '../platform/records/fields.ts';
import { attentionOf, selectAttention } from './attention.ts';
import { checklistOf, selectChecklist } from './checklist.ts';
import { countsOf, selectAnnualized, selectOpenOffers, selectStates, sumsOf } from './counts.ts';
import { createMemory, type Memory } from './memory.ts';
import { Overview, Series, seriesMetrics } from './records.ts';
import { mostPoints, pointsOf, selectSeries, startsOf } from './series.ts';

const group = 'Overview';

/** The batch that says how an organization stands; nothing is read where that was done a moment ago. */
function overview(scope: OrgScope, memory: Memory): Batch {
  const known = memory.read(scope.organizationId);
  if (known !== undefined) return { statements: [], respond: () => ({ body: new RawJson(known) }) };
  return {
    statements: [
      selectStates(scope, 'offer'),
      selectOpenOffers(scope),
      selectStates(scope, 'entitlement'),
      selectAnnualized(scope),
      selectAttention(scope),
      selectChecklist(scope),
    ],
    respond: ([offers = [], open = [], entitlements = [], annualized = [], attention = [], steps = []]) => {
      const text = JSON.stringify({
        asOf: scope.now.toISOString(),
        offers: { byStatus: countsOf(offers), open: sumsOf(open) },
        entitlements: { byStatus: countsOf(entitlements), annualized: sumsOf(annualized) },
        attention: attentionOf(attention),
        checklist: checklistOf(steps),
      } satisfies z.output<typeof Overview>);
      memory.keep(scope.organizationId, text);
      return { body: new RawJson(text) };
    },
  };
}

const seriesParameters = z.object({
  metric: z.enum(seriesMetrics).meta({ description: 'What is counted or summed' }),
  by: z.enum(['day', 'week', 'month']).optional().meta({
    default: 'day',
    description: 'How long a span is; weeks begin on Mondays',
  }),
  from: date('First day, in UTC; 29 days before the last one when absent').optional(),
  to: date('Last day, in UTC; today when absent').optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .meta({ description: 'Of revenue, which needs it', example: 'USD' }),
});

/**
 * How an organization stands, for people who look at it.
 * @param monotonicMs milliseconds of a clock that only goes forward
 */
export function overviewRoutes(monotonicMs = () => performance.now()): Route[] {
  const memory = createMemory(monotonicMs);
  return [
    route({
      method: 'GET',
      path: '/org/{orgId}/overview',
      operationId: 'getOverview',
      group,
      summary: 'Get how the organization stands',
      description:
        'Offers and entitlements by state and worth, what somebody has to look at, and the first steps. It is counted at most every 10 s.',
      access: 'reports:read',
      response: Overview,
      responseDescription: 'How it stands',
      isAnew: true,
      run: { kind: 'batch', batch: (scope) => overview(scope, memory) },
    }),
    route({
      method: 'GET',
      path: '/org/{orgId}/series',
      operationId: 'getSeries',
      group,
      summary: 'Get how something went over time',
      description: `At most ${mostPoints} spans; one without anything has the value 0. Deleted records are not counted.`,
      access: 'reports:read',
      query: seriesParameters,
      response: Series,
      responseDescription: 'The spans',
      isAnew: true,
      run: {
        kind: 'batch',
        batch: (scope, { query: { metric, by = 'day', from, to, currency } }) => {
          const asked = { metric, by, from, to, currency };
          const starts = startsOf(asked, scope.now);
          return {
            statements: [selectSeries(scope, asked, starts)],
            respond: ([rows = []]) => ({ body: { points: pointsOf(starts, rows) } }),
          };
        },
      },
    }),
  ];
}
