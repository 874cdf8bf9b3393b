import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { type Answer, RawJson } from '../../platform/http/route.ts';
import type { AddressRules } from '../../platform/outside/address-guard.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { unmaskAddress } from '../../platform/secrets/masked-address.ts';
import { encodeEndpoint } from './columns.ts';
import {
  type EndpointRow,
  type EndpointSettings,
  insertEndpoint,
  lockEndpoint,
  recordEndpoint,
  recordRemovedEndpoint,
  removeEndpoint,
  setStatus,
  updateEndpoint,
  updateSecrets,
} from './endpoint-store.ts';
import { webhookErrors } from './errors.ts';
import { freshQueue, keepOrder, lockQueues } from './queue-store.ts';
import type { WebhookEndpoint } from './records.ts';
import { checkHeaders, checkUrl, headerPointer } from './rules.ts';
import { decryptSecrets, type EndpointSecrets, encryptSecrets, showHeaders, stars } from './secrets.ts';
import { makeSecret } from './signing.ts';

export type EndpointDeps = {
  vault: Vault;
  randomBytes: (size: number) => Buffer;
  addressRules: AddressRules;
};

type Headers = Readonly<Record<string, string | null>>;

/** The body, with the names of null fields, because the schema parses null as absent (R8). */
type Patch = WebhookEndpoint & { removed: ReadonlySet<string> };

/** Reads an endpoint. @throws 404 for an unknown endpoint */
export async function requireEndpoint(scope: OrgTransaction, id: string): Promise<EndpointRow> {
  const row = await lockEndpoint(scope, id);
  if (!row) throw webhookErrors.webhook_not_found();
  return row;
}

/** Builds the response with a new secret. A repeat with the same idempotency key returns the masked secret. */
const answerWithSecret = (row: EndpointRow, secret: string): Answer => ({
  headers: { 'cache-control': 'no-store' },
  body: new RawJson(encodeEndpoint(row, secret)),
  repeatBody: new RawJson(encodeEndpoint(row, stars)),
});

/** Merges the headers in a PATCH (R8): a masked value keeps the stored value, and null removes the header. */
function mergeHeaders(
  stored: EndpointSecrets['headers'],
  given: Headers,
): { headers: Record<string, string>; findings: Finding[] } {
  const headers: Record<string, string> = { ...stored };
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete headers[name];
    else if (value !== stars) headers[name] = value;
    else if (!Object.hasOwn(stored, name))
      findings.push({
        pointer: headerPointer(name),
        message: 'is masked, but no value is stored for this header',
      });
  }
  return { headers, findings: [...findings, ...checkHeaders(headers)] };
}

/**
 * Merges a change with the settings: absent fields are unchanged, and null resets a field to its default
 * (R8).
 */
function mergeSettings(
  patch: Patch,
  stored: Partial<EndpointRow>,
): Omit<EndpointSettings, 'sealed_secrets' | 'headers'> {
  const { removed } = patch;
  const merged = <N extends keyof WebhookEndpoint, T>(name: N, before: T | undefined, unset: T) =>
    removed.has(name) ? unset : ((patch[name] as T | undefined) ?? before ?? unset);
  const status = merged('status', stored.status, 'ENABLED');
  const reason = status === stored.status ? stored.status_reason : 'Disabled on request.';
  return {
    url:
      patch.url === undefined
        ? (stored.url as string)
        : unmaskAddress(patch.url, stored.url === undefined ? [] : [stored.url], 'receiver'),
    description: merged('description', stored.description, null),
    scopes: merged('scopes', stored.scopes, []),
    product_ids: merged('productIds', stored.product_ids, []),
    partners: merged('partners', stored.partners, []),
    entity_ids: merged('entityIds', stored.entity_ids, []),
    fifo: merged('fifo', stored.fifo, false),
    rate_per_second: merged('ratePerSecond', stored.rate_per_second, null),
    timeout_seconds: merged('timeoutSeconds', stored.timeout_seconds, 15),
    status,
    status_reason: status === 'ENABLED' ? null : (reason ?? null),
  };
}

/** Finds stored header values that would be sent to a different server than the server for which they were entered. */
function headersLeft(from: string, to: string, headers: Headers, given: Headers): Finding[] {
  if (!URL.canParse(to) || new URL(from).origin === new URL(to).origin) return [];
  const isGiven = (name: string) => typeof given[name] === 'string' && given[name] !== stars;
  return Object.keys(headers).flatMap((name) =>
    isGiven(name)
      ? []
      : [
          {
            pointer: headerPointer(name),
            message: 'must be given again, or removed with null, when the URL changes to another server',
          },
        ],
  );
}

