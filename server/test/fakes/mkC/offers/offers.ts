import type { Clock } from '../../http/clock.ts';
import { ServiceError, wrongState } from '../errors.ts';
import type { Ids } from '../ids.ts';
import type { Records } from '../procurement/records.ts';
import { amendmentTarget, amendmentViolations } from './amendments.ts';
import { isBaseOffer, planOfBase } from './listings.ts';
import { deadlineViolations, type OfferContent, publishViolations, type Violation } from './rules.ts';
import { readDateTime } from './times.ts';

export type OfferState =
  | 'DRAFT'
  | 'PUBLISHING'
  | 'PUBLISHED'
  | 'ACCEPTED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'ENDED';
export type OfferDocument = {
  id: string;
  documentType: string;
  mimeType: string | undefined;
  content: string;
  createdMs: number;
};

export type PrivateOffer = {
  id: string;
  projectId: string;
  location: string;
  state: OfferState;
  content: OfferContent;
  /** The plan of the public offer, since the publication. */
  plan: string | undefined;
  documents: OfferDocument[];
  createdMs: number;
  updatedMs: number;
  publishedMs: number | undefined;
  acceptedMs: number | undefined;
  cancelledMs: number | undefined;
  endedMs: number | undefined;
  cancellationNote: string;
};

type Parts = { records: Records; clock: Clock; ids: Ids };

/** Simulates private offers. */
export function createOffers(parts: Parts) {
  const { clock, ids } = parts;
  const offers: PrivateOffer[] = [];
  const settings = { publishMs: 2000, reviews: 0 };
  return {
    settings,
    ...createPublication(parts, settings, offers),
    ...createEnds(parts, offers),
    all: () => offers,
    find: (projectId: string, id: string) =>
      offers.find((one) => one.projectId === projectId && one.id === id),
    create: (projectId: string, location: string, content: OfferContent): PrivateOffer => {
      const one: PrivateOffer = {
        id: ids.uuid(),
        projectId,
        location,
        state: 'DRAFT',
        content,
        plan: undefined,
        documents: [],
        createdMs: clock.now(),
        updatedMs: clock.now(),
        publishedMs: undefined,
        acceptedMs: undefined,
        cancelledMs: undefined,
        endedMs: undefined,
        cancellationNote: '',
      };
      offers.push(one);
      return one;
    },
    addDocument: (one: PrivateOffer, given: Omit<OfferDocument, 'id' | 'createdMs'>): OfferDocument => {
      if (one.state !== 'DRAFT') throw wrongState('Documents cannot be changed after publishing.');
      const document = { ...given, id: ids.uuid(), createdMs: clock.now() };
      one.documents.push(document);
      return document;
    },
    changeDocuments: (one: PrivateOffer, documents: readonly OfferDocument[]): void => {
      if (one.state !== 'DRAFT') throw wrongState('Documents cannot be changed after publishing.');
      one.documents = [...documents];
    },
    target: (projectId: string, account: string, base: string) =>
      amendmentTarget({ records: parts.records, offers }, projectId, account, base),
  };
}
export type Offers = ReturnType<typeof createOffers>;

