import type { Statement } from './statement.ts';

/**
 * Switches the rest of a transaction to generic index plans, which each connection plans once. Use the switch for
 * statements that read few rows, because planning takes longer than their execution, and only if the best plan is
 * independent of the parameters.
 */
export const keepPlans: Statement = {
  name: 'keep_plans',
  text: `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
           set_config('jit', 'off', true)`,
  values: [],
};
