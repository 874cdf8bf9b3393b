import { z } from 'zod';
import type { Vault } from '../../platform/encryption.ts';
import { backoff, type JobDefinition, type JobHandler } from '../../platform/queue.ts';
import { type Subject, subjectKinds } from '../adapter.ts';
import { findProduct, setProductState } from './product-store.ts';
import { notificationSigner } from './signer.ts';
import { findOffer, setOfferState } from './store.ts';

/** The sandbox reviews and publishes an offer a moment after it was made, as marketplaces do, and says so. */
export const publishJob: JobDefinition<{ sandboxOfferId: string }> = {
  kind: 'sandbox.publish',
  payload: z.object({ sandboxOfferId: z.string() }),
  lane: ({ sandboxOfferId }) => `sandbox:${sandboxOfferId}`,
  retry: backoff({ tries: 10 }),
};

/** It does the same for a listing that was made, or is to be published. */
export const listJob: JobDefinition<{ sandboxProductId: string }> = {
  kind: 'sandbox.list',
  payload: z.object({ sandboxProductId: z.string() }),
  lane: ({ sandboxProductId }) => `sandbox:${sandboxProductId}`,
  retry: backoff({ tries: 10 }),
};

type Notice = Subject & { partner: string; noticeId: string };

/** The sandbox tells that something changed at it. */
export const notifyJob: JobDefinition<Notice> = {
  kind: 'sandbox.notify',
  payload: z.object({
    partner: z.string(),
    kind: z.enum(subjectKinds),
    externalId: z.string(),
    noticeId: z.string(),
  }),
  lane: ({ externalId }) => `sandbox:${externalId}`,
  retry: backoff({ tries: 10 }),
};

/** Delivers a notification to the inbound door: over HTTP, or to its handler where the process does not listen. */
export type Deliver = (
  partner: string,
  organizationId: string,
  headers: Record<string, string>,
  rawBody: string,
) => Promise<void>;

export function sandboxJobHandlers(deps: { vault: Vault; deliver: Deliver }) {
  const notify = async (organizationId: string, notice: Notice, now: Date): Promise<void> => {
    const { partner, kind, externalId, noticeId } = notice;
    const rawBody = JSON.stringify({ type: 'changed', partner, subject: { kind, externalId } });
    const signature = notificationSigner(deps.vault, organizationId, partner).sign(noticeId, now, rawBody);
    await deps.deliver(
      partner,
      organizationId,
      {
        'content-type': 'application/json',
        'webhook-id': noticeId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signature,
      },
      rawBody,
    );
  };

  const publish: JobHandler<{ sandboxOfferId: string }> = {
    definition: publishJob,
    run: async (job) => {
      const { offer, wallNow } = await job.transaction(async (scope) => {
        const found = await findOffer(scope, job.payload.sandboxOfferId, true);
        if (found?.state === 'PUBLISHING') await setOfferState(scope, found.id, 'PUBLISHED');
        return { offer: found, wallNow: scope.wallNow };
      });
      if (!offer) return job.finish('nothing to do: the offer is not there');
      await notify(
        job.organizationId,
        { partner: offer.partner, kind: 'OFFER', externalId: offer.id, noticeId: `msg_${job.jobId}` },
        wallNow,
      );
      await job.finish('published');
    },
  };

  const list: JobHandler<{ sandboxProductId: string }> = {
    definition: listJob,
    run: async (job) => {
      const { product, wallNow } = await job.transaction(async (scope) => {
        const found = await findProduct(scope, job.payload.sandboxProductId, true);
        if (found?.state === 'CREATING') await setProductState(scope, found.id, 'CREATED');
        if (found?.state === 'PUBLISHING') await setProductState(scope, found.id, 'PUBLISHED');
        return { product: found, wallNow: scope.wallNow };
      });
      if (!product) return job.finish('nothing to do: the listing is not there');
      const subject = { kind: 'PRODUCT', externalId: product.id } as const;
      const notice = { partner: product.partner, ...subject, noticeId: `msg_${job.jobId}` };
      await notify(job.organizationId, notice, wallNow);
      await job.finish('listed');
    },
  };

  const tell: JobHandler<Notice> = {
    definition: notifyJob,
    run: async (job) => {
      const wallNow = await job.transaction(async (scope) => scope.wallNow);
      await notify(job.organizationId, job.payload, wallNow);
      await job.finish('told');
    },
  };

  return [publish, list, tell];
}
