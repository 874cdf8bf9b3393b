import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AuditKey, createSealer } from '../auditing/index.ts';
import { createIndexer, type PassageSource } from '../knowledge/index.ts';
import {
  type Channel,
  createDeliverer,
  createFanOut,
  createSender,
  type Deliverer,
  type Follower,
  type Schedule,
  webhooksAreOnTheirWay,
} from '../notifications/index.ts';
import { readNotificationConfig } from '../organizations/index.ts';
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
  /** The wall clock. */
  now: () => Date;
  channels: readonly Channel[];
  /** Of all that time brings. */
  schedules: readonly Schedule[];
  /** Of what follows from events in the slices. */
  followers: readonly Follower[];
  /** Of all that is searched. */
  passages: readonly PassageSource[];
  wake: () => void;
  onDelivery: Telemetry['delivery'];
  /** Called when events were sealed: whoever waits for them may be answered. */
  onSealed: () => void;
};

/** The longest wait: about as long as an answer is waited for. */
const longestWaitMs = 30_000;
const restMs = 20;

/**
 * Creates the pipeline of events: sealed in the audit trail, dispatched as notifications, sent as mails and webhooks, and
 * followed by the search.
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
    readConfig: readNotificationConfig,
    schedules: deps.schedules,
    followers: deps.followers,
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
     * Seals and dispatches all events recorded in one organization by now, in order, and waits until their mails and
     * webhooks were tried.
     */
    flush: async (organizationId: string): Promise<void> => {
      await sealer.seal(organizationId);
      await fanOut.dispatch(organizationId);
      await mailer.sendOf(organizationId);
      await deliverOf(database, deliverer, organizationId);
    },
  };
}

/** Webhooks that are due go out; those that were not taken are tried again later, as always. */
async function deliverOf(database: Database, deliverer: Deliverer, organizationId: string): Promise<void> {
  const until = performance.now() + longestWaitMs;
  while (performance.now() < until && (await webhooksAreOnTheirWay(database, organizationId)))
    if ((await deliverer.step()) === 0) await delay(restMs);
}
