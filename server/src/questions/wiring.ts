import type { QuotaDefinition } from '../platform/access/quotas.ts';
import { sweepAfter } from '../platform/database/maintenance.ts';
import { countCalls } from './store.ts';

export { type AiDeps, createAi } from './provider.ts';
export { answerRoutes } from './routes.ts';

export const answerQuotas: readonly QuotaDefinition[] = [
  {
    name: 'aiCallsPerDay',
    description: 'Calls of language models',
    perDay: true,
    count: countCalls,
  },
];

/** Calls are kept for 90 days, with their caller and outcome. */
export const answerSweeps = [sweepAfter('ai_call', 'begin_time', '90 days')];
