import type { Pages } from '../../http/pages.ts';
import { noteViolation } from '../../violations.ts';
import type { Call, Operations } from '../calls.ts';
import { invalid, notFound, refusedFor } from '../errors.ts';
import type { Records } from '../procurement/records.ts';
import { createListingOperations } from './listings.ts';
import type { OfferDocument, Offers, PrivateOffer } from './offers.ts';
import type { OfferContent } from './rules.ts';

const mostPerPage = 500;
const mostDocumentBytes = 4 * 1024 * 1024;
const changeable = [
  'title',
  'internalNote',
  'customerNote',
  'offerDealType',
  'partnerContact',
  'customer',
  'acceptDeadlineTime',
  'term',
  'singleProductOffer',
] as const;

/** Creates the operations of the interface for private offers. */
export function createOfferOperations({
  offers,
  records,
  pages,
}: {
  offers: Offers;
  records: Records;
  pages: Pages;
}): Operations {
  const projectOf = ({ caller, parameters: { project = '' } }: Call): string => {
    if (caller.projectId === project) return project;
    throw refusedFor('PERMISSION_DENIED', 'IAM_PERMISSION_DENIED', 'The caller does not have permission');
  };
  const offerOf = (call: Call): PrivateOffer => {
    const found = offers.find(projectOf(call), call.parameters.offer ?? '');
    if (!found) throw notFound();
    return found;
  };
  const change = (call: Call, run: (one: PrivateOffer) => void): object => {
    const one = offerOf(call);
    run(one);
    return showOffer(one, false);
  };
  return {
    listPrivateOffers: (call) => {
      const project = projectOf(call);
      const { filter = '', orderBy = '', pageSize, pageToken } = call.query;
      const isMet = readUpdateFilter(filter);
      if (!/^(update_time( (asc|desc))?)?$/.test(orderBy))
        throw violation('listPrivateOffers', 'orderBy', 'Only update_time is supported.');
      const rows = offers
        .all()
        .filter((one) => one.projectId === project && isMet(one))
        .sort((left, right) => (left.updatedMs - right.updatedMs) * (orderBy.endsWith('desc') ? -1 : 1))
        .map((one) => showOffer(one, false));
      return page(pages, rows, 'privateOffers', pageSize, pageToken);
    },
    getPrivateOffer: (call) => showOffer(offerOf(call), call.query.view === 'PRIVATE_OFFER_VIEW_FULL'),
    createPrivateOffer: (call) => {
      const content = pick(call.body as OfferContent, changeable);
      return showOffer(offers.create(projectOf(call), call.parameters.location ?? '', content), false);
    },
    updatePrivateOffer: (call) =>
      change(call, (one) => {
        const given = pick(call.body as OfferContent, changeable);
        const fields = maskOf(call.query.updateMask, given);
        const kept = pick(
          one.content,
          changeable.filter((field) => !fields.includes(field)),
        );
        offers.update(one, { ...kept, ...pick(given, fields) }, fields);
      }),
    publishPrivateOffer: (call) =>
      change(call, (one) =>
        offers.publish(one, (call.body as { validateOnly?: boolean }).validateOnly ?? false),
      ),
    cancelPrivateOffer: (call) =>
      change(call, (one) =>
        offers.cancel(one, (call.body as { cancellationNote?: string }).cancellationNote ?? ''),
      ),
    deletePrivateOffer: (call) => {
      offers.remove(offerOf(call), call.query.force === 'true');
      return {};
    },
    resolveAmendmentTarget: (call) => {
      const { targetBillingAccount = '', baseStandardOffer = '' } = call.query;
      return offers.target(projectOf(call), targetBillingAccount, baseStandardOffer);
    },
    ...createDocumentOperations(offers, pages, offerOf),
    ...createListingOperations({ records, pages, projectOf }),
  };
}

/** Creates the operations for the license agreement of an offer. */
function createDocumentOperations(
  offers: Offers,
  pages: Pages,
  offerOf: (call: Call) => PrivateOffer,
): Operations {
  return {
    listDocuments: (call) => {
      const one = offerOf(call);
      const rows = one.documents.map((document) => showDocument(one, document));
      return page(pages, rows, 'privateOfferDocuments', call.query.pageSize, call.query.pageToken);
    },
    createDocument: (call) => {
      const one = offerOf(call);
      const document = readDocument(call.body);
      if (one.documents.length > 0) throw invalid('document_type', 'The offer has a license agreement.');
      return showDocument(one, offers.addDocument(one, document));
    },
    getDocument: (call) => showDocument(offerOf(call), documentOf(offerOf(call), call)),
    updateDocument: (call) => {
      const one = offerOf(call);
      const changed = { ...documentOf(one, call), ...readDocument(call.body) };
      offers.changeDocuments(one, [changed]);
      return showDocument(one, changed);
    },
    deleteDocument: (call) => {
      const one = offerOf(call);
      const removed = documentOf(one, call);
      offers.changeDocuments(
        one,
        one.documents.filter((document) => document !== removed),
      );
      return {};
    },
  };
}

