import { enqueue } from '../platform/queue.ts';
import { type Answer, RawJson } from '../platform/route.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { encodeOffer } from './columns.ts';
import { createJob } from './create-job.ts';
import { callersPart, prepareDraft, prepareOffer } from './prepare/index.ts';
import type { WorkloadOffer } from './records.ts';
import { bodyOf, changedOffer, newOffer } from './rows.ts';
import { initialStatus, subjectOf } from './service.ts';
import { insertOffer, lockOffer, type OfferRow, rememberSubmission, saveOffer } from './store.ts';

/** The id that a body names, whatever else it holds: it counts only when it is a draft's (R24). */
export function draftIdOf(parsedBody: unknown): string | undefined {
  const id = (parsedBody as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The draft of this id, locked, if there is one. */
async function lockDraft(scope: OrgTransaction, id: string | undefined): Promise<OfferRow | undefined> {
  const offer = id === undefined ? undefined : await lockOffer(scope, id);
  return offer?.status === 'DRAFT' ? offer : undefined;
}

/** Makes the draft that the id names into what the body says; nothing when it names none. */
export async function changeDraft(
  scope: OrgTransaction,
  body: WorkloadOffer,
  id: string | undefined,
): Promise<OfferRow | undefined> {
  const draft = await lockDraft(scope, id);
  if (!draft) return undefined;
  const prepared = prepareDraft(body, { now: scope.now });
  return saveOffer(scope, draft, 'UPDATE', changedOffer(scope, draft, prepared));
}

/** Keeps a draft as it is sent: the one that the id names, or a new one. */
export const saveDraft = async (
  scope: OrgTransaction,
  body: WorkloadOffer,
  id: string | undefined,
): Promise<OfferRow> =>
  (await changeDraft(scope, body, id)) ??
  insertOffer(scope, newOffer(scope, prepareDraft(body, { now: scope.now }), 'DRAFT'));

/** What a draft is submitted as: a field of the body stands in the place of the draft's (R24). */
export const submittedBody = (draft: OfferRow, body: WorkloadOffer): WorkloadOffer => ({
  ...bodyOf(draft),
  ...callersPart(body),
});

/**
 * Submits a draft: it goes on, with its id, as an offer that was created (R24). The offer's lock decides between two
 * at once. Nothing when the id names no draft.
 */
export async function submitDraft(
  scope: OrgTransaction,
  body: WorkloadOffer,
  id: string,
  bodyHash: Buffer,
): Promise<Answer | undefined> {
  const draft = await lockDraft(scope, id);
  if (!draft) return undefined;
  const prepared = prepareOffer(submittedBody(draft, body), { now: scope.now });
  const { columns, ...maps } = changedOffer(scope, draft, prepared);
  const status = initialStatus(prepared.fields);
  const offer = await saveOffer(scope, draft, 'UPDATE', { ...maps, columns: { ...columns, status } });
  await scope.query(rememberSubmission(scope, bodyHash, offer.id, offer.sequence));
  if (status === 'PENDING_CREATE')
    await scope.query(
      enqueue(scope, createJob, { offerId: offer.id }, { subject: subjectOf(prepared.metaInfo) }),
    );
  return { body: new RawJson(encodeOffer(offer)) };
}
