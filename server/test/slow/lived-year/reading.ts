import { answerOf, nameOf, type PublishedCall } from '../../contract/published-calls.ts';
import type { StrictReader } from '../../contract/strict.ts';
import { marketplaces, type World } from './world.ts';

type Ids = Readonly<Record<string, string>>;
// biome-ignore lint/suspicious/noExplicitAny: a list holds records of any published type
type ListedRecord = Record<string, any>;

const pageSize = 40;

/** Returns the records for path parameters, each with its parent records. */
export async function idsOf({ by }: World, since: string): Promise<Record<string, Ids[]>> {
  const all = async (path: string, name?: string): Promise<ListedRecord[]> => {
    const list = await by.get(`${path}${path.includes('?') ? '&' : '?'}limit=1000`);
    return name === undefined ? list : list[name];
  };
  const as = (name: string, list: ListedRecord[]): Ids[] => list.map(({ id }) => ({ [name]: id }));
  const [offers, entitlements] = [await all('offer'), await all('entitlement')];
  const terms = await Promise.all(entitlements.map(({ id }) => by.terms(id)));
  const events = await all(
    `notificationEvent?startDate=${since}&priorities=LOW,MEDIUM,HIGH,CRITICAL`,
    'notificationEvents',
  );
  const payments = await all('paymentTransaction');
  return {
    apiClientId: as('apiClientId', await all('apiClient')),
    buyerId: as('buyerId', await all('buyer')),
    contactId: as('contactId', await all('contact')),
    entitlementId: as('entitlementId', entitlements),
    'entitlementId entitlementTermId': terms.flatMap((list, index) =>
      list.map(({ id }: ListedRecord) => ({ entitlementId: entitlements[index]?.id, entitlementTermId: id })),
    ),
    billableMetricId: as('billableMetricId', await by.get('billableMetric')),
    notificationMessageId: as(
      'notificationMessageId',
      await all('notificationMessage', 'notificationMessages'),
    ),
    'entityType entityId': events.flatMap(({ entityType, entityID }) =>
      entityType === '' ? [] : [{ entityType, entityId: entityID }],
    ),
    offerId: as('offerId', offers),
    offerExternalId: offers.flatMap(({ externalID }) =>
      externalID ? [{ offerExternalId: externalID }] : [],
    ),
    partner: marketplaces.map((partner) => ({ partner })),
    productId: as('productId', await all('product')),
    ticketId: as('ticketId', await all('support/ticket', 'items')),
    addonId: as('addonId', await all('addon')),
    invoiceId: as('invoiceId', await all('invoice')),
    'buyerId paymentTransactionId': payments.map(({ id, buyerID }) => ({
      paymentTransactionId: id,
      buyerId: buyerID,
    })),
  };
}

/** Returns the query with which a list contains all records. */
function queryOf({ query = [] }: PublishedCall, since: string): string[] {
  return [
    ...(query.includes('startDate') ? [`startDate=${since}`] : []),
    ...(query.includes('priorities') ? ['priorities=LOW,MEDIUM,HIGH,CRITICAL'] : []),
  ];
}

/**
 * Reads all responses of an operation, each list to its end. Returns the values that the client cannot decode, and the
 * number of responses.
 */
export async function readWhole(
  world: World,
  reader: StrictReader,
  call: PublishedCall,
  { ids, since }: { ids: Readonly<Record<string, Ids[]>>; since: string },
): Promise<{ problems: string[]; answers: number }> {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name)
    .filter((name) => name !== 'orgId');
  const places = names.length === 0 ? [{}] : (ids[names.join(' ')] ?? []);
  const problems: string[] = [];
  let answers = 0;
  for (const place of places as Ids[]) {
    const path = call.path
      .replace('/org/{orgId}/', '')
      .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(place[name] ?? ''));
    for (let offset: number | null = 0; offset !== null; ) {
      const isPaged: boolean = call.query?.includes('offset') === true;
      const query = [...queryOf(call, since), ...(isPaged ? [`limit=${pageSize}`, `offset=${offset}`] : [])];
      const { status, body, text } = await world.by.call(
        call.method,
        query.length > 0 ? `${path}?${query.join('&')}` : path,
      );
      // The record may lack the document.
      if ([400, 404].includes(status) && /eula/i.test(path)) break;
      if (status !== 200) {
        problems.push(`${nameOf(call)} ${query.join('&')}: ${status} ${text}`);
        break;
      }
      answers += 1;
      problems.push(...reader.read(answerOf(call), body, nameOf(call)));
      offset = isPaged ? nextOf(body, offset) : null;
    }
  }
  return { problems, answers };
}

function nextOf(body: ListedRecord, offset: number): number | null {
  if (!Array.isArray(body)) return body.nextOffset ?? null;
  return body.length < pageSize ? null : offset + pageSize;
}
