import { isDirect, isStrict, type JsonObject, selectStrict } from '../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { recognizesRepeats } from '../platform/http/rare.ts';
import {
  type Answer,
  type Batch,
  type InTransaction,
  RawJson,
  type RouteRequest,
  route,
} from '../platform/http/route.ts';
import { type EnqueuedJob, prepareJob } from '../platform/jobs/queue.ts';
import { jsonbText } from '../platform/records/jsonb-text.ts';
import { type ProductRow, selectProduct } from '../products/index.ts';
import { checkRelated, type OfferDeps, requireSource } from './checks.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import { type CreationPreparation, creationJob, subjectOf } from './creation.ts';
import { answerOfRepeat, createOfferOnce, firstAnswer, type OfferCreation } from './creation-store.ts';
import { documentsJob } from './documents/documents-job.ts';
import { type OfferDocuments, pdfUrlOf } from './documents/pdf.ts';
import { needsAgreements } from './documents/settle.ts';
import { draftIdOf, requireNotJustSubmitted, submitDraft, submittedBody } from './drafts.ts';
import { offerErrors } from './errors.ts';
import { offerRequestExample } from './examples.ts';
import { expireJob, expiryOf } from './jobs.ts';
import { initialStatus, isPrivate, sourceOf } from './kind.ts';
import { noticesOf } from './notify.ts';
import { type PreparedOffer, prepareOffer, productAsked, productContext } from './prepare/prepare.ts';
import {
  hasRelations,
  idsOfName,
  isNamedSo,
  namesFeatures,
  partnerOfReplacements,
  replacedName,
} from './prepare/relations.ts';
import { serverOwnedFields } from './prepare/server-owned.ts';
import { newOffer } from './prepare/stored.ts';
import { WorkloadOffer } from './records.ts';
import { lookUpReplaced } from './replaced.ts';
import { requireFeatures } from './specification.ts';
import { findOffer, selectOffersByExternalIds } from './store.ts';

export const createOfferRoute = (deps: OfferDeps) =>
  recognizesRepeats(
    route({
      method: 'POST',
      path: '/org/{orgId}/offer',
      operationId: 'createOffer',
      group: 'Offer',
      summary: 'Create a private offer',
      description:
        'A job creates the offer at the marketplace: the response is PENDING_CREATE. A direct sale is immediately ' +
        'PENDING_ACCEPTANCE. The same body from the same caller within 60 seconds returns the first response without a second ' +
        'offer. With the id of a draft, that draft is submitted and keeps its id; fields of the body override fields of ' +
        'the draft. The response is 409 if another body or another caller submitted the draft within the last 60 seconds. ' +
        'Any other id is ignored. If the organization requires approval, only an Approved draft can be submitted, without ' +
        'changes of its terms.',
      access: 'offers:write',
      body: WorkloadOffer,
      serverSetFields: serverOwnedFields,
      example: offerRequestExample,
      quota: {
        name: 'offers',
        // The quota includes the submitted draft already, and a repeat does not create an offer.
        onExceeded: async (scope, request) =>
          (await repeatOffer(scope, request.bodyHash())) ?? (await submission(deps, request)?.(scope)),
      },
      response: WorkloadOffer,
      responseDescription: 'The offer',
      errors: [offerErrors.offer_not_approved.definition, offerErrors.offer_state.definition],
      run: {
        kind: 'batch',
        batch: (scope, request) => createOffer(scope, deps.documents, request),
        sharesTransaction: true,
        outside: (request) => lookUp(deps, request),
        beforeInTransaction: (request) => submission(deps, request),
      },
    }),
  );

/** The parts of a createOffer request. */
type CreateOfferRequest = Pick<
  RouteRequest<unknown, WorkloadOffer>,
  'body' | 'bodyHash' | 'unknownFields' | 'strict'
>;

/**
 * Creates an offer once: a repeat of the same body by the same caller within 60 s returns the first response
 * (R20). A job creates a private offer at its marketplace; a direct sale awaits its buyer immediately (R36).
 */
