import type { Statement } from './statement.ts';

/**
 * Has what follows in a transaction planned once for each connection, by indexes: where statements read little, making their plans
 * anew takes longer than running them. Not for statements of which the best plan depends on what they are given.
 */
export const keepPlans: Statement = {
  name: 'keep_plans',
  text: `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
           set_config('jit', 'off', true)`,
  values: [],
};
