import { isDirect, type JsonObject } from '../../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { type Answer, type Batch, RawJson, type RouteRequest } from '../../platform/http/route.ts';
import { type Enqueued, prepareJob } from '../../platform/jobs/queue.ts';
import { jsonbText } from '../../platform/records/jsonb-text.ts';
import { type ProductRow, selectProduct } from '../../products/index.ts';
import { expireJob, expiryOf, noticesOf } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { encodeOffer } from '../columns.ts';
import { answerOfRepeat, createOfferOnce, firstAnswer, type OfferCreation } from '../creation-store.ts';
import { documentsJob, needsAgreements, type OfferDocuments, pdfUrlOf } from '../documents/index.ts';
import { offerErrors } from '../errors.ts';
import {
  callersPart,
  idsOfName,
  inspectOffer,
  isNamedSo,
  newOffer,
  partnerOfReplacements,
  prepareOffer,
  replacedName,
} from '../prepare/index.ts';
import { type BeforeCreation, creationJob, subjectOf } from '../publication/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { isPrivate } from '../row-conversion.ts';
import type { OfferStatus } from '../states.ts';
import { selectOffersByExternalIds } from '../store.ts';
import { contextOf, productAsked, productContext } from './context.ts';
import { type OfferDeps, relationFindings } from './relations.ts';

/** The request by which an offer is created. */
type Sent = Pick<RouteRequest<unknown, WorkloadOffer>, 'body' | 'bodyHash' | 'unknownFields' | 'strict'>;

/**
 * Creates an offer, once: a repeat of the same body by the same caller within 60 s has the first answer (R20).
 * A private offer at a marketplace is created there by a job; a direct sale awaits its buyer at once (R36).
 */
export function createOffer(scope: OrgScope, documents: OfferDocuments, request: Sent): Batch {
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

/** What was read before an offer is created. `adoption`: the offer that it replaces is not ours (R26). */
type Read = { product?: ProductRow | undefined; adoption: boolean };

function createPrepared(
  scope: OrgScope,
  documents: OfferDocuments,
  request: Sent,
  { product, adoption }: Read = { adoption: false },
): Batch {
  const { body, unknownFields, strict } = request;
  const bodyHash = request.bodyHash();
  const context = { now: scope.now, ...productContext(body, product), unknownFields, strict };
  const prepared = prepareOffer(body, context);
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
      if (!created) return refused(scope, bodyHash);
      const standing = created.offer_id;
      if (standing === offer.id)
        // It is stored as it is printed here: a read shows the same text, by which it is tagged.
        return { body: new RawJson(answer), shown: new RawJson(answer) };
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

/** The first job of a new offer; the one that merges its documents schedules its expiry afterwards. */
function firstJob(
  scope: OrgScope,
  offer: OfferRow,
  before: BeforeCreation,
  metaInfo: JsonObject,
): Enqueued | undefined {
  if (offer.status === 'PENDING_CREATE')
    return prepareJob(scope, creationJob(before), { offerId: offer.id }, { subject: subjectOf(metaInfo) });
  if (before.agreements && isDirect(offer.partner ?? undefined))
    return prepareJob(scope, documentsJob, { offerId: offer.id });
  const expiry = expiryOf(offer);
  return expiry && prepareJob(scope, expireJob, expiry.payload, { at: expiry.at });
}

/** A new offer that can be accepted at once has a notice for its contacts (R54). */
function withNotices(scope: OrgScope, eventId: string, offer: OfferRow): OfferRow {
  // Of the others, which await their marketplace, nothing needs to be read.
  if (offer.status === 'PENDING_CREATE') return offer;
  const metaInfo: JsonObject = JSON.parse(offer.meta_info);
  const notices = noticesOf(scope, { id: eventId, action: 'CREATE' }, undefined, offer, metaInfo);
  return notices.notifications ? { ...offer, meta_info: jsonbText({ ...metaInfo, ...notices }) } : offer;
}

/** Checks that what an offer builds on is there, before it is made. @throws AppError 400 with every finding */
export async function checkRelated(
  scope: OrgTransaction,
  { findAgreement }: OfferDeps,
  body: WorkloadOffer,
): Promise<undefined> {
  const related = await relationFindings(scope, callersPart(body), findAgreement);
  if (related.length > 0)
    throw invalid([...inspectOffer(body, await contextOf(scope, body)).findings, ...related]);
}

/**
 * Refuses an offer that needs an approval first: nothing is made. An offer that was made before approvals were asked
 * for still has its answer (R20).
 */
const refused = (scope: OrgScope, bodyHash: Buffer): Batch => ({
  statements: [answerOfRepeat(scope, bodyHash)],
  respond: ([rows]) => {
    if (rows?.[0]) return answerAgain(rows[0].payload);
    throw offerErrors.offer_not_approved('Save it as a draft and submit that for approval.');
  },
});

const answerAgain = (payload: unknown): Answer => ({
  headers: { 'x-deduplicated': 'true' },
  body: new RawJson(String(payload)),
});

/** A repeat makes no offer, so that it has its answer when there may be no more of them (R20). */
export async function repeatOffer(scope: OrgTransaction, bodyHash: Buffer): Promise<Answer | undefined> {
  const [row] = await scope.query(answerOfRepeat(scope, bodyHash));
  return row && answerAgain(row.payload);
}

/** The first status of an offer that was created, or of a draft that was submitted (R36). */
export function initialStatus(fields: { partner?: string | undefined; offerType: string }): OfferStatus {
  if (!isPrivate(fields.offerType)) return 'ACTIVE';
  return isDirect(fields.partner) ? 'PENDING_ACCEPTANCE' : 'PENDING_CREATE';
}
