import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { InOrganization } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import type { BackgroundLoop } from '../../platform/jobs/loop.ts';
import { unpolledMs } from '../../platform/jobs/poller.ts';
import { createWakeSignal, type WakeSignal } from '../../platform/jobs/wake-signal.ts';
import type { DeliveryOutcome } from '../../platform/observability/telemetry.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { type ClaimedDelivery, claimDeliveries } from './claims.ts';
import { createDeliverySlots, mostAtOnce } from './delivery-slots.ts';
import { disableGone, judgeFailing } from './disable.ts';
import { handedBack, judge, nothingToSend } from './judge.ts';
import { type Outcome, recordOutcomes } from './outcomes.ts';
import { decryptSecrets, type EndpointSecrets, goodSecrets } from './secrets.ts';
import type { Sender } from './sender.ts';
import { signatureHeaders } from './signing.ts';

/** Sends deliveries as they become due; a step sends those that are due now. */
export type Deliverer = BackgroundLoop;

export type DelivererDeps = {
  database: Database;
  inOrganization: InOrganization;
  vault: Vault;
  sender: Sender;
  log: Logger;
  /** From 0 to 1, for the jitter of waits. */
  random: () => number;
  /** The wall clock. */
  now: () => Date;
  /** Receives each attempt, and how it went. */
  onTried: (outcome: DeliveryOutcome) => void;
};

const restMs = 2;
/** Outcomes that come within this time are written down together. */
const gatherMs = 2;

/** Sends pending deliveries to webhook endpoints, outside of any transaction: at least once, with one `webhook-id`. */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const stopping = new AbortController();
  const cutting = new AbortController();
  // Every delivery on its way listens.
  setMaxListeners(mostAtOnce, cutting.signal);
  const wakeSignal = createWakeSignal();
  const running = new Set<Promise<void>>();
  const slots = createDeliverySlots(() => performance.now());
  /** True when all slots of a kind were taken at the last claim: each that becomes free may be used at once. */
  let full = false;
  const recorder = createRecorder(deps, wakeSignal.notify);
  let loop: Promise<void> | undefined;

  const begin = async (): Promise<{ begun: Promise<void>[]; againInMs: number }> => {
    const limits = slots.limits();
    full = limits.free === 0 || limits.freeFailing === 0;
    if (limits.free + limits.freeFailing === 0) return { begun: [], againInMs: Number.POSITIVE_INFINITY };
    const leaseToken = randomUUID();
    const { taken, againInMs } = await claimDeliveries(deps.database, leaseToken, limits);
    const secretsOf = decryptEach(deps.vault);
    const begun = taken.map((delivery) => {
      const leave = slots.take(delivery.failing);
      const done = deliver(deps, delivery, { leaseToken, secretsOf }, cutting.signal)
        .then(async (outcome) => {
          await recorder.record(outcome);
          note(deps, outcome);
        })
        .catch((error: Error) =>
          deps.log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be ended'),
        )
        .finally(() => {
          leave();
          running.delete(done);
          if (full) wakeSignal.notify();
        });
      running.add(done);
      return done;
    });
    return { begun, againInMs };
  };

  return {
    step: async () => {
      const { begun } = await begin();
      await Promise.all(begun);
      return begun.length;
    },
    start: () => {
      loop ??= lookOut(deps, wakeSignal, begin, stopping.signal);
    },
    wake: wakeSignal.notify,
    stop: async (graceMs) => {
      stopping.abort();
      wakeSignal.notify();
      await loop;
      await Promise.race([Promise.all(running), delay(graceMs, undefined, { ref: false })]);
      cutting.abort();
      await Promise.all(running);
      await deps.sender.close();
    },
  };
}

/** Claims and begins deliveries whenever some may be due, until stopped. */
async function lookOut(
  { log }: DelivererDeps,
  wakeSignal: WakeSignal,
  begin: () => Promise<{ againInMs: number }>,
  stopping: AbortSignal,
): Promise<void> {
  let lookAt = Number.POSITIVE_INFINITY;
  while (!stopping.aborted) {
    const { againInMs } = await begin().catch((error: Error) => {
      log.error({ err: error }, 'claiming deliveries failed');
      return { againInMs: Number.POSITIVE_INFINITY };
    });
    const now = performance.now();
    // What is known of the endpoints that were not looked at now still holds.
    lookAt = Math.min(lookAt > now ? lookAt : Number.POSITIVE_INFINITY, now + againInMs);
    // Under load a moment's rest makes claims fewer and larger; after an idle time the first one is not kept waiting.
    await delay(restMs);
    await wakeSignal.wait(Math.min(unpolledMs, lookAt - performance.now()));
  }
}