/** Creates the changes of private offers until their publication. */
function createPublication(
  { records, clock }: Parts,
  settings: { publishMs: number; reviews: number },
  offers: readonly PrivateOffer[],
) {
  const move = (one: PrivateOffer, state: OfferState) => {
    one.state = state;
    records.touch(one);
  };
  const check = (one: PrivateOffer) => {
    const found = publishViolations(one.content, {
      nowMs: clock.now(),
      hasEula: one.documents.some(({ documentType }) => /END_USER_LICENSE_AGREEMENT/.test(documentType)),
      knowsOffer: (name) => isBaseOffer(records, one.projectId, name),
    });
    refuse([...found, ...amendmentViolations({ records, offers }, one)]);
  };
  const scheduleExpiry = (one: PrivateOffer) => {
    const atMs = readDateTime(one.content.acceptDeadlineTime ?? {});
    clock.schedule('LIFE', atMs, () => {
      const isSame = readDateTime(one.content.acceptDeadlineTime ?? {}) === atMs;
      if (one.state === 'PUBLISHED' && isSame) move(one, 'EXPIRED');
    });
  };
  const finish = (one: PrivateOffer) => {
    if (one.state !== 'PUBLISHING') return;
    one.publishedMs = clock.now();
    move(one, 'PUBLISHED');
    scheduleExpiry(one);
  };
  return {
    /** Changes a draft, or the deadline of a published offer, within three months of its publication. */
    update: (one: PrivateOffer, content: OfferContent, fields: readonly string[]): void => {
      if (one.state === 'PUBLISHED') {
        if (fields.some((field) => field !== 'acceptDeadlineTime'))
          throw wrongState('Only accept_deadline_time can be changed after publishing.');
        refuse(deadlineViolations(content, one.publishedMs ?? 0, clock.now()));
      } else if (one.state !== 'DRAFT') throw wrongState(`The private offer is ${one.state}.`);
      one.content = content;
      records.touch(one);
      if (one.state === 'PUBLISHED') scheduleExpiry(one);
    },
    publish: (one: PrivateOffer, validateOnly: boolean): void => {
      if (one.state !== 'DRAFT') throw wrongState(`The private offer is ${one.state}, not DRAFT.`);
      check(one);
      if (validateOnly) return;
      one.plan = planOfBase(records, one.content.singleProductOffer?.baseStandardOffer ?? '');
      move(one, 'PUBLISHING');
      if (settings.reviews > 0) settings.reviews -= 1;
      else clock.schedule('WORK', clock.now() + settings.publishMs, () => finish(one));
    },
    /** Ends the review of an offer that is being published. */
    approveReview: finish,
  };
}

/** Creates the ends of private offers: cancellation, deletion and acceptance. */
function createEnds({ records, clock }: Parts, offers: PrivateOffer[]) {
  const move = (one: PrivateOffer, state: OfferState) => {
    one.state = state;
    records.touch(one);
  };
  return {
    cancel: (one: PrivateOffer, note: string): void => {
      if (one.state !== 'PUBLISHED') throw wrongState(`The private offer is ${one.state}, not PUBLISHED.`);
      one.cancellationNote = note;
      one.cancelledMs = clock.now();
      move(one, 'CANCELLED');
    },
    remove: (one: PrivateOffer, isForced: boolean): void => {
      if (one.state !== 'DRAFT') throw wrongState(`The private offer is ${one.state}, not DRAFT.`);
      if (one.documents.length > 0 && !isForced) throw wrongState('The private offer has documents.');
      offers.splice(offers.indexOf(one), 1);
    },
    /** Accepts an offer; returns what the order that follows has of it. */
    accept: (one: PrivateOffer) => {
      if (one.state !== 'PUBLISHED') throw new Error(`The private offer is ${one.state}, not PUBLISHED.`);
      one.acceptedMs = clock.now();
      move(one, 'ACCEPTED');
      const { term, singleProductOffer } = one.content;
      const [, service] = /services\/([^/]+)\//.exec(singleProductOffer?.baseStandardOffer ?? '') ?? [];
      const { plan = '' } = one;
      const startMs = term?.scheduledStartTime && readDateTime(term.scheduledStartTime);
      const endMs = term?.scheduledEndTime && readDateTime(term.scheduledEndTime);
      return {
        plan,
        offer: {
          name: `projects/${one.projectId}/services/${service}/privateOffers/${one.id}`,
          months: term?.durationMonths,
          startMs,
          endMs,
          renewals: term?.maxRenewalCount ?? 0,
        },
      };
    },
    /** Ends an accepted offer; its name may be in the form of the interface for procurement. */
    end: (name: string): void => {
      const one = offers.find(({ id }) => id === name.split('/').at(-1));
      if (one?.state !== 'ACCEPTED') return;
      one.endedMs = clock.now();
      move(one, 'ENDED');
    },
  };
}

function refuse(violations: readonly Violation[]): void {
  const [first] = violations;
  if (!first) return;
  throw new ServiceError('INVALID_ARGUMENT', `${first.field}: ${first.description}`, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations },
  ]);
}