function documentOf({ documents }: PrivateOffer, { parameters }: Call): OfferDocument {
  const found = documents.find(({ id }) => id === parameters.document);
  if (!found) throw notFound();
  return found;
}

/** Reads a license agreement that a caller sends. */
function readDocument(body: unknown) {
  const given = body as { documentType: string; mimeType?: string; inlineContent?: string };
  const { documentType, mimeType, inlineContent: content = '' } = given;
  const isCustom = documentType === 'CUSTOM_END_USER_LICENSE_AGREEMENT';
  if (/UNSPECIFIED|_V1$/.test(documentType))
    throw invalid('document_type', `${documentType} cannot be added.`);
  if (/STATEMENT/.test(documentType)) throw invalid('document_type', 'Only for professional services.');
  if (isCustom !== (content !== '')) throw invalid('inline_content', 'Required for custom documents only.');
  if (isCustom && mimeType !== 'application/pdf') throw invalid('mime_type', 'Must be application/pdf.');
  if (Buffer.from(content, 'base64').length > mostDocumentBytes)
    throw invalid('inline_content', 'Must have at most 4 MB.');
  return { documentType, mimeType, content };
}

const pick = <T extends object>(from: T, fields: readonly string[]): T =>
  Object.fromEntries(Object.entries(from).filter(([name]) => fields.includes(name))) as T;

/** Returns the members that a mask names: by default those of the body, with `*` all. */
function maskOf(mask: string | undefined, given: object): readonly string[] {
  if (!mask) return Object.keys(given);
  if (mask === '*') return changeable;
  const fields = mask.split(',').map((one) => one.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
  const wrong = fields.find((field) => !(changeable as readonly string[]).includes(field));
  if (wrong !== undefined) throw violation('updatePrivateOffer', 'updateMask', `${wrong} cannot be changed.`);
  return fields;
}

/** Reads a filter, which can compare the time of the last change only. */
function readUpdateFilter(filter: string): (one: PrivateOffer) => boolean {
  const tests =
    filter === ''
      ? []
      : filter.split(' AND ').map((text) => {
          const [, sign = '', time = ''] =
            /^update_time\s*(>=|<=|>|<|=)\s*"([^"]+)"$/.exec(text.trim()) ?? [];
          const atMs = Date.parse(time);
          if (Number.isNaN(atMs))
            throw violation('listPrivateOffers', 'filter', 'Only update_time is supported.');
          return ({ updatedMs }: PrivateOffer) =>
            (sign.includes('=') && updatedMs === atMs) ||
            (sign.includes('>') && updatedMs > atMs) ||
            (sign.includes('<') && updatedMs < atMs);
        });
  return (one) => tests.every((test) => test(one));
}

export function page(
  pages: Pages,
  rows: readonly object[],
  name: string,
  pageSize?: string,
  pageToken?: string,
): object {
  const size = Math.min(Number(pageSize ?? 0) || mostPerPage, mostPerPage);
  const found = pageToken ? pages.next<object>(pageToken, size) : pages.first(rows, size);
  if (!found) throw invalid('page_token', 'Invalid or expired.');
  return {
    ...(found.rows.length > 0 && { [name]: found.rows }),
    ...(found.next && { nextPageToken: found.next }),
  };
}

function violation(operation: string, field: string, message: string) {
  noteViolation('mkC', operation, `${field}: ${message}`);
  return invalid(field, message);
}

const shown = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
const nameOf = ({ projectId, location, id }: PrivateOffer) =>
  `projects/${projectId}/locations/${location}/privateOffers/${id}`;

const showDocument = (
  one: PrivateOffer,
  { id, documentType, mimeType, createdMs }: OfferDocument,
): object => ({
  name: `${nameOf(one)}/documents/${id}`,
  documentType,
  mimeType,
  createTime: shown(createdMs),
  updateTime: shown(createdMs),
});

/** Shows an offer; the complete view has the seller's share of the revenue. */
function showOffer(one: PrivateOffer, isFull: boolean): object {
  const { singleProductOffer } = one.content;
  const plan = one.state === 'DRAFT' ? undefined : one.plan;
  const share = { value: '97' };
  return {
    ...one.content,
    ...(singleProductOffer && {
      singleProductOffer: {
        ...singleProductOffer,
        serviceLevel: plan,
        ...(isFull && {
          revenueShare: {
            currentTermVendorNetRevenuePercent: share,
            renewalTermVendorNetRevenuePercent: share,
          },
        }),
      },
    }),
    name: nameOf(one),
    state: one.state,
    createTime: shown(one.createdMs),
    updateTime: shown(one.updatedMs),
    publishTime: shown(one.publishedMs),
    acceptTime: shown(one.acceptedMs),
    cancelTime: shown(one.cancelledMs),
    endTime: shown(one.endedMs),
    cancellationNote: one.cancellationNote || undefined,
  };
}