const outcomeNames = { DONE: 'done', PENDING: 'retry', FAILED: 'failed' } as const;

/**
 * Logs an attempt, without address, header or word of what was sent. What was handed back, as the program ends, was no
 * attempt.
 */
function note({ onTried, log }: DelivererDeps, { delivery, result, status, waitMs }: Outcome): void {
  if (status === 'PENDING' && result === undefined) return;
  const outcome = outcomeNames[status];
  onTried(outcome);
  log.debug(
    {
      deliveryId: delivery.id,
      endpointId: delivery.endpoint_id,
      eventId: delivery.event_id,
      attempt: delivery.attempts,
      outcome,
      status: result?.status,
      ms: result?.durationMs,
      retryInMs: waitMs,
    },
    'a webhook was tried',
  );
}

/** Decrypts the secrets of each endpoint once, however many of its deliveries were claimed together. */
function decryptEach(vault: Vault): (delivery: ClaimedDelivery) => EndpointSecrets {
  const opened = new Map<string, EndpointSecrets>();
  return ({ organization_id, endpoint_id, sealed_secrets }) => {
    const key = `${organization_id} ${endpoint_id}`;
    const secrets =
      opened.get(key) ?? decryptSecrets(vault, { organization_id, id: endpoint_id, sealed_secrets });
    opened.set(key, secrets);
    return secrets;
  };
}

type Claim = { leaseToken: string; secretsOf: (delivery: ClaimedDelivery) => EndpointSecrets };

async function deliver(
  { sender, now, random }: DelivererDeps,
  delivery: ClaimedDelivery,
  { leaseToken, secretsOf }: Claim,
  cut: AbortSignal,
): Promise<Outcome> {
  if (delivery.body === null) return nothingToSend(delivery, leaseToken);
  const secrets = secretsOf(delivery);
  const sentAt = now();
  const headers = {
    ...secrets.headers,
    'content-type': 'application/json',
    'user-agent': 'Tradepost-Webhooks/1.0',
    ...signatureHeaders(goodSecrets(secrets, sentAt), {
      id: delivery.event_id,
      sentAt,
      body: delivery.body,
    }),
  };
  const { url, timeout_seconds } = delivery;
  const outgoing = { url, headers, body: delivery.body, timeoutMs: timeout_seconds * 1000 };
  const result = await sender.send(outgoing, cut);
  if (cut.aborted && result.status === undefined) return handedBack(delivery, leaseToken);
  return judge(delivery, leaseToken, result, random());
}

/** Outcomes that come while others are written, or soon after another, are written together in one transaction. */
function createRecorder(deps: DelivererDeps, onDue: () => void) {
  let waiting: Outcome[] = [];
  let writing: Promise<void> | undefined;

  /** What goes wrong with one endpoint is no other’s: their outcomes are written all the same. */
  const apart = (endpointId: string, work: Promise<void>): Promise<void> =>
    work.catch((error: Error) =>
      deps.log.error({ err: error, endpointId }, 'an endpoint could not be judged'),
    );
  const write = async (outcomes: readonly Outcome[]): Promise<void> => {
    // Before its delivery is ended: a process that is lost in between finds the endpoint gone once more.
    for (const { result, delivery } of outcomes)
      if (result?.status === 410) await apart(delivery.endpoint_id, disableGone(deps, delivery));
    const { due, failing } = await recordOutcomes(deps.database, outcomes);
    for (const endpoint of failing) await apart(endpoint.endpointId, judgeFailing(deps, endpoint));
    if (due) onDue();
  };
  const next = (): Promise<void> => {
    const outcomes = waiting;
    waiting = [];
    writing = undefined;
    return write(outcomes);
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Until it is written down. */
    record: (outcome: Outcome): Promise<void> => {
      waiting.push(outcome);
      writing ??= last.then(() => delay(gatherMs)).then(next);
      last = writing.catch(() => {});
      return writing;
    },
  };
}
