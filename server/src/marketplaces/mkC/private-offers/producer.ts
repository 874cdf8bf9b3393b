import { type CallRequest, type Calls, rates } from '../calls.ts';
import { noneIfAbsent } from '../errors.ts';
import { pathOf } from '../hosts.ts';
import { isId } from '../procurement/procurement.ts';
import type { AmendmentTarget, OfferDocument, PrivateOffer, ServiceOfC, StandardOffer } from './records.ts';

/** The only place of the marketplace's private offers. */
const location = 'global';
const largestPage = 500;
const mostPages = 200;

type Query = NonNullable<CallRequest['query']>;
export type OfferQuery = { since?: string | undefined; cursor?: string | undefined; newestFirst?: boolean };
export type OfferPage = { privateOffers?: readonly PrivateOffer[]; nextPageToken?: string };

const right = (resource: string, verb: string) => `commerceproducer.${resource}.${verb}`;

/** Creates the calls of the interface for private offers. */
export const createProducer = (calls: Calls) => {
  const requests = createRequests(calls);
  return { ...createOfferCalls(requests), ...createListingCalls(requests) };
};
export type Producer = ReturnType<typeof createProducer>;

function createRequests({ settings, call }: Calls) {
  const place = () => ['v1beta', 'projects', settings().projectId, 'locations', location] as const;

  const read = <T extends object>(path: string, query: Query, resource: string, verb = 'list') =>
    call<T>({
      service: 'producer',
      method: 'GET',
      path,
      query,
      rate: rates.offerReads,
      right: right(resource, verb),
    });
  const write = <T extends object>(
    {
      method = 'POST',
      ...given
    }: Pick<CallRequest, 'path' | 'query' | 'body'> & { method?: CallRequest['method'] },
    verb: string,
    resource = 'privateOffers',
  ) =>
    call<T>({
      service: 'producer',
      method,
      ...given,
      effect: 'writes',
      rate: rates.offerWrites,
      right: right(resource, verb),
    });

  /** Sends a body without an effect at the marketplace. */
  const validate = <T extends object>(path: string, body: object) =>
    call<T>({
      service: 'producer',
      method: 'POST',
      path,
      body,
      rate: rates.offerReads,
      right: right('privateOffers', 'publish'),
    });
  return { place, read, write, validate };
}
type Requests = ReturnType<typeof createRequests>;

function createOfferCalls(requests: Requests) {
  const { place, read, write } = requests;
  const offersPath = (...more: readonly string[]) => pathOf(...place(), 'privateOffers', ...more);
  return {
    /** Reads an offer completely. */
    readOffer: async (id: string): Promise<PrivateOffer | undefined> =>
      isId(id)
        ? read<PrivateOffer>(
            offersPath(id),
            { view: 'PRIVATE_OFFER_VIEW_FULL' },
            'privateOffers',
            'get',
          ).catch(noneIfAbsent)
        : undefined,
    /** Reads a page of offers in the order of their changes, without contract values and shares. */
    listOffers: ({ since, cursor, newestFirst }: OfferQuery, pageSize = largestPage) =>
      read<OfferPage>(
        offersPath(),
        {
          pageSize: String(pageSize),
          pageToken: cursor,
          orderBy: newestFirst ? 'update_time desc' : 'update_time',
          filter: since === undefined ? undefined : `update_time >= "${since}"`,
        },
        'privateOffers',
      ),
    resolveAmendment: (targetBillingAccount: string, baseStandardOffer: string) =>
      read<AmendmentTarget>(
        `${offersPath()}:resolveAmendmentTarget`,
        { targetBillingAccount, baseStandardOffer },
        'privateOffers',
      ),
    create: (offer: PrivateOffer) => write<PrivateOffer>({ path: offersPath(), body: offer }, 'create'),
    addDocument: (id: string, document: OfferDocument) =>
      write({ path: offersPath(id, 'documents'), body: document }, 'create', 'privateOfferDocuments'),
    /** Checks everything that a publication requires, without publishing the offer. */
    validate: (id: string) =>
      requests.validate<PrivateOffer>(`${offersPath(id)}:publish`, { validateOnly: true }),
    publish: (id: string) =>
      write<PrivateOffer>({ path: `${offersPath(id)}:publish`, body: { validateOnly: false } }, 'publish'),
    /** Changes one member of an offer. */
    update: (id: string, offer: PrivateOffer, updateMask: keyof PrivateOffer) =>
      write<PrivateOffer>(
        { method: 'PATCH', path: offersPath(id), query: { updateMask }, body: offer },
        'update',
      ),
    cancel: (id: string) => write<PrivateOffer>({ path: `${offersPath(id)}:cancel`, body: {} }, 'cancel'),
    /** Deletes a draft with its documents. No effect if the draft does not exist. */
    remove: async (id: string): Promise<void> => {
      await write({ method: 'DELETE', path: offersPath(id), query: { force: 'true' } }, 'delete').catch(
        noneIfAbsent,
      );
    },
  };
}

/** Creates the calls that read products and their public offers. */
function createListingCalls({ place, read }: Requests) {
  async function readAll<T>(path: string, list: string, resource: string): Promise<T[]> {
    const all: T[] = [];
    let pageToken: string | undefined;
    for (let pages = 0; pages < mostPages; pages++) {
      const page: Record<string, unknown> = await read(
        path,
        { pageSize: String(largestPage), pageToken },
        resource,
      );
      all.push(...((page[list] ?? []) as T[]));
      pageToken = (page.nextPageToken as string | undefined) || undefined;
      if (!pageToken) return all;
    }
    return all;
  }

  return {
    listStandardOffers: (service: string) =>
      readAll<StandardOffer>(
        pathOf(...place(), 'services', service, 'standardOffers'),
        'standardOffers',
        'standardOffers',
      ),
    /** Reads a product with its title. */
    readService: (service: string): Promise<ServiceOfC | undefined> =>
      read<ServiceOfC>(
        pathOf(...place(), 'services', service),
        { view: 'SERVICE_VIEW_FULL' },
        'services',
        'get',
      ).catch(noneIfAbsent),
    listServices: () => readAll<ServiceOfC>(pathOf(...place(), 'services'), 'services', 'services'),
  };
}
