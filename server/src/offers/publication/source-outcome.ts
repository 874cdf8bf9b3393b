import type { OrgTransaction } from '../../platform/access/scope.ts';
import { changeOffer } from '../change/index.ts';
import { lockOffer } from '../store.ts';

/** The progress of taking back the source of a copy: asked for, at the marketplace, or why it is not (R29). */
export type SourceOutcome = 'PENDING' | 'SENT' | 'SKIPPED' | 'FAILED';

/** Records on the copy what became of its source. */
export async function recordSourceOutcome(
  scope: OrgTransaction,
  cloneId: string,
  outcome: SourceOutcome,
  reason?: string,
): Promise<void> {
  const clone = await lockOffer(scope, cloneId);
  if (!clone) return;
  const field = 'sourceOfferCancelAfterPublishError';
  await changeOffer(scope, clone, 'UPDATE', {
    metaInfo: {
      sourceOfferCancelAfterPublishStatus: outcome,
      sourceOfferCancelAfterPublishAt: scope.now.toISOString(),
      ...(reason ? { [field]: reason } : {}),
    },
    ...(reason ? {} : { removeMetaInfo: [field] }),
  });
}
