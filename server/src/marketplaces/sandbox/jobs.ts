import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import {
  backoff,
  enqueue,
  type JobDefinition,
  type JobHandler,
  type JobRun,
} from '../../platform/jobs/queue.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { subjectKinds } from '../notifications.ts';
import { lengthFrom } from './calendar.ts';
import type { Deliver } from './deliver.ts';
import { takeFault } from './fault-store.ts';
import { type Notice, noticeStrikes, signedNotice } from './notices.ts';
import { lockProduct, setProductState } from './product-store.ts';
import { noticeIdOf, publishBatch, publishedAs } from './publication.ts';
import { lockedOffer, type SandboxOffer, setOfferState } from './store.ts';

/** Publishes an offer shortly after its creation, and sends a notification. */
export const publishJob: JobDefinition<{ sandboxOfferId: string }> = {
  kind: 'sandbox.publish',
  payload: z.object({ sandboxOfferId: z.string() }),
  lane: ({ sandboxOfferId }) => `sandbox:${sandboxOfferId}`,
  retry: backoff({ tries: 10 }),
};

/** Creates or publishes a listing, and sends a notification. */
export const listJob: JobDefinition<{ sandboxProductId: string }> = {
  kind: 'sandbox.list',
  payload: z.object({ sandboxProductId: z.string() }),
  lane: ({ sandboxProductId }) => `sandbox:${sandboxProductId}`,
  retry: backoff({ tries: 10 }),
};

/** Returns the subject of the notification; undefined if none is sent. */
type FindNotice = (scope: OrgTransaction, found: readonly Row[][]) => Promise<Notice | undefined>;

/** Sends a notification of a change. */
export const notifyJob: JobDefinition<Notice> = {
  kind: 'sandbox.notify',
  payload: z.object({
    partner: z.string(),
    kind: z.enum(subjectKinds),
    externalId: z.string(),
    noticeId: z.string(),
    late: z.boolean().optional(),
  }),
  lane: ({ externalId, noticeId, late }) => (late ? `sandbox:late:${noticeId}` : `sandbox:${externalId}`),
  retry: backoff({ tries: 10 }),
};

export type SandboxJobDeps = { vault: Vault; deliver: Deliver };

/** Creates the function that sends a notification, subject to injected faults. */
function createNotify(deps: SandboxJobDeps) {
  const deliver = async (organizationId: string, notice: Notice, now: Date): Promise<void> => {
    const { headers, rawBody } = signedNotice(deps.vault, organizationId, notice, now);
    await deps.deliver(notice.partner, organizationId, headers, rawBody);
  };

  /** Returns whether a notification was sent. */
  return async (
    job: JobRun<unknown>,
    noticeIn: FindNotice,
    first?: readonly Statement[],
  ): Promise<boolean> => {
    const { organizationId, jobId } = job;
    const { notice, wallNow, struck } = await strikeNotice(job, noticeIn, first);
    if (!notice) return false;
    if (struck === 'withheld') return true;
    await deliver(organizationId, notice, wallNow);
    if (struck !== 'doubled') return true;
    await deliver(organizationId, notice, wallNow);
    await deliver(organizationId, { ...notice, noticeId: `msg_${jobId}_again` }, wallNow);
    return true;
  };
}

export function sandboxJobHandlers(deps: SandboxJobDeps) {
  const notify = createNotify(deps);
  const publish: JobHandler<{ sandboxOfferId: string }> = {
    definition: publishJob,
    run: async (job) => {
      const noticeIn: FindNotice = async (scope, [locked]) => {
        const [offer] = locked as SandboxOffer[];
        if (!offer) return undefined;
        if (offer.state === 'PUBLISHING') setOfferState(scope, offer.id, publishedAs(offer));
        const subject = { kind: 'OFFER', externalId: offer.id } as const;
        return { partner: offer.partner, ...subject, noticeId: noticeIdOf(job.jobId) };
      };
      const isThere = await notify(job, noticeIn, [
        lockedOffer(job.organizationId, job.payload.sandboxOfferId),
      ]);
      await job.finish(isThere ? 'published' : 'nothing to do: the offer does not exist');
    },
    batch: publishBatch(deps.vault),
  };

  const list: JobHandler<{ sandboxProductId: string }> = {
    definition: listJob,
    run: async (job) => {
      const isThere = await notify(job, async (scope) => {
        const product = await lockProduct(scope, job.payload.sandboxProductId);
        if (!product) return undefined;
        if (product.state === 'CREATING') await setProductState(scope, product.id, 'CREATED');
        if (product.state === 'PUBLISHING') await setProductState(scope, product.id, 'PUBLISHED');
        const subject = { kind: 'PRODUCT', externalId: product.id } as const;
        return { partner: product.partner, ...subject, noticeId: `msg_${job.jobId}` };
      });
      await job.finish(isThere ? 'listed' : 'nothing to do: the listing does not exist');
    },
  };

  const sendNotification: JobHandler<Notice> = {
    definition: notifyJob,
    run: async (job) => {
      await notify(job, async () => job.payload);
      await job.finish('notified');
    },
  };

  return [publish, list, sendNotification];
}

const usualDelay = { DELAY_NOTIFICATION: 'PT1H', REORDER_NOTIFICATION: 'PT1M' } as const;

type DeliveryFault = 'as usual' | 'withheld' | 'doubled';

/**
 * Applies an injected fault to a notification in the transaction of the change. A delayed notification gets a
 * separate job, scheduled by the organization's clock.
 */
async function strikeNotice(
  job: JobRun<unknown>,
  noticeIn: FindNotice,
  first?: readonly Statement[],
): Promise<{ notice: Notice | undefined; wallNow: Date; struck: DeliveryFault }> {
  let notice: Notice | undefined;
  let wallNow = new Date(0);
  let struck: DeliveryFault = 'as usual';
  await job.leasedTransaction(async (scope, found) => {
    wallNow = scope.wallNow;
    notice = await noticeIn(scope, found);
    if (!notice) return;
    const fault = notice.late ? undefined : await takeFault(scope, notice.partner, noticeStrikes);
    if (!fault) return;
    if (fault.kind === 'DUPLICATE_NOTIFICATION') {
      struck = 'doubled';
      return;
    }
    struck = 'withheld';
    if (fault.kind !== 'DELAY_NOTIFICATION' && fault.kind !== 'REORDER_NOTIFICATION') return;
    const delay = lengthFrom(fault.delay ?? usualDelay[fault.kind])?.toMillis() ?? 0;
    const at = new Date(scope.now.getTime() + delay);
    scope.send(enqueue(scope, notifyJob, { ...notice, late: true }, { at }));
  }, first);
  return { notice, wallNow, struck };
}
