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

/** Who called, and what became of it, is kept for as long as somebody may ask. */
export const answerSweeps = [sweepAfter('ai_call', 'begin_time', '90 days')];
