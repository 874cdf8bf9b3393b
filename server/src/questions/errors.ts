import type { AiOff } from '../organizations/index.ts';
import { type AppError, defineErrors } from '../platform/errors.ts';

export const answerErrors = defineErrors({
  ai_off: [409, 'AI features are off'],
  ai_busy: [429, 'Calls under way have reserved what is left of the spending cap'],
  ai_unavailable: [503, 'The language model gave no answer'],
});

/** Says why AI features are off, and since when. */
export function aiOff({ reason, at }: AiOff): AppError {
  const since = at === undefined ? '' : ` since ${at}`;
  if (reason === 'SPENDING_CAP_REACHED')
    return answerErrors.ai_off(
      `AI features are off${since}: the spending cap of the month is reached (SPENDING_CAP_REACHED). They are on again in the ` +
        'next month, or when an administrator raises the cap and switches them on.',
    );
  return answerErrors.ai_off(
    `AI features are off${since}: they were switched off in the settings (${reason ?? 'MANUAL'}).`,
  );
}