function createOffer(scope: OrgScope, documents: OfferDocuments, request: CreateOfferRequest): Batch {
  const { body } = request;
  const productId = productAsked(body);
  const replaced = replacedName(body);
  if (productId === undefined && replaced === undefined) return createPrepared(scope, documents, request);
  const product = productId === undefined ? [] : [selectProduct(scope, productId)];
  const named =
    replaced === undefined
      ? []
      : [selectOffersByExternalIds(scope, partnerOfReplacements, idsOfName(replaced))];
  return {
    statements: [...product, ...named],
    respond: (found) => {
      const ours = named.length > 0 ? (found[product.length] as OfferRow[]) : [];
      return createPrepared(scope, documents, request, {
        product: product.length > 0 ? (found[0]?.[0] as ProductRow | undefined) : undefined,
        adoption: replaced !== undefined && !ours.some((offer) => isNamedSo(offer, replaced)),
      });
    },
  };
}

/**
 * Records that are read before an offer is created. `adoption` is true when the organization has no record of
 * the offer to be replaced (R26).
 */
type CreationContext = { product?: ProductRow | undefined; adoption: boolean };

function createPrepared(
  scope: OrgScope,
  documents: OfferDocuments,
  request: CreateOfferRequest,
  { product, adoption }: CreationContext = { adoption: false },
): Batch {
  const { body, unknownFields, strict } = request;
  const { now } = scope;
  const context = { now, ...productContext(body, product), unknownFields, strict };
  const store = (prepared: PreparedOffer) => storeOffer(scope, documents, request, { prepared, adoption });
  const filled = prepareOffer(body, { ...context, isFilled: scope.environment === 'TEST' });
  if (filled.fillings.length === 0) return store(filled);
  return {
    statements: [selectStrict(scope)],
    respond: ([rows]) => store(isStrict(rows) ? prepareOffer(body, context) : filled),
  };
}

function storeOffer(
  scope: OrgScope,
  documents: OfferDocuments,
  request: CreateOfferRequest,
  { prepared, adoption }: { prepared: PreparedOffer; adoption: boolean },
): Batch {
  const bodyHash = request.bodyHash();
  const eventId = scope.newId('evt');
  const made = newOffer(scope, prepared, initialStatus(prepared.fields), (offer) =>
    pdfUrlOf(documents.pdfLinks, scope, offer),
  );
  const before = { adoption, agreements: needsAgreements(documents, made) };
  const offer = withNotices(scope, eventId, made);
  const answer = encodeOffer(offer);
  const job = firstJob(scope, offer, before, prepared.metaInfo);
  return {
    statements: [
      createOfferOnce(scope, bodyHash, { offer, payload: answer }, eventId, job, isPrivate(offer.offer_type)),
    ],
    respond: ([rows]) => {
      const created = rows?.[0] as OfferCreation | undefined;
      if (!created) return rejectUnapproved(scope, bodyHash);
      const standing = created.offer_id;
      if (standing === offer.id)
        // The response must equal the stored text, so that a later read returns the same text and the same
        // ETag.
        return { body: new RawJson(answer), recordAsRead: new RawJson(answer) };
      return {
        statements: [firstAnswer(scope, standing, Number(created.answer_sequence))],
        respond: ([events]) => {
          const payload = events?.[0]?.payload;
          if (payload === undefined) throw new Error(`the first event of offer ${standing} is missing`);
          return answerAgain(payload);
        },
      };
    },
  };
}

/** Derives the first job of a new offer. The job that merges license agreements schedules the expiry afterwards. */
function firstJob(
  scope: OrgScope,
  offer: OfferRow,
  before: CreationPreparation,
  metaInfo: JsonObject,
): EnqueuedJob | undefined {
  if (offer.status === 'PENDING_CREATE')
    return prepareJob(scope, creationJob(before), { offerId: offer.id }, { subject: subjectOf(metaInfo) });
  if (before.agreements && isDirect(offer.partner ?? undefined))
    return prepareJob(scope, documentsJob, { offerId: offer.id });
  const expiry = expiryOf(offer);
  return expiry && prepareJob(scope, expireJob, expiry.payload, { at: expiry.at });
}

