import { fillPath, type Operation } from './operations.ts';
import type { Session, Tried } from './session.ts';

/** Calls a list of the organization that stays small. */
export function listWith(session: Session, operation: Operation, query: string): Promise<Tried> {
  const { ids, token } = session.lists;
  const path = `${fillPath(operation.path, ids)}?${query}`;
  return session.call(operation, { path, headers: { authorization: `Bearer ${token}` } });
}

/** The cursor of a second page, taken apart: time, id, and the mark of the filters. */
export async function realCursor(
  session: Session,
  operation: Operation,
): Promise<{ cursor: string; parts: [string, string, string] }> {
  const { id, token } = session.lists;
  for (const quantity of [1, 2]) {
    const order = { partner: 'MKA', quantity };
    await session.app.request('POST', `/org/${id}/sandbox/order`, { token, body: order });
    await session.app.request('POST', `/org/${id}/offer`, { token, body: { name: `Nr. ${quantity}` } });
  }
  await session.app.drainJobs();
  const path = operation.path.replace('{orgId}', id);
  const first = await session.app.request('GET', `${path}?limit=1`, { token });
  const cursor = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '')?.[1] as string;
  return {
    cursor,
    parts: Buffer.from(cursor, 'base64url').toString().split(' ') as [string, string, string],
  };
}
