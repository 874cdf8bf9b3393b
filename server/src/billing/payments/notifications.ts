import { z } from 'zod';
import { providerJob } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { errors } from '../../platform/errors.ts';
import { type RouteRequest, route, type WithParameters } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { transactionJob } from './jobs.ts';
import { createClient, type ProviderDeps, payA, readAccount } from './payA/account.ts';
import { type Notice, readNotification, signatureHeader } from './payA/notification.ts';
import { keepDisputes } from './settle.ts';
import { findByExternalId, findTransaction } from './store.ts';

export type NotificationDeps = ProviderDeps & {
  /** Environment of an organization; undefined if the organization does not exist. */
  environmentOf: (organizationId: string) => Promise<string | undefined>;
  now: () => Date;
  wake: () => void;
};

const notGenuine = (cause?: unknown) =>
  errors.unauthenticated('The signature of the notification is not valid.', { cause });

/** Verifies the sender of a notification. @throws 401 if the verification fails for any reason */
async function prove(
  deps: NotificationDeps,
  {
    params,
    headers,
    rawBody,
  }: Pick<RouteRequest, 'headers' | 'rawBody'> & WithParameters<'partner' | 'orgId'>,
): Promise<Notice> {
  const signature = headers[signatureHeader];
  if (params.partner.toUpperCase() !== payA || typeof signature !== 'string') throw notGenuine();
  if ((await deps.environmentOf(params.orgId)) === undefined) throw notGenuine();
  const account = await readAccount(deps, params.orgId);
  if (!account?.webhookSecret) throw notGenuine();
  const client = await createClient(account);
  return readNotification(client, account.webhookSecret, { rawBody, signature, now: deps.now() }).catch(
    (cause: unknown) => {
      throw notGenuine(cause);
    },
  );
}

/**
 * Enqueues jobs that read the subject of a notification from the provider. Notifications about unknown
 * subjects are accepted and ignored.
 */
async function take(scope: OrgTransaction, { transactionId, dispute, customer }: Notice): Promise<void> {
  for (const buyerId of customer ? await buyersOf(scope, customer) : [])
    await scope.query(enqueue(scope, providerJob, { buyerId }));
  const transaction = transactionId === undefined ? undefined : await findTransaction(scope, transactionId);
  if (transaction)
    await scope.query(enqueue(scope, transactionJob, { transactionId: transaction.id, isNotified: true }));
  const disputed = dispute && (await findByExternalId(scope, dispute.paymentIntentId));
  if (disputed) await keepDisputes(scope, disputed.id, [dispute.shown]);
}

/** Finds the buyers with this customer id or this payment method. */
async function buyersOf(
  scope: OrgTransaction,
  { customerId, methodId }: NonNullable<Notice['customer']>,
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>({
    name: 'buyers_of_customer',
    text: `SELECT b.id FROM buyer b WHERE b.organization_id = $1 AND b.status = 'ACTIVE'
             AND b.info ->> 'payACustomerId' = $2
           UNION
           SELECT w.buyer_id FROM wallet w WHERE w.organization_id = $1 AND w.partner = $3
             AND w.external_id = $4 AND w.status <> 'DELETED'`,
    values: [scope.organizationId, customerId ?? '', payA, methodId ?? ''],
  });
  return rows.map(({ id }) => id);
}

export const notificationRoute = (deps: NotificationDeps) =>
  route({
    method: 'POST',
    path: '/payments/{partner}/notifications/{orgId}',
    operationId: 'receivePaymentNotification',
    group: 'Billing',
    summary: 'Receive a notification from a payment provider',
    description: 'Called by payment providers. The signature authenticates the sender.',
    access: 'public',
    body: z.string().optional(),
    bodyFormat: { type: 'raw' },
    example: '{"type":"payment_intent.succeeded"}',
    response: z.object({ received: z.boolean() }),
    responseDescription: 'The notification was accepted',
    errors: [errors.unauthenticated.definition],
    run: {
      kind: 'plain',
      handle: async (request) => {
        const notice = await prove(deps, request);
        await deps.inOrganization(request.params.orgId, request.requestId, (scope) => take(scope, notice));
        deps.wake();
        return { body: { received: true } };
      },
    },
  });
