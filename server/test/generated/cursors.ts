import { uploadText } from './file-records.ts';
import { writeArticle } from './knowledge-records.ts';
import { isOfMember } from './member-records.ts';
import { fillPath, type Operation } from './operations.ts';
import { partnerRecords } from './partner-records.ts';
import { isOfPortal } from './portal-records.ts';
import type { RequestResult, Session } from './session.ts';
import { openTicket } from './support-records.ts';

/** Calls a list of the organization that has few records. */
export function listWith(session: Session, operation: Operation, query: string): Promise<RequestResult> {
  const { ids } = session.lists;
  const path = `${fillPath(operation.path, ids)}?${query}`;
  return tokenOf(session, operation).then((token) =>
    session.call(operation, { path, headers: { authorization: `Bearer ${token}` } }),
  );
}

async function tokenOf({ person, lists }: Session, operation: Operation): Promise<string> {
  if (isOfPortal(operation)) return (await lists.portal.caller()).token;
  if (isOfMember(operation)) return lists.member.token;
  return operation.path.startsWith('/user/') ? person().token : lists.token;
}

const takes = ({ parameters }: Operation, parameter: string): boolean =>
  parameters.some(({ name }) => name === parameter);

/** Queries for invalid pages, in the parameters of the list. */
export function wrongPages(operation: Operation): string[] {
  if (takes(operation, 'page_size'))
    return ['page_size=0', 'page_size=1001', 'page_size=x', 'page_number=0', 'page_number=1.5', 'q=(', 's=x'];
  if (!takes(operation, 'limit')) return [];
  const limits = ['0', '-1', '1001', '1e3', 'abc', '1.5'].map((limit) => `limit=${limit}`);
  const orders = takes(operation, 'order') ? ['order=up', 'order=DESC'] : [];
  return [...limits, 'offset=-1', 'offset=x', ...orders];
}

export function rightPages(operation: Operation): string[] {
  if (takes(operation, 'page_size'))
    return ['page_size=1', 'page_size=1000', 'page_number=1000000', 'unknown=1', 'page_size='];
  if (!takes(operation, 'limit')) return ['unknown=1'];
  return [
    'limit=1',
    'limit=1000',
    'offset=0',
    'offset=1000000000',
    'unknown=1',
    'limit=',
    'count=true',
    'order=desc',
  ];
}

/** Returns a text filter that the page of a cursor did not have. */
export const otherFilters = ({ parameters }: Operation): string[] =>
  parameters
    .filter(
      ({ name, in: place, schema }) =>
        place === 'query' && schema.type === 'string' && !schema.enum && !/^cursor$|Date$/.test(name),
    )
    .slice(0, 1)
    .map(({ name }) => `${name}=x`);

/** The records that were created once for the lists of a session. */
const filled = new WeakMap<Session, Promise<void>>();

/** Creates two records for each list. */
async function fillLists(session: Session): Promise<void> {
  const { id, token } = session.lists;
  for (const quantity of [1, 2]) {
    const order = { partner: 'MKA', quantity };
    const offer = { name: `Nr. ${quantity}`, partner: 'MKA' };
    await session.app.request('POST', `/org/${id}/sandbox/order`, { token, body: order });
    await session.app.request('POST', `/org/${id}/offer`, { token, body: offer });
    for (const noun of ['product', 'buyer', 'contact', 'addon'])
      await session.app.request('POST', `/org/${id}/${noun}`, { token, body: { name: offer.name } });
    const metric = { name: offer.name, aggregationType: 'COUNT' };
    await session.app.request('POST', `/org/${id}/billableMetric`, { token, body: metric });
    await uploadText(session.app, session.lists);
    await openTicket(session.app, session.lists);
    await partnerRecords(session.app, session.lists);
    await writeArticle(session.app, session.lists);
    await session.lists.portal.fill();
    const fault = { kind: 'DUPLICATE_NOTIFICATION', partner: 'MKF' };
    await session.app.request('POST', `/org/${id}/sandbox/fault`, { token, body: fault });
    await session.app.person(id);
    const view = { list: 'offers', name: offer.name, query: {} };
    const ofMember = { token: session.lists.member.token, body: view };
    await session.app.request('POST', `/org/${id}/user/me/savedView`, ofMember);
    await session.app.request('POST', `/org/${id}/apiClient`, { token, body: { role: 'VIEWER' } });
    const integration = { partner: quantity === 1 ? 'MKA' : 'MKB' };
    await session.app.request('POST', `/org/${id}/integration`, { token, body: integration });
    const used = [{ entitlementID: 'ent_none', records: { gpu: quantity } }];
    await session.app.request('POST', `/org/${id}/batchCreateUsageRecordGroups`, { token, body: used });
    const webhook = { url: 'https://example.com/hooks' };
    await session.app.request('POST', `/org/${id}/webhook`, { token, body: webhook });
  }
  await session.app.drainJobs();
  await billUsage(session, id);
  const sold = (await session.app.request('GET', `/org/${id}/entitlement`, { token })).body;
  for (const { id: entitlementId } of sold.slice(0, 2))
    await session.app.request('POST', `/org/${id}/entitlement/${entitlementId}/signupConnection`, {
      token,
      body: { emailAddress: 'ann.lee@example.com' },
    });
}

/** Reads the cursor of a second page and decodes it: time, id, and hash of the filters. */
export async function realCursor(
  session: Session,
  operation: Operation,
): Promise<{ cursor: string; parts: [string, string, string] }> {
  const made = filled.get(session) ?? fillLists(session);
  filled.set(session, made);
  await made;
  const { id } = session.lists;
  const token = await tokenOf(session, operation);
  const path = operation.path.replace('{orgId}', id);
  const first = await session.app.request('GET', `${path}?limit=1`, { token });
  const cursor = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '')?.[1] as string;
  return {
    cursor,
    parts: Buffer.from(cursor, 'base64url').toString().split(' ') as [string, string, string],
  };
}

/** Inserts two usage lines and two totals of a sandbox marketplace. */
async function billUsage({ app }: Session, organizationId: string): Promise<void> {
  await app.database.query(
    `SET ROLE tradepost_system;
     INSERT INTO sandbox_usage (organization_id, id, partner, agreement_id, dimension, hour, start_time, end_time, quantity,
       creation_time)
     SELECT '${organizationId}', 'sus_' || n, 'MKA', 'agr_1', 'gpu', now(), now(), now(), n, now() FROM generate_series(1, 2) n ON CONFLICT DO NOTHING;
     INSERT INTO sandbox_usage_total (organization_id, id, partner, agreement_id, dimension, quantity, lines, creation_time,
       last_update_time)
     SELECT '${organizationId}', 'sut_' || n, 'MKA', 'agr_' || n, 'gpu', n, 1, now(), now() FROM generate_series(1, 2) n ON CONFLICT DO NOTHING;
     INSERT INTO sandbox_revenue (organization_id, id, partner, line, creation_time)
     SELECT '${organizationId}', 'sur_' || n, 'MKA', '{}', now() FROM generate_series(1, 2) n ON CONFLICT DO NOTHING;
     RESET ROLE`,
  );
}
