import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Answer, RawJson, type RouteRequest, route } from '../platform/http/route.ts';
import { agreementAddresses } from '../products/index.ts';
import { approvalOf, requireApproval } from './approval.ts';
import { insertOffer, saveOffer } from './change.ts';
import { checkRelated, contextOf, type OfferDeps, requireSource, type ValidationMode } from './checks.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import { enqueueCreation } from './creation.ts';
import { answerOfRepeat, rememberSubmission, wasJustSubmitted } from './creation-store.ts';
import { enqueueDocuments } from './documents/documents-job.ts';
import { pdfUrlOf } from './documents/pdf.ts';
import { offerErrors } from './errors.ts';
import { offerRequestExample } from './examples.ts';
import { initialStatus } from './kind.ts';
import { type PreparedOffer, prepareDraft, prepareOffer } from './prepare/prepare.ts';
import { callersPart, serverOwnedFields } from './prepare/server-owned.ts';
import { bodyOf, changedOffer, newOffer } from './prepare/stored.ts';
import { WorkloadOffer } from './records.ts';
import { requireFeatures } from './specification.ts';
import { offerOperations, requireStateFor } from './states.ts';
import { lockOffer, withSetId } from './store.ts';

export const createOrUpdateDraftOfferRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/draftOffer',
    operationId: 'createOrUpdateDraftOffer',
    group: 'Offer',
    summary: 'Save a draft of an offer',
    description:
      'With the id of a draft, the body replaces that draft. Any other id is ignored, and a new draft is created. A draft ' +
      'may be incomplete: it is checked when it is submitted, by createOffer with its id.',
    access: 'offers:write',
    serverSetFields: serverOwnedFields,
    example: offerRequestExample,
    quota: {
      name: 'offers',
      // A full quota does not prevent changes of existing drafts.
      onExceeded: async (scope, request) => {
        const row = await changeDraft(scope, request);
        return row && { body: new RawJson(encodeOffer(row)) };
      },
    },
    response: WorkloadOffer,
    responseDescription: 'The draft',
    body: WorkloadOffer,
    run: {
      kind: 'transaction',
      handle: async (scope, request) => ({
        body: new RawJson(encodeOffer(await saveDraft(scope, request))),
      }),
    },
  });

/**
 * Reads the id in a body, even if the rest of the body is invalid. Only the id of a draft has an effect (R24).
 */
export function draftIdOf(parsedBody: unknown): string | undefined {
  const id = (parsedBody as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Locks the draft with this id, if the draft exists. */
async function lockDraft(scope: OrgTransaction, id: string | undefined): Promise<OfferRow | undefined> {
  const offer = id === undefined ? undefined : await lockOffer(scope, id);
  return offer && offerOperations.submit.includes(offer.status) ? offer : undefined;
}

/**
 * Prevents a draft from being submitted twice. The later of two simultaneous submissions finds no draft.
 * Without this check it would create a second offer, because createOffer ignores an id that does not belong to
 * a draft. A repeat of the first submission returns the first response (R20).
 * @throws 409 when another body or another caller has just submitted the draft
 */
export async function requireNotJustSubmitted(
  scope: OrgTransaction,
  id: string,
  bodyHash: Buffer,
): Promise<void> {
  if (!(await wasJustSubmitted(scope, id))) return;
  const repeated = await scope.query(answerOfRepeat(scope, bodyHash));
  if (repeated.length === 0)
    throw offerErrors.offer_state('The draft has already been submitted, by another body or another caller.');
}

type DraftRequest = Pick<RouteRequest<unknown, WorkloadOffer>, 'body' | 'parsedBody' | 'unknownFields'>;

/** Replaces the content of the draft with the body's id; returns undefined when the draft does not exist. */
async function changeDraft(
  scope: OrgTransaction,
  { body, parsedBody, unknownFields }: DraftRequest,
): Promise<OfferRow | undefined> {
  const draft = await lockDraft(scope, draftIdOf(parsedBody));
  if (!draft) return undefined;
  const stored = bodyOf(draft);
  const whole = agreementAddresses.unmask(callersPart(body, stored), stored);
  await requireSource(scope, draft, whole);
  const prepared = prepareDraft(whole, { now: scope.now, unknownFields });
  const changed = changedOffer(scope, draft, prepared);
  const info = await withSetId(scope, draft.id, changed.info);
  return saveOffer(scope, draft, 'UPDATE', { ...changed, info });
}

/** Saves a draft. An existing draft with the body's id is replaced; otherwise a new draft is created. */
async function saveDraft(scope: OrgTransaction, request: DraftRequest): Promise<OfferRow> {
  const changed = await changeDraft(scope, request);
  if (changed) return changed;
  const { body, unknownFields } = request;
  await requireSource(scope, undefined, body);
  return insertOffer(scope, newOffer(scope, prepareDraft(body, { now: scope.now, unknownFields }), 'DRAFT'));
}

/** Merges a draft with the body that submits it: fields of the body override fields of the draft (R24). */
export const submittedBody = (draft: OfferRow, body: WorkloadOffer): WorkloadOffer => {
  const stored = bodyOf(draft);
  return { ...stored, ...agreementAddresses.unmask(callersPart(body, stored), stored) };
};

/**
 * Submits a draft, which becomes an offer with the same id (R24). The lock of the offer admits one of two
 * simultaneous submissions. Returns undefined when no draft has this id.
 */
export async function submitDraft(
  scope: OrgTransaction,
  deps: OfferDeps,
  request: Pick<RouteRequest<unknown, WorkloadOffer>, 'body' | 'bodyHash' | keyof ValidationMode>,
  id: string,
): Promise<Answer | undefined> {
  const draft = await lockDraft(scope, id);
  if (!draft) return undefined;
  const submitted = submittedBody(draft, request.body);
  const { unknownFields, strict } = request;
  const prepared = await requireComplete(scope, deps, draft, submitted, { unknownFields, strict });
  const { columns, metaInfo, ...changed } = changedOffer(scope, draft, prepared);
  // An approval covers the expiry, so an offer that was submitted for approval keeps its own.
  if (!approvalOf(draft).approvalStatus) columns.expire_time ??= prepared.sandboxExpiry ?? null;
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

/**
 * Prepares the offer that is created from a submitted draft.
 * @throws 400 with the findings
 */
async function requireComplete(
  scope: OrgTransaction,
  deps: OfferDeps,
  draft: OfferRow,
  submitted: WorkloadOffer,
  handling?: ValidationMode,
): Promise<PreparedOffer> {
  await checkRelated(scope, deps, submitted);
  await requireSource(scope, draft, submitted);
  const prepared = prepareOffer(submitted, await contextOf(scope, submitted, { handling }));
  await requireFeatures(scope, submitted);
  return prepared;
}

/**
 * Requires a draft that can be submitted without changes.
 * @throws 400 with the findings, 409 if approval is missing
 */
export async function requireReady(scope: OrgTransaction, deps: OfferDeps, offer: OfferRow): Promise<void> {
  requireStateFor('submit', offer);
  await requireComplete(scope, deps, offer, submittedBody(offer, {}));
  await requireApproval(scope, [offer]);
}
