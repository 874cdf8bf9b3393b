import { z } from 'zod';
import { backoff, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { isArchived } from './rules.ts';
import { isClosed } from './states.ts';
import { changeTicket, lockTicket } from './store.ts';

type Payload = { ticketId: string; closeTime: string };

/**
 * Archives a ticket some time after it was closed. Each job has a separate queue key, because a job that waits for its
 * due time blocks later jobs of its queue key.
 */
export const archiveJob: JobDefinition<Payload> = {
  kind: 'support.archive',
  payload: z.object({ ticketId: z.string(), closeTime: z.string() }),
  lane: ({ ticketId, closeTime }) => `supportArchive:${ticketId}:${closeTime}`,
  retry: backoff({ tries: 10 }),
};

export const archiveJobHandler: JobHandler<Payload> = {
  definition: archiveJob,
  run: (job) =>
    job.finish('archived the ticket if it is still closed', async (scope) => {
      const ticket = await lockTicket(scope, job.payload.ticketId);
      // A ticket that was reopened and closed again in the meantime has a new job.
      if (ticket && isClosed(ticket.status) && isArchived(ticket, scope.now))
        await changeTicket(scope, ticket, 'ARCHIVE', { status: 'ARCHIVED' });
    }),
};
