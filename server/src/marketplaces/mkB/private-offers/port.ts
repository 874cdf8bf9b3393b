import type { MarketplaceAdapter } from '../../adapter.ts';
import { type Change, completedChange } from '../../changes.ts';
import { MarketplaceError } from '../../errors.ts';
import { lastDayOf } from '../../rules/checks.ts';
import type { OfferSpec } from '../../specifications.ts';
import { isGuid } from '../addresses.ts';
import type { Calls } from '../calls.ts';
import { refusal } from '../errors.ts';
import { rulesOfB } from '../rules/index.ts';
import { createIngestion } from './ingestion.ts';
import { createJobs, noneIfAbsent } from './jobs.ts';
import { createListings } from './listings.ts';
import { buildOffer } from './request.ts';
import { guidOf, keyIn, schemaOf } from './resource-names.ts';
import { type OfferResource, showOffer } from './show.ts';

type Port = Required<
  Pick<
    MarketplaceAdapter,
    | 'createOffer'
    | 'findOffer'
    | 'readOffer'
    | 'updateOffer'
    | 'extendOffer'
    | 'cancelOffer'
    | 'readChange'
    | 'listOffers'
  >
>;
type Deps = { calls: Pick<Calls, 'call'>; now: () => Date };

/** Creates the adapter methods for private offers, which jobs of the marketplace create and withdraw. */
export function createPrivateOfferPort({ calls, now }: Deps): Port {
  const ingestion = createIngestion(calls);
  const jobs = createJobs(ingestion);
  const listings = createListings(ingestion);

  const read = async (externalId: string): Promise<OfferResource | undefined> =>
    isGuid(guidOf(externalId))
      ? ((await ingestion
          .read('private-offer', `/private-offer/${guidOf(externalId)}`)
          .catch(noneIfAbsent)) as OfferResource | undefined)
      : undefined;

  return {
    createOffer: async (spec) => {
      refuseJudged(spec, now());
      return jobs.start(await buildOffer(spec, listings, now()));
    },
    findOffer: async (key) => {
      const offers = await ingestion.readAll<OfferResource>('private-offer', '/private-offer/query');
      const found = offers.find(({ name }) => keyIn(name) === key);
      return found?.id ? completedChange(found.id.toLowerCase()) : undefined;
    },
    readOffer: async (externalId) => {
      const offer = await read(externalId);
      return offer && showOffer(offer, now());
    },
    updateOffer: locked,
    extendOffer: async (externalId, expireTime, _key, spec) => {
      const offer = await read(externalId);
      if (!offer?.id) throw notFound();
      const { status } = showOffer(offer, now());
      const id = offer.id.toLowerCase();
      // The response to an earlier call was lost.
      if (status === 'PENDING_ACCEPTANCE' && offer.acceptBy === lastDayOf(expireTime))
        return completedChange(id);
      if (status !== 'EXPIRED' || !spec) return locked();
      refuseJudged(spec, now());
      const resources = await buildOffer(spec, listings, now());
      return jobs.start([...resources.slice(0, -1), { ...resources.at(-1), id }], id);
    },
    cancelOffer: async (externalId) => withdraw(await read(externalId), jobs.start, now()),
    readChange: (handle) => jobs.read(handle),
    listOffers: async ({ cursor } = {}) => {
      const page = await ingestion.readPage<OfferResource>(
        'private-offer',
        '/private-offer/query',
        cursor ? { cursor } : {},
      );
      return { items: page.items.map((offer) => showOffer(offer, now())), cursor: page.cursor };
    },
  };
}

/** @throws MarketplaceError with all reasons for which the marketplace would reject the offer */
function refuseJudged(spec: OfferSpec, now: Date): void {
  const refusals = rulesOfB.judge?.(spec, now) ?? [];
  const [first] = refusals;
  if (first) throw refusal(first.code, refusals.map(({ readable }) => readable).join(' '));
}

const locked = async (): Promise<never> => {
  throw refusal(
    'locked',
    'The marketplace locks published offers until they expire. Withdraw the offer, then create a new offer.',
  );
};

const notFound = () => refusal('notFound', 'The seller has no such offer at the marketplace.');

type Start = (resources: readonly object[], offerId: string) => Promise<Change>;

/** Withdraws a live offer, or deletes a draft. An offer that is withdrawn or has expired stays unchanged. */
async function withdraw(offer: OfferResource | undefined, start: Start, now: Date): Promise<Change> {
  if (!offer?.id) throw notFound();
  const { id, name, privateOfferType } = offer;
  const { status } = showOffer(offer, now);
  if (status === 'CANCELLED' || status === 'EXPIRED') return completedChange(id);
  if (status === 'ACCEPTED')
    throw refusal('accepted', 'The buyer has accepted the offer. It can no longer be withdrawn.');
  const state = status === 'PENDING_CREATE' ? 'deleted' : 'withdrawn';
  const resource = { $schema: schemaOf('private-offer'), id, name, privateOfferType, state };
  try {
    return await start([resource], id);
  } catch (error) {
    // The published schema and the vendor's pages disagree about the withdrawal of offers to customers.
    if (error instanceof MarketplaceError && error.kind === 'refused' && error.message.startsWith('400'))
      throw refusal(
        error.message,
        'The marketplace withdraws this offer only in its own portal. Withdraw the offer there.',
      );
    throw error;
  }
}