/** Adds a notice for the contacts to a new offer that can be accepted immediately (R54). */
function withNotices(scope: OrgScope, eventId: string, offer: OfferRow): OfferRow {
  // Offers that await their marketplace get no notice, so their meta info is not parsed.
  if (offer.status === 'PENDING_CREATE') return offer;
  const metaInfo: JsonObject = JSON.parse(offer.meta_info);
  const notices = noticesOf(scope, { id: eventId, action: 'CREATE' }, undefined, offer, metaInfo);
  return notices.notifications ? { ...offer, meta_info: jsonbText({ ...metaInfo, ...notices }) } : offer;
}

/**
 * Rejects an offer that requires approval. The offer was not stored. A repeat of a body that was accepted
 * before returns the first response (R20).
 */
const rejectUnapproved = (scope: OrgScope, bodyHash: Buffer): Batch => ({
  statements: [answerOfRepeat(scope, bodyHash)],
  respond: ([rows]) => {
    if (rows?.[0]) return answerAgain(rows[0].payload);
    throw offerErrors.offer_not_approved('Save the offer as a draft and submit the draft for approval.');
  },
});

const answerAgain = (payload: unknown): Answer => ({
  headers: { 'x-deduplicated': 'true' },
  body: new RawJson(String(payload)),
});

/**
 * Returns the first response to a repeated body. A repeat succeeds even when the quota is exhausted, because
 * the offer exists already (R20).
 */
async function repeatOffer(scope: OrgTransaction, bodyHash: Buffer): Promise<Answer | undefined> {
  const [row] = await scope.query(answerOfRepeat(scope, bodyHash));
  return row && answerAgain(row.payload);
}

/**
 * Does the work that a body requires before the offer is created: submits the draft with the body's id (R24),
 * or checks the source to be cancelled (R29), product features (R26) and relations (R27).
 */
function submission(deps: OfferDeps, request: RouteRequest<unknown, WorkloadOffer>) {
  const { body, bodyHash, parsedBody } = request;
  const id = draftIdOf(parsedBody);
  const checked = sourceOf(body.metaInfo) !== undefined || namesFeatures(body) || hasRelations(body);
  if (id === undefined && !checked) return undefined;
  return async (scope: OrgTransaction) => {
    const answer = id === undefined ? undefined : await submitDraft(scope, deps, request, id);
    if (answer) return answer;
    if (id !== undefined) await requireNotJustSubmitted(scope, id, bodyHash());
    if (!checked) return undefined;
    // A repeat returns the first response, even if the relations are no longer valid (R20).
    const repeat = await repeatOffer(scope, bodyHash());
    if (repeat) return repeat;
    await requireSource(scope, undefined, body);
    await requireFeatures(scope, body);
    return checkRelated(scope, deps, body);
  };
}

/**
 * Looks up the offer to be replaced at the marketplace, if the organization has no record of it (R26) and the
 * request is not a repeat (R20).
 */
function lookUp(
  { registry }: OfferDeps,
  { body, bodyHash, parsedBody }: RouteRequest<unknown, WorkloadOffer>,
): ((context: { transaction: InTransaction }) => Promise<void>) | undefined {
  const id = draftIdOf(parsedBody);
  if (id === undefined && replacedName(body) === undefined) return undefined;
  return ({ transaction }) =>
    lookUpReplaced(registry, transaction, async (scope) => {
      if (await repeatOffer(scope, bodyHash())) return undefined;
      const draft = id === undefined ? undefined : await findOffer(scope, id);
      return draft?.status === 'DRAFT' ? submittedBody(draft, body) : body;
    });
}
