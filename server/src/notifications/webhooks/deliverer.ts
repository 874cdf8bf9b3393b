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
import { disableEndpoint, judgeFailing } from './disable.ts';
import { handedBack, judge, nothingToSend } from './judge.ts';
import { type Outcome, recordOutcomes } from './outcomes.ts';
import { decryptSecrets, type EndpointSecrets, goodSecrets } from './secrets.ts';
import type { Sender } from './sender.ts';
import { signatureHeaders } from './signing.ts';

/** Sends deliveries as they become due; one step sends the deliveries that are due now. */
export type Deliverer = BackgroundLoop;

export type DelivererDeps = {
  database: Database;
  inOrganization: InOrganization;
  vault: Vault;
  sender: Sender;
  log: Logger;
  /** Returns a number from 0 to 1, for the jitter of waits. */
  random: () => number;
  /** The wall clock. */
  now: () => Date;
  /** Receives the outcome of each attempt, for metrics. */
  onTried: (outcome: DeliveryOutcome) => void;
};

const restMs = 2;
/** The time in which outcomes are collected before they are written together. */
const gatherMs = 2;

/**
 * Sends pending deliveries to webhook endpoints, outside of any transaction: at least once, always with the
 * same `webhook-id`.
 */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const stopping = new AbortController();
  const cutting = new AbortController();
  // The limit is raised because every delivery in flight adds a listener.
  setMaxListeners(mostAtOnce, cutting.signal);
  const wakeSignal = createWakeSignal();
  const running = new Set<Promise<void>>();
  const slots = createDeliverySlots(() => performance.now());
  /**
   * Whether all slots for healthy or failing endpoints were in use at the last claim, so that each released slot
   * triggers a claim.
   */
  let full = false;
  const recorder = createRecorder(deps, wakeSignal.notify);
  let loop: Promise<void> | undefined;

  // Two claims at once would take the same slots.
  const begin = inTurn(async (): Promise<{ begun: Promise<void>[]; againInMs: number }> => {
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
          deps.log.error(
            { err: error, deliveryId: delivery.id },
            'the outcome of a delivery could not be recorded',
          ),
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
  });

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

/** Returns a function whose calls run one after the other. */
function inTurn<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return () => {
    const own = before.then(work);
    before = own.catch(() => undefined);
    return own;
  };
}

/** Claims and starts deliveries whenever deliveries may be due, until stopped. */
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
    // The wake-up time of endpoints outside this claim remains valid.
    lookAt = Math.min(lookAt > now ? lookAt : Number.POSITIVE_INFINITY, now + againInMs);
    // Under load, a short pause leads to fewer and larger claims. After an idle time, the first delivery is sent
    // immediately.
    await delay(restMs);
    await wakeSignal.wait(Math.min(unpolledMs, lookAt - performance.now()));
  }
}

const outcomeNames = { DONE: 'done', PENDING: 'retry', FAILED: 'failed' } as const;

/**
 * Logs an attempt without URL, headers or body. A delivery that was released during shutdown is not logged,
 * because it was not attempted.
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
    'webhook attempt',
  );
}

/** Decrypts the secrets of each endpoint once for all its claimed deliveries. */
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

/**
 * Creates the recorder of outcomes. Outcomes that arrive during a write, or soon afterwards, are written
 * together in one transaction.
 */
function createRecorder(deps: DelivererDeps, onDue: () => void) {
  let waiting: Outcome[] = [];
  let writing: Promise<void> | undefined;

  /** Logs a failure for one endpoint, so that the outcomes of other endpoints are still written. */
  const apart = (endpointId: string, work: Promise<void>): Promise<void> =>
    work.catch((error: Error) =>
      deps.log.error({ err: error, endpointId }, 'the failures of an endpoint could not be evaluated'),
    );
  const write = async (outcomes: readonly Outcome[]): Promise<void> => {
    // The endpoint is disabled before the outcome is recorded. If the process crashes in between, the next attempt
    // receives 410 again.
    for (const { result, delivery } of outcomes)
      if (result?.status === 410) await apart(delivery.endpoint_id, disableEndpoint(deps, delivery));
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
    /** Resolves after the outcome is written. */
    record: (outcome: Outcome): Promise<void> => {
      waiting.push(outcome);
      writing ??= last.then(() => delay(gatherMs)).then(next);
      last = writing.catch(() => {});
      return writing;
    },
  };
}
