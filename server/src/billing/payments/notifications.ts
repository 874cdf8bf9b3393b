import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { errors } from '../../platform/errors.ts';
import { type RouteRequest, route, type WithParameters } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { transactionJob } from './jobs.ts';
import {
  createClient,
  type Notice,
  type ProviderDeps,
  payA,
  readAccount,
  readNotification,
  signatureHeader,
} from './payA/index.ts';
import { keepDisputes } from './settle.ts';
import { findByExternalId, findTransaction } from './store.ts';

export type NotificationDeps = ProviderDeps & {
  /** The environment of an organization; undefined when there is none. */
  environmentOf: (organizationId: string) => Promise<string | undefined>;
  now: () => Date;
  wake: () => void;
};

const notGenuine = (cause?: unknown) => errors.unauthenticated('The notification is not genuine.', { cause });

/** Proves who sent a notification. @throws 401 where that fails, for whatever reason */
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

/** Has what a notification is about read again at the provider. One about something that is not ours is taken, and nothing done. */
async function take(scope: OrgTransaction, { transactionId, dispute }: Notice): Promise<void> {
  const transaction = transactionId === undefined ? undefined : await findTransaction(scope, transactionId);
  if (transaction)
    await scope.query(enqueue(scope, transactionJob, { transactionId: transaction.id, looks: 1 }));
  const disputed = dispute && (await findByExternalId(scope, dispute.paymentIntentId));
  if (disputed) await keepDisputes(scope, disputed.id, [dispute.shown]);
}

export const notificationRoute = (deps: NotificationDeps) =>
  route({
    method: 'POST',
    path: '/payments/{partner}/notifications/{orgId}',
    operationId: 'receivePaymentNotification',
    group: 'Billing',
    summary: 'Receive a notification of a payment provider',
    description: 'Called by payment providers, which prove themselves by their own signatures.',
    access: 'public',
    body: z.string(),
    bodyFormat: 'raw',
    example: '{"type":"payment_intent.succeeded"}',
    response: z.object({ received: z.boolean() }),
    responseDescription: 'The notification is kept',
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
