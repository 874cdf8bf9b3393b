import { Counter, type Registry } from 'prom-client';
import type { Call } from '../marketplaces/index.ts';

/** Creates the counter of calls to marketplaces. */
export function countMarketplaceCalls(registry: Registry): (partner: string, call: Call) => void {
  const calls = new Counter({
    name: 'marketplace_calls_total',
    help: 'Calls to marketplaces for organizations of PROD, by partner, operation and outcome',
    labelNames: ['partner', 'operation', 'outcome'],
    registers: [registry],
  });
  return (partner, { operation, outcome }) => calls.inc({ partner, operation, outcome });
}
