import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AuditKey, createSealer } from '../auditing/wiring.ts';
import type { PassageSource } from '../knowledge/index.ts';
import { createIndexer } from '../knowledge/wiring.ts';
import type { PartnerName } from '../marketplaces/index.ts';
import type { Channel, Follower, Schedule } from '../notifications/index.ts';
import {
  createDeliverer,
  createFanOut,
  createSender,
  type Deliverer,
  hasWebhooksInFlight,
} from '../notifications/wiring.ts';
import { readMailRouting } from '../organizations/index.ts';
import type { InOrganization } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { createMailer } from '../platform/mail/sender.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import type { Telemetry } from '../platform/observability/telemetry.ts';
import type { Vault } from '../platform/secrets/encryption.ts';

export type EventPipelineDeps = {
  database: Database;
  inOrganization: InOrganization;
  log: Logger;
  auditKey: AuditKey;
  transport: MailTransport;
  vault: Vault;
  addressRules: Parameters<typeof createSender>[0];
  /** Returns the wall time. */
  now: () => Date;
  channels: readonly Channel[];
  /** The schedules of time-triggered notifications. */
  schedules: readonly Schedule[];
  /** The slices' reactions to events. */
  followers: readonly Follower[];
  /** The sources of the search index. */
  passages: readonly PassageSource[];
  /** Names partners in mails. */
  partnerName: PartnerName;
  wake: () => void;
  onDelivery: Telemetry['delivery'];
  /** Called after events were sealed, so that waiting long polls can respond. */
  onSealed: () => void;
};

/** The maximum time for which `flush` waits for webhooks, about the timeout of a delivery. */
const longestWaitMs = 30_000;
const restMs = 20;

/**
 * Creates the event pipeline: events are sealed in the audit trail, dispatched as notifications, sent as mails and
 * webhooks, and indexed for the search.
 */
export function createEventPipeline(deps: EventPipelineDeps) {
  const { database, inOrganization, log, vault, now } = deps;
  const mailer = createMailer({
    database,
    transport: deps.transport,
    log,
    onTried: (outcome) => deps.onDelivery('email', outcome),
  });
  const fanOut = createFanOut({
    database,
    inOrganization,
    log,
    channels: deps.channels,
    readConfig: readMailRouting,
    schedules: deps.schedules,
    followers: deps.followers,
    partnerName: deps.partnerName,
    onEnqueued: () => {
      mailer.wake();
      deliverer.wake();
      deps.wake();
    },
  });
  const indexer = createIndexer({
    database,
    inOrganization,
    sources: deps.passages,
    log,
    onEnqueued: deps.wake,
  });
  const sealer = createSealer({
    database,
    key: deps.auditKey,
    log,
    onSealed: (organizationId) => {
      fanOut.wake(organizationId);
      indexer.wake(organizationId);
      deps.onSealed();
    },
  });
  const deliverer = createDeliverer({
    database,
    inOrganization,
    log,
    vault,
    now,
    random: Math.random,
    sender: createSender(deps.addressRules, now),
    onTried: (outcome) => deps.onDelivery('webhook', outcome),
  });
  return {
    mailer,
    sealer,
    fanOut,
    indexer,
    deliverer,
    /**
     * Seals and dispatches all events recorded in an organization so far, in order, and waits until their mails and
     * webhooks have been attempted.
     */
    flush: async (organizationId: string): Promise<void> => {
      await sealer.seal(organizationId);
      await fanOut.dispatch(organizationId);
      await mailer.sendOf(organizationId);
      await deliverOf(database, deliverer, organizationId);
    },
  };
}

/** Sends the due webhooks of an organization. Failed deliveries are retried after their regular delay. */
async function deliverOf(database: Database, deliverer: Deliverer, organizationId: string): Promise<void> {
  const until = performance.now() + longestWaitMs;
  while (performance.now() < until && (await hasWebhooksInFlight(database, organizationId)))
    if ((await deliverer.step()) === 0) await delay(restMs);
}
