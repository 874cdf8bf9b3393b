import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Call, Integration, Stream } from '../../marketplaces/index.ts';
import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import type { NewId } from '../../platform/ids.ts';
import type { IntegrationStreamName } from './connection-records.ts';
import { beginHealth, type Fared, failingSince, noteStream, updateHealth } from './health-store.ts';
import { type IntegrationRow, lockIntegration, recordIntegration } from './store.ts';

type Deps = {
  inOrganization: InOrganization;
  newId: NewId;
  /** The wall clock. */
  now: () => Date;
  wake: () => void;
};

/** An outage is noticed when nothing was answered for so long: shorter ones happen, and work waits for their end. */
const outageMs = 10 * 60_000;
/** How a kind of calls fares is written so often, at most. */
const restMs = 60_000;
/** So many kinds of integrations a process remembers. */
const mostRemembered = 10_000;

/** What a process has written last of a kind of calls. */
type Written = { fared: Fared; answeredAt: number; failedAt: number };

/**
 * Notes how calls fare, and when an integration's health turns, with its event. Of each kind a process writes an answer and
 * a failure each minute at most, and the answer that ends failures.
 */
export function createNoteCall(deps: Deps) {
  const written = new LRUCache<string, Written>({ max: mostRemembered });
  return async (integration: Integration, call: Call): Promise<void> => {
    const fared = faredOf(call);
    if (!call.stream || !fared) return;
    const key = `${integration.organizationId} ${integration.id} ${call.stream}`;
    const last = written.get(key);
    const at = deps.now().getTime();
    if (last && !isDue(last, fared, at)) return;
    written.set(key, {
      fared,
      answeredAt: fared === 'ANSWERED' ? at : (last?.answeredAt ?? Number.NEGATIVE_INFINITY),
      failedAt: fared === 'ANSWERED' ? (last?.failedAt ?? Number.NEGATIVE_INFINITY) : at,
    });
    await note(deps, integration, { ...call, stream: call.stream, fared });
  };
}

const isDue = (last: Written, fared: Fared, at: number): boolean =>
  fared === 'ANSWERED'
    ? last.fared !== 'ANSWERED' || at - last.answeredAt >= restMs
    : at - last.failedAt >= restMs;

/** A refusal is an answer; a notification that anybody may have sent says nothing of the marketplace. */
function faredOf({ outcome, operation }: Call): Fared | undefined {
  if (outcome === 'done') return 'ANSWERED';
  if (outcome === 'refused') return operation === 'verifyNotification' ? undefined : 'ANSWERED';
  return outcome === 'unauthorized' ? 'REFUSED_ENTRY' : 'UNANSWERED';
}

async function note(
  { inOrganization, newId, wake }: Deps,
  { organizationId, partner, id }: Integration,
  call: { stream: Stream; fared: Fared; message?: string | undefined; lagMs?: number | undefined },
): Promise<void> {
  const hasTurned = await inOrganization(organizationId, newId('req'), async (scope) => {
    const integration = await lockIntegration(scope, partner, 'MARKETPLACE');
    if (integration?.id !== id) return false;
    const { stream, fared, message, lagMs } = call;
    await noteStream(scope, id, { stream, fared, message, lagMs });
    return turn(scope, integration);
  });
  if (hasTurned) wake();
}

/** A reading of all that a marketplace has, or of what has changed there. */
export type Pass = {
  partner: string;
  stream: Exclude<z.infer<typeof IntegrationStreamName>, Stream>;
  /** Why it failed, for people; absent where it came to its end. */
  failure?: string | undefined;
  /** What of it the marketplace refused, for people; the rest was read. */
  refused?: string | undefined;
};

/** Notes, in the transaction that ends a reading, how that fared. Nothing where there is no integration any more. */
export async function notePass(
  scope: OrgTransaction,
  { partner, stream, failure, refused }: Pass,
): Promise<void> {
  const integration = await lockIntegration(scope, partner, 'MARKETPLACE');
  if (!integration) return;
  const answered = refused === undefined ? 'ANSWERED' : 'IN_PART';
  await noteStream(scope, integration.id, {
    stream,
    fared: failure === undefined ? answered : 'UNANSWERED',
    message: [failure, refused].filter((words) => words !== undefined).join(' '),
    lagMs: undefined,
  });
  await turn(scope, integration);
}

/** Writes the health of an integration where it is another than before. Answers whether that is an event. */
async function turn(scope: OrgTransaction, before: IntegrationRow): Promise<boolean> {
  const since = await failingSince(scope, before.id);
  const health = healthOf(since, scope.now);
  if (!health || health === before.health) return false;
  if (health === 'GOOD' && before.health === null) {
    await beginHealth(scope, before.id);
    return false;
  }
  const row = await updateHealth(scope, before.id, health);
  await scope.query(recordIntegration(scope, 'UPDATE', row, before, { change: `HEALTH_${health}` }));
  return true;
}

/** Nothing while it cannot be said yet. */
function healthOf(failing: Date | undefined, now: Date): 'GOOD' | 'BAD' | undefined {
  if (!failing) return 'GOOD';
  return now.getTime() - failing.getTime() >= outageMs ? 'BAD' : undefined;
}
