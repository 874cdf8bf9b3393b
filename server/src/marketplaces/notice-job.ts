import { z } from 'zod';
import { backoff, type JobDefinition } from '../platform/jobs/queue.ts';
import { type Notice, noticeKinds } from './notifications.ts';

export type NoticePayload = { partner: string; notice: Notice };

/** Raises an alert about a fact that only a marketplace notification contains. */
export const noticeJob: JobDefinition<NoticePayload> = {
  kind: 'marketplaces.notice',
  payload: z.object({ partner: z.string(), notice: z.enum(noticeKinds) }),
  lane: ({ partner, notice }) => `notice:${partner}:${notice}`,
  retry: backoff({ tries: 20 }),
};
