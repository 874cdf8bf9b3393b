import type { AiSwitchOff } from '../organizations/index.ts';
import { type AppError, defineErrors } from '../platform/errors.ts';

export const answerErrors = defineErrors({
  ai_off: [409, 'AI features are disabled'],
  ai_busy: [429, 'Requests in flight have reserved the rest of the spending cap'],
  ai_unavailable: [503, 'The language model did not answer'],
});

/** Returns the error of disabled AI features, with reason and time. */
export function aiOff({ reason, at }: AiSwitchOff): AppError {
  const since = at === undefined ? '' : ` since ${at}`;
  if (reason === 'SPENDING_CAP_REACHED')
    return answerErrors.ai_off(
      `AI features are disabled${since}: the monthly spending cap was reached (SPENDING_CAP_REACHED). They are enabled again next ` +
        'month, or when an administrator raises the cap and enables them.',
    );
  return answerErrors.ai_off(
    `AI features are disabled${since}: they were disabled in the settings (${reason ?? 'MANUAL'}).`,
  );
}
