import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Answer, RawJson, type RouteRequest } from '../../platform/http/route.ts';
import { agreementAddresses } from '../../products/index.ts';
import { insertOffer, saveOffer, withSetId } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { encodeOffer } from '../columns.ts';
import { answerOfRepeat, rememberSubmission, wasJustSubmitted } from '../creation-store.ts';
import { enqueueDocuments, pdfUrlOf } from '../documents/index.ts';
import { offerErrors } from '../errors.ts';
import {
  bodyOf,
  callersPart,
  changedOffer,
  newOffer,
  type PreparedOffer,
  prepareDraft,
  prepareOffer,
} from '../prepare/index.ts';
import { enqueueCreation, requireFeatures } from '../publication/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { offerOperations } from '../states.ts';
import { lockOffer } from '../store.ts';
import { requireApproval } from './approval.ts';
import { contextOf, type Handling } from './context.ts';
import { checkRelated, initialStatus } from './create.ts';
import { requireStateFor } from './preconditions.ts';
import type { OfferDeps } from './relations.ts';
import { requireSource } from './require-source.ts';

/** The id that a body names, whatever else it holds: it counts only when it is a draft's (R24). */
export function draftIdOf(parsedBody: unknown): string | undefined {
  const id = (parsedBody as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The draft of this id, locked, if there is one. */
async function lockDraft(scope: OrgTransaction, id: string | undefined): Promise<OfferRow | undefined> {
  const offer = id === undefined ? undefined : await lockOffer(scope, id);
  return offer && offerOperations.submit.includes(offer.status) ? offer : undefined;
}

/**
 * Refuses to submit a draft a second time. Two that submit one draft at once mean one offer. The later one finds no
 * draft any more: without this it would make a second offer, as an id that is no draft's is ignored. A repeat of what
 * submitted it has its answer (R20).
 * @throws 409 when the draft was submitted a moment ago, by another body or another caller
 */
export async function requireNotJustSubmitted(
  scope: OrgTransaction,
  id: string,
  bodyHash: Buffer,
): Promise<void> {
  if (!(await wasJustSubmitted(scope, id))) return;
  const repeated = await scope.query(answerOfRepeat(scope, bodyHash));
  if (repeated.length === 0)
    throw offerErrors.offer_state('The draft was submitted a moment ago: it is an offer now.');
}

type DraftRequest = Pick<RouteRequest<unknown, WorkloadOffer>, 'body' | 'parsedBody' | 'unknownFields'>;

/** Makes the draft that the id names into what the body says; nothing when it names none. */
export async function changeDraft(
  scope: OrgTransaction,
  { body, parsedBody, unknownFields }: DraftRequest,
): Promise<OfferRow | undefined> {
  const draft = await lockDraft(scope, draftIdOf(parsedBody));
  if (!draft) return undefined;
  const whole = agreementAddresses.unmask(body, bodyOf(draft));
  await requireSource(scope, draft, whole);
  const prepared = prepareDraft(whole, { now: scope.now, unknownFields });
  const changed = changedOffer(scope, draft, prepared);
  const info = await withSetId(scope, draft.id, changed.info);
  return saveOffer(scope, draft, 'UPDATE', { ...changed, info });
}

/** Keeps a draft as it is sent: the one that the id names, or a new one. */
export async function saveDraft(scope: OrgTransaction, request: DraftRequest): Promise<OfferRow> {
  const changed = await changeDraft(scope, request);
  if (changed) return changed;
  const { body, unknownFields } = request;
  await requireSource(scope, undefined, body);
  return insertOffer(scope, newOffer(scope, prepareDraft(body, { now: scope.now, unknownFields }), 'DRAFT'));
}

/** Merges a draft with the body that submits it: a field of the body stands in the place of the draft's (R24). */
export const submittedBody = (draft: OfferRow, body: WorkloadOffer): WorkloadOffer => {
  const stored = bodyOf(draft);
  return { ...stored, ...agreementAddresses.unmask(callersPart(body), stored) };
};

/**
 * Submits a draft: it goes on, with its id, as an offer that was created (R24). The offer's lock decides between two
 * at once. Nothing when the id names no draft.
 */
export async function submitDraft(
  scope: OrgTransaction,
  deps: OfferDeps,
  request: Pick<RouteRequest<unknown, WorkloadOffer>, 'body' | 'bodyHash' | keyof Handling>,
  id: string,
): Promise<Answer | undefined> {
  const draft = await lockDraft(scope, id);
  if (!draft) return undefined;
  const submitted = submittedBody(draft, request.body);
  const { unknownFields, strict } = request;
  const prepared = await requireComplete(scope, deps, draft, submitted, { unknownFields, strict });
  const { columns, metaInfo, ...changed } = changedOffer(scope, draft, prepared);
  const status = initialStatus(prepared.fields);
  const pdf = pdfUrlOf(deps.documents.pdfLinks, scope, { id, offer_type: prepared.fields.offerType });
  const info = { ...(await withSetId(scope, id, changed.info)), ...pdf };
  const offer = await saveOffer(scope, draft, 'UPDATE', { info, metaInfo, columns: { ...columns, status } });
  await requireApproval(scope, [offer]);
  await scope.query(rememberSubmission(scope, request.bodyHash(), offer.id, offer.sequence));
  if (status === 'PENDING_CREATE') await enqueueCreation(scope, deps.documents, offer);
  await enqueueDocuments(scope, deps.documents, offer);
  return { body: new RawJson(encodeOffer(offer)) };
}

/** Prepares what a draft is submitted as. @throws 400 that names what is missing or wrong */
async function requireComplete(
  scope: OrgTransaction,
  deps: OfferDeps,
  draft: OfferRow,
  submitted: WorkloadOffer,
  handling?: Handling,
): Promise<PreparedOffer> {
  await checkRelated(scope, deps, submitted);
  await requireSource(scope, draft, submitted);
  const prepared = prepareOffer(submitted, await contextOf(scope, submitted, { handling }));
  await requireFeatures(scope, submitted);
  return prepared;
}

/** Requires a draft that can be submitted as it stands. @throws 400 that names what is missing or wrong, 409 */
export async function requireReady(scope: OrgTransaction, deps: OfferDeps, offer: OfferRow): Promise<void> {
  requireStateFor('submit', offer);
  await requireComplete(scope, deps, offer, submittedBody(offer, {}));
  await requireApproval(scope, [offer]);
}
