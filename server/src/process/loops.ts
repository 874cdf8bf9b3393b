import type { Logger } from 'pino';
import { apiSweeps } from '../api.ts';
import { eventsAreUnsealed } from '../auditing/wiring.ts';
import { eventsAreUnindexed } from '../knowledge/wiring.ts';
import type { AdapterRegistry } from '../marketplaces/index.ts';
import { createPuller } from '../marketplaces/pulling/index.ts';
import { eventsAreUndispatched, webhooksAreDue } from '../notifications/wiring.ts';
import { alertUnreadable } from '../organizations/wiring.ts';
import type { InOrganization } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { createMaintenance } from '../platform/database/maintenance.ts';
import type { NewId } from '../platform/ids.ts';
import { jobsAreReady } from '../platform/jobs/job-lines.ts';
import type { createNotifier } from '../platform/jobs/notifier.ts';
import { createPoller } from '../platform/jobs/poller.ts';
import { createWorker } from '../platform/jobs/worker.ts';
import { mailsAreDue } from '../platform/mail/sender.ts';
import type { Telemetry } from '../platform/observability/telemetry.ts';
import type { Config } from '../platform/system/config.ts';
import type { createEventPipeline } from './event-pipeline.ts';

/**
 * Creates the background loops of a process with the role `work`, for jobs, marketplace queues, mails, webhooks, audit
 * trail sealing, event dispatch, the search index, and the removal of expired rows.
 */
export function createLoops(deps: {
  config: Config;
  database: Database;
  inOrganization: InOrganization;
  registry: AdapterRegistry;
  newId: NewId;
  notifier: ReturnType<typeof createNotifier>;
  telemetry: Telemetry;
  handlers: Parameters<typeof createWorker>[0]['handlers'];
  log: Logger;
  eventPipeline: ReturnType<typeof createEventPipeline>;
}) {
  const { config, database, handlers, inOrganization, log, notifier, telemetry } = deps;
  const { mailer, sealer, fanOut, indexer, deliverer } = deps.eventPipeline;
  const worker = createWorker({
    database,
    inOrganization,
    log,
    handlers,
    concurrency: config.workerConcurrency,
    onFinished: (kind, outcome) => {
      telemetry.job(kind, outcome);
      sealer.wake();
    },
  });
  const puller = createPuller({
    database,
    inOrganization,
    log,
    alertUnreadable,
    registry: deps.registry,
    partners: deps.registry.pulling ?? [],
    places: config.pullConcurrency,
    newRequestId: () => deps.newId('req'),
    random: Math.random,
    wake: notifier.wake,
  });
  telemetry.expectJobs(handlers.map(({ definition }) => definition.kind));
  const maintenance = createMaintenance({ database, log, sweeps: apiSweeps });
  const poller = createPoller({
    database,
    log,
    loops: {
      jobs: { hasWork: jobsAreReady, wake: worker.wake },
      mails: { hasWork: mailsAreDue, wake: mailer.wake },
      unsealed: { hasWork: eventsAreUnsealed, wake: sealer.wake },
      undispatched: { hasWork: eventsAreUndispatched, wake: fanOut.wake },
      unindexed: { hasWork: eventsAreUnindexed, wake: indexer.wake },
      webhooks: { hasWork: webhooksAreDue, wake: deliverer.wake },
    },
  });
  return {
    worker,
    puller,
    mailer,
    sealer,
    fanOut,
    indexer,
    deliverer,
    start: () => {
      // Jobs and events, which most changes create, are processed immediately; the poller finds other work.
      notifier.listen(worker.wake, sealer.wake, poller.wake);
      for (const loop of [worker, puller, mailer, sealer, fanOut, indexer, deliverer, poller, maintenance])
        loop.start();
    },
    stop: async (graceMs: number) => {
      maintenance.stop();
      await Promise.all(
        [worker, puller, mailer, deliverer, poller, sealer, fanOut, indexer].map((loop) =>
          loop.stop(graceMs),
        ),
      );
    },
  };
}
