import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { InOrganization, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement } from '../platform/database/define-statement.ts';
import { errors, invalid } from '../platform/errors.ts';
import { type Answer, route } from '../platform/http/route.ts';
import { backoff, enqueue, type JobDefinition } from '../platform/jobs/queue.ts';
import { pointerOf, textProblem } from '../platform/records/json.ts';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  type Notification,
  type RawNotification,
  type Subject,
  subjectKinds,
} from './adapter.ts';

export type ObserveDeps = {
  registry: AdapterRegistry;
  inOrganization: InOrganization;
  /** The environment of an organization; undefined when there is none. */
  environmentOf: (organizationId: string) => Promise<string | undefined>;
  wake: () => void;
};

export type Observe = Subject & {
  partner: string;
  /** A listing that is not known, or was deleted, becomes a product. */
  adopt?: boolean | undefined;
};

/** Reads an offer, an agreement or a product again at its marketplace, and applies the snapshot. */
export const observeJob: JobDefinition<Observe> = {
  kind: 'marketplaces.observe',
  payload: z.object({
    partner: z.string(),
    kind: z.enum(subjectKinds),
    externalId: z.string(),
    adopt: z.boolean().optional(),
  }),
  lane: ({ partner, externalId }) => `observe:${partner}:${externalId}`,
  retry: backoff({ tries: 20, firstMs: 1000, longestMs: 3_600_000 }),
};

/** Longer ones, and texts that the database does not take, are no marketplace's. */
const externalName = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !textProblem(text), 'contains a NUL character or a lone surrogate');
const readable = z.object({
  id: externalName,
  subject: z.object({ kind: z.enum(subjectKinds), externalId: externalName }),
});

/**
 * Receives a notification: proves it genuine, keeps it raw, once, and enqueues an observation. No meaning is taken from
 * it.
 */
export type InboundDoor = (
  partner: string,
  organizationId: string,
  raw: RawNotification,
  requestId: string,
) => Promise<Answer>;

export function createInboundDoor(deps: ObserveDeps): InboundDoor {
  // It never changes. That the organization is there still is asked in the transaction that keeps the notification.
  const environments = new LRUCache<string, string>({ max: 10_000 });
  const environmentOf = async (organizationId: string) => {
    const environment = environments.get(organizationId) ?? (await deps.environmentOf(organizationId));
    if (environment !== undefined) environments.set(organizationId, environment);
    return environment;
  };
  return async (partnerInPath, organizationId, raw, requestId) => {
    const partner = partnerInPath.toUpperCase();
    const environment = await environmentOf(organizationId);
    const adapter =
      environment === undefined ? undefined : deps.registry.find({ organizationId, environment }, partner);
    if (!adapter) throw notGenuine();
    const notification = await verified(adapter, raw);
    requireReadable(notification);
    const isKept = await deps.inOrganization(organizationId, requestId, async (scope) => {
      if (!(await keep(scope, partner, notification.id, raw))) return false;
      scope.send(enqueue(scope, observeJob, { partner, ...notification.subject }));
      return true;
    });
    if (!isKept && (await deps.environmentOf(organizationId)) === undefined) throw notGenuine();
    deps.wake();
    return { body: { received: true } };
  };
}

const notGenuine = (options?: ErrorOptions) =>
  errors.unauthenticated('The notification is not genuine.', options);

const insertNotification = defineStatement(
  'keep_inbound_notification',
  {
    owner: columns('organization', ['organization_id']),
    notification: columns('inbound_notification', [
      'partner',
      'external_id',
      'headers',
      'body',
      'received_at',
    ]),
  },
  ({
    owner,
    notification,
  }) => `${notification.insert({ organization_id: 'o.organization_id' })} FROM organization o
    WHERE ${owner.equals('o')} AND o.status <> 'DELETED' ON CONFLICT DO NOTHING RETURNING external_id`,
);

/** Keeps a notification raw. False when it is kept already, or the organization was deleted. */
async function keep(
  scope: OrgTransaction,
  partner: string,
  id: string,
  raw: RawNotification,
): Promise<boolean> {
  const kept = await scope.query(
    insertNotification({
      owner: { organization_id: scope.organizationId },
      notification: {
        partner,
        external_id: id,
        headers: JSON.stringify(keptHeaders(raw)),
        body: raw.rawBody,
        received_at: scope.wallNow,
      },
    }),
  );
  return kept.length > 0;
}

async function verified(adapter: MarketplaceAdapter, raw: RawNotification): Promise<Notification> {
  try {
    return await adapter.verifyNotification(raw);
  } catch (cause) {
    throw notGenuine({ cause });
  }
}

/** @throws 400 when it is genuine and does not say what to read again, so that its sender learns of it */
function requireReadable(notification: Notification): void {
  const { error } = readable.safeParse(notification);
  if (error) throw invalid(error.issues.map(({ path, message }) => ({ pointer: pointerOf(path), message })));
}

/** Signatures stay; whatever else a sender puts into authorization headers does not. */
const keptHeaders = (raw: RawNotification) =>
  Object.fromEntries(
    Object.entries(raw.headers).filter(([name]) => !['authorization', 'cookie'].includes(name)),
  );

export const inboundRoutes = (door: InboundDoor) => [
  route({
    method: 'POST',
    path: '/marketplaces/{partner}/notifications/{orgId}',
    operationId: 'receiveMarketplaceNotification',
    group: 'Marketplaces',
    summary: 'Receive a notification of a marketplace',
    description: 'Called by marketplaces, which prove themselves by their own signatures.',
    access: 'public',
    body: z.string(),
    bodyFormat: 'raw',
    example: '{"type":"agreement.accepted"}',
    response: z.object({ received: z.boolean() }),
    responseDescription: 'The notification is kept',
    errors: [errors.unauthenticated.definition],
    run: {
      kind: 'plain',
      handle: (request) =>
        door(
          request.params.partner,
          request.params.orgId,
          { headers: request.headers, rawBody: request.rawBody },
          request.requestId,
        ),
    },
  }),
];
