import { createHash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { OutsideFetch } from '../../platform/outside/outside-fetch.ts';
import type { Notification, RawNotification, Subject } from '../notifications.ts';
import { createSigningKeys, verifySigned } from '../signing-keys.ts';
import { type Addresses, isGuid, issuersOf, marketplaceId } from './addresses.ts';
import { refusal } from './errors.ts';
import { operationHandle } from './fulfilment/follow.ts';
import { isSame } from './fulfilment/records.ts';
import { requestActions, requestId } from './fulfilment/requests.ts';
import { timeOf } from './fulfilment/terms.ts';
import type { Settings } from './settings.ts';

/** Returns the keys with which the sign-in service signs the tokens of a tenant. */
export type KeysOf = (tenantId: string) => JWTVerifyGetKey;

const mostTenants = 1000;

export const keysUrl = ({ login }: Addresses, tenantId: string): string =>
  `${login}/${tenantId}/discovery/v2.0/keys`;

/** Creates the cache of signing keys by tenant, shared by all connections. */
export function createKeys(addresses: Addresses, fetch: OutsideFetch): KeysOf {
  const known = new LRUCache<string, JWTVerifyGetKey>({ max: mostTenants });
  return (tenantId) => {
    const keys = known.get(tenantId) ?? createSigningKeys(keysUrl(addresses, tenantId), fetch);
    known.set(tenantId, keys);
    return keys;
  };
}

type Body = {
  id?: unknown;
  subscriptionId?: unknown;
  action?: unknown;
  status?: unknown;
  operationRequestSource?: unknown;
  timeStamp?: unknown;
};
type Deps = { settings: () => Settings; keysOf: KeysOf; now: () => Date };

/** Actions that end with a state of the subscription, and need no answer. */
const reports = ['Subscribe', 'Unsubscribe', 'Renew', 'Suspend'];

/**
 * Creates the adapter method that verifies notifications. The token proves the sender. The body is not signed,
 * so it only names the records to read.
 */
export const createVerifyNotification =
  ({ settings, keysOf, now }: Deps) =>
  async ({ method, headers, rawBody }: RawNotification): Promise<Notification> => {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(String(headers.authorization ?? ''))?.[1];
    if (method !== 'POST' || !token) throw refusal('the notification has no token');
    const { tenantId, clientId } = settings();
    const claims = await verifySigned(token, keysOf(tenantId), {
      algorithms: ['RS256'],
      audience: clientId,
      issuer: issuersOf(tenantId),
      requiredClaims: ['exp', 'nbf', 'tid'],
      clockTolerance: 60,
      currentDate: now(),
    });
    if (claims.tid !== tenantId || senderOf(claims) !== marketplaceId)
      throw refusal('the token is not from the marketplace');
    return notificationOf(rawBody);
  };

/** Returns the application that requested the token; the older and the newer form name it differently. */
const senderOf = ({ appid, azp, ver }: JWTPayload): unknown => (ver === '2.0' ? azp : appid);

/**
 * Reads the records that a genuine notification names. An unusable body is kept without effect: a refusal would
 * reject the buyer's change.
 */
function notificationOf(rawBody: string): Notification {
  const body = bodyOf(rawBody);
  const [id, subscriptionId] = [guidIn(body.id), guidIn(body.subscriptionId)];
  const [action, status] = [wordIn(body.action), wordIn(body.status)];
  const isRequest = requestActions.some((known) => isSame(action, known));
  const isKnown = isRequest || reports.some((known) => isSame(action, known));
  const sentTime = typeof body.timeStamp === 'string' ? timeOf(body.timeStamp) : undefined;
  const isUsable = id !== undefined && subscriptionId !== undefined;
  return {
    // An operation may be reported again with another status.
    id: [id ?? `body:${createHash('sha256').update(rawBody).digest('hex')}`, action, status].join(' ').trim(),
    subjects: [
      ...(subscriptionId ? [{ kind: 'AGREEMENT' as const, externalId: subscriptionId }] : []),
      ...(isRequest && isUsable ? [requestSubject(subscriptionId, id, body)] : []),
    ],
    ...(sentTime ? { sentTime } : {}),
    ...(isKnown && isUsable ? {} : { unknownKind: isKnown || !action ? 'unreadable' : action }),
  };
}

const guidIn = (value: unknown): string | undefined =>
  typeof value === 'string' && isGuid(value) ? value.toLowerCase() : undefined;

/** Returns a word of a notification; empty if it is not a word. */
const wordIn = (value: unknown): string =>
  typeof value === 'string' && /^[A-Za-z]{1,64}$/.test(value) ? value : '';

/**
 * Names a change that waits for an answer. A change that the seller started is answered by the job that polls
 * it, so that the seller's setting for buyers' requests does not reject it.
 */
const requestSubject = (subscriptionId: string, id: string, { operationRequestSource }: Body): Subject =>
  isSame(operationRequestSource, 'Partner')
    ? { kind: 'CHANGE', externalId: operationHandle(subscriptionId, id) }
    : { kind: 'REQUEST', externalId: requestId(subscriptionId, id) };

function bodyOf(rawBody: string): Body {
  try {
    const body: unknown = JSON.parse(rawBody);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