/**
 * Validates URL and headers.
 * @throws 400 for a URL that is not allowed, and for headers that a caller may not set
 */
export async function createEndpoint(
  scope: OrgTransaction,
  deps: EndpointDeps,
  body: Patch,
): Promise<Answer> {
  const { headers, findings } = mergeHeaders({}, body.headers ?? {});
  const wrong = [...checkUrl(body.url, deps.addressRules), ...findings];
  if (wrong.length > 0) throw invalid(wrong);
  const id = scope.newId('whk');
  const secret = makeSecret(deps.randomBytes);
  const place = { organization_id: scope.organizationId, id };
  const row = await insertEndpoint(scope, id, {
    ...mergeSettings(body, {}),
    headers: JSON.stringify(showHeaders(headers)),
    sealed_secrets: encryptSecrets(deps.vault, place, { secret, headers }),
  });
  await scope.query(recordEndpoint(scope, 'CREATE', row));
  return answerWithSecret(row, secret);
}

export async function changeEndpoint(
  scope: OrgTransaction,
  deps: EndpointDeps,
  id: string,
  patch: Patch,
): Promise<EndpointRow> {
  const before = await requireEndpoint(scope, id);
  const secrets = decryptSecrets(deps.vault, before);
  const { headers, findings } = mergeHeaders(
    patch.removed.has('headers') ? {} : secrets.headers,
    patch.headers ?? {},
  );
  const settings = mergeSettings(patch, before);
  findings.push(...headersLeft(before.url, settings.url, headers, patch.headers ?? {}));
  // An unchanged URL is not validated again, so that an invalid URL cannot block other changes.
  const ofUrl = settings.url === before.url ? [] : checkUrl(settings.url, deps.addressRules);
  const wrong = [...ofUrl, ...findings];
  if (wrong.length > 0) throw invalid(wrong);
  const row = await updateEndpoint(scope, id, {
    ...settings,
    headers: JSON.stringify(showHeaders(headers)),
    sealed_secrets: encryptSecrets(deps.vault, before, { ...secrets, headers }),
  });
  await lockQueues(scope, [id]);
  if (row.fifo !== before.fifo)
    for (const statement of keepOrder(scope, id, row.fifo)) await scope.query(statement);
  if (row.url !== before.url || row.status !== before.status) await scope.query(freshQueue(scope, id));
  await scope.query(recordEndpoint(scope, 'UPDATE', row, before));
  return row;
}

/** Replaces the secret. The previous secret of an earlier rotation expires now. */
export async function rotateSecret(
  scope: OrgTransaction,
  deps: EndpointDeps,
  id: string,
  overlapHours: number,
): Promise<Answer> {
  const before = await requireEndpoint(scope, id);
  const { secret: old, headers } = decryptSecrets(deps.vault, before);
  const secret = makeSecret(deps.randomBytes);
  const until = new Date(scope.wallNow.getTime() + overlapHours * 3_600_000);
  const previous = overlapHours > 0 ? { previous: { secret: old, until: until.toISOString() } } : {};
  const row = await updateSecrets(scope, id, {
    encrypted: encryptSecrets(deps.vault, before, { secret, headers, ...previous }),
    previousUntil: overlapHours > 0 ? until : undefined,
  });
  await scope.query(recordEndpoint(scope, 'ROTATE_SECRET', row, before));
  return answerWithSecret(row, secret);
}

/** Enables the endpoint and resumes the deliveries that were pending when it was disabled. */
export async function enableEndpoint(scope: OrgTransaction, id: string): Promise<EndpointRow> {
  const before = await requireEndpoint(scope, id);
  const row = await setStatus(scope, id, 'ENABLED', undefined);
  await lockQueues(scope, [id]);
  await scope.query(freshQueue(scope, id));
  await scope.query(recordEndpoint(scope, 'UPDATE', row, before));
  return row;
}

export async function deleteEndpoint(scope: OrgTransaction, id: string): Promise<void> {
  const row = await requireEndpoint(scope, id);
  await scope.query(removeEndpoint(scope, id));
  await scope.query(recordRemovedEndpoint(scope, row));
}
