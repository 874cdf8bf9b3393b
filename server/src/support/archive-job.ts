import { z } from 'zod';
import { backoff, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { isArchived } from './rules.ts';
import { isClosed } from './states.ts';
import { changeTicket, lockTicket } from './store.ts';

type Payload = { ticketId: string; closeTime: string };

/** Archives a ticket that has been closed for long. In a lane of its own: what waits for its time holds up its lane. */
export const archiveJob: JobDefinition<Payload> = {
  kind: 'support.archive',
  payload: z.object({ ticketId: z.string(), closeTime: z.string() }),
  lane: ({ ticketId, closeTime }) => `supportArchive:${ticketId}:${closeTime}`,
  retry: backoff({ tries: 10 }),
};

export const archiveJobHandler: JobHandler<Payload> = {
  definition: archiveJob,
  run: (job) =>
    job.finish('looked whether the ticket is still closed', async (scope) => {
      const ticket = await lockTicket(scope, job.payload.ticketId);
      // One that was closed anew since has a job of its own.
      if (ticket && isClosed(ticket.status) && isArchived(ticket, scope.now))
        await changeTicket(scope, ticket, 'ARCHIVE', { status: 'ARCHIVED' });
    }),
};
