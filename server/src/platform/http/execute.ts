import {
  type Access,
  type AccessMemory,
  callerOf,
  GateClosed,
  gate,
  leaveOrganization,
  openedAt,
  type Principal,
} from '../access/access.ts';
import type { Permission } from '../access/permissions.ts';
import type { QuotaReservation, Quotas } from '../access/quotas.ts';
import { type OrgScope, type OrgTransaction, pastBinding } from '../access/scope.ts';
import type { DatabaseClock } from '../database/clock.ts';
import { withOffset } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { type Row, sqlState } from '../database/statement.ts';
import { errors } from '../errors.ts';
import type { NewId } from '../ids.ts';
import {
  AlreadyAnswered,
  acquireIdempotencyKeyLock,
  awaitIdempotencyKeyLock,
  canonicalHash,
  idempotencyKeyOf,
  keepAnswer,
} from './idempotency.ts';
import { addTag, conditionOf, type Records, requireUnchanged, withTagOfRecord } from './record-tags.ts';
import {
  type Answer,
  type Batch,
  type BatchRun,
  type InTransaction,
  organizationOf,
  type PartsRun,
  Portions,
  RawJson,
  type Route,
  type RouteRequest,
  type Run,
  type RunPart,
  TextParts,
} from './route.ts';

export type ExecuteDeps = {
  database: Database;
  clock: DatabaseClock;
  memory: AccessMemory;
  newId: NewId;
  quotas: Quotas;
};
type RunDeps = ExecuteDeps & { records: Records };
/** An operation that runs as a whole; the parts of a long body are separate operations. */
type SingleRun = Exclude<Run<unknown, unknown>, PartsRun<unknown, unknown>>;
type Execution = { route: Route; principal: Principal; request: RouteRequest };
type Attempt = {
  scope: OrgScope;
  access: Access;
  /** The access to the second organization, for an operation that acts in two organizations. */
  other: Access | undefined;
};

const insufficientPrivilege = '42501';
/** The maximum number of attempts. While a test clock is advancing, each step changes the access. */
const mostAttempts = 10;
const lockNotAvailable = '55P03';

/**
 * Creates the coalescing of a caller's simultaneous identical requests: only the first request runs, and all requests
 * receive its response. Use the coalescing only for operations that deduplicate without an idempotency key.
 */
export function createCoalescing(): (execution: Execution, run: () => Promise<Answer>) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>();
  return (execution, run) => {
    const { route, principal, request } = execution;
    if (!route.recognizesRepeats || request.headers['idempotency-key'] !== undefined) return run();
    const key = `${route.operationId} ${principal.id} ${principal.tokenVersion} ${request.params.orgId} ${request.bodyHash().toString('base64')}`;
    const known = running.get(key);
    if (known) return known.then(asRepeat);
    const answer = run().finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  };
}

/** Marks the response of a coalesced request as a repeat. */
const asRepeat = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'x-deduplicated': 'true' },
});

/**
 * Runs an operation of an organization. Cached access is checked first. The operation then runs in one transaction that
 * begins with the access check. If this check returns no row, the access has changed: the access is reloaded, and the
 * operation is rejected or repeated.
 */
export async function executeInOrganization(deps: RunDeps, execution: Execution): Promise<Answer> {
  const { run } = execution.route as { run: Run<unknown, unknown> };
  if ('parts' in run) return run.parts(createTakePart(deps, execution), execution.request);
  const answer = await executeOnce(deps, execution);
  const { body } = answer;
  if (!(body instanceof Portions)) return answer;
  return { ...answer, body: new TextParts(body.first, () => nextPortion(deps, execution, body)) };
}

/** Creates the function that processes the parts of a long body. The first part stores the response for repeats. */
function createTakePart(deps: RunDeps, { route, principal, request }: Execution): RunPart {
  let isFirst = true;
  return ({ units, batch, repairStatement }) => {
    const { 'idempotency-key': key, ...headers } = request.headers;
    const asked = isFirst ? request : { ...request, headers };
    isFirst = false;
    const run: Route['run'] = { kind: 'batch', batch, ...(repairStatement ? { repairStatement } : {}) };
    const quota = route.quota && { ...route.quota, units: () => units };
    return executeOnce(deps, { route: { ...route, quota, run }, principal, request: asked });
  };
}

/** Reads the next portion in a separate operation, which checks the access again. */
async function nextPortion(
  deps: RunDeps,
  { route, principal, request }: Execution,
  portions: Portions,
): Promise<string | undefined> {
  const batch = portions.next();
  if (!batch) return undefined;
  const reading: Route = { ...route, run: { kind: 'batch', batch: () => batch } };
  const { body } = await executeOnce(deps, { route: reading, principal, request });
  return (body as RawJson).text;
}

async function executeOnce(deps: RunDeps, execution: Execution): Promise<Answer> {
  const organizationId = organizationOf(execution.request);
  const { run } = execution.route as { run: SingleRun };
  if (run.kind === 'batch') await run.beforeBatch?.(execution.request);
  for (let attempt = 1; ; attempt++) {
    const permission = execution.route.access as Permission;
    const access = await deps.memory.require(execution.principal, organizationId, permission);
    const otherId = execution.route.secondOrganization?.(execution.request as RouteRequest<unknown, never>);
    const other =
      otherId === undefined ? undefined : await deps.memory.require(execution.principal, otherId, permission);
    const wallNow = deps.clock.now();
    const scope = scopeOf(deps, execution, access, wallNow, other);
    try {
      const attempted = { scope, access, other };
      const { quota } = execution.route;
      if (quota === undefined) return await runOnce(deps, execution, attempted, {});
      return await deps.quotas.reserve(
        scope,
        quota.name,
        (reservation) => runOnce(deps, execution, attempted, reservation),
        (answer) => !answer.headers?.['x-deduplicated'],
        quota.units?.(execution.request),
      );
    } catch (error) {
      const mending = attempt === 1 && run.kind === 'batch' ? run.repairStatement?.(error) : undefined;
      if (mending) {
        await deps.database.batch([gate(access, execution.principal), mending]);
        continue;
      }
      if (error instanceof AlreadyAnswered)
        return { headers: { 'idempotent-replayed': 'true' }, body: new RawJson(error.text) };
      if (error instanceof BatchRefused) {
        if (attempt === 3 || !(await isOutdated(deps, execution, access))) throw error.cause;
        continue;
      }
      const closed = error instanceof GateClosed || sqlState(error) === insufficientPrivilege;
      if (error instanceof GateClosed && attempt === mostAttempts) throw keepsChanging(error);
      if (!closed || attempt === mostAttempts) throw error;
      deps.memory.forget(execution.principal, organizationId);
      if (otherId !== undefined) deps.memory.forget(execution.principal, otherId);
    }
  }
}

/** Creates the error for a request whose access changed at every attempt. The caller may retry it. */
const keepsChanging = (cause: GateClosed) =>
  errors.unavailable("The caller's access to the organization is changing. Retry in a moment.", {
    cause,
    headers: { 'retry-after': '1' },
  });

function scopeOf(
  deps: RunDeps,
  { principal, request }: Execution,
  access: Access,
  wallNow: Date,
  other: Access | undefined,
): OrgScope {
  const { organizationId, environment, clockOffsetMs, binding } = access;
  return {
    organizationId,
    environment,
    ...callerOf(access, principal),
    ...(other ? { other: { organizationId: other.organizationId, permissions: other.permissions } } : {}),
    ...(binding === undefined ? {} : { boundTo: binding.id }),
    requestId: request.requestId,
    wallNow,
    now: withOffset(wallNow, clockOffsetMs),
    newId: deps.newId,
  };
}

/** Wraps an error that the operation threw before it sent a statement. */
class BatchRefused extends Error {
  override readonly name = 'BatchRefused';
}

/** Returns whether the access has changed since a batch was rejected based on cached access. */
async function isOutdated(deps: RunDeps, { route, principal }: Execution, access: Access): Promise<boolean> {
  deps.memory.forget(principal, access.organizationId);
  const current = await deps.memory.require(principal, access.organizationId, route.access as Permission);
  return current.revision !== access.revision;
}

function makeBatch(run: BatchRun<unknown, unknown>, scope: OrgScope, request: RouteRequest): Batch {
  try {
    return run.batch(scope, request);
  } catch (cause) {
    throw new BatchRefused('refused', { cause });
  }
}

async function runOnce(
  deps: RunDeps,
  execution: Execution,
  attempt: Attempt,
  reservation: QuotaReservation,
): Promise<Answer> {
  const { route, request } = execution;
  const key = route.method === 'GET' ? undefined : idempotencyKeyOf(request.headers['idempotency-key']);
  const run = route.run as SingleRun;
  const condition = conditionOf(deps.records, route, request.headers);
  if (run.kind === 'outside') return runOutside(deps, execution, attempt, run, key, reservation);
  const outside = 'outside' in run && !reservation.full ? run.outside?.(request) : undefined;
  await outside?.({ transaction: (work) => inCheckedTransaction(deps, execution, attempt, work) });
  // Low-volume operations read the record again to compute its tag.
  const shares = run.kind === 'batch' && run.sharesTransaction;
  const isReadBack = !shares && deps.records.answeredBy(route) !== undefined;
  const isWhole = key !== undefined || condition || isReadBack || reservation.full || reservation.exact;
  if (run.kind !== 'batch' || isWhole || run.beforeInTransaction?.(request))
    return inTransaction(deps, execution, attempt, key, reservation);
  const batch = makeBatch(run, attempt.scope, request);
  try {
    return await inBatch(deps, execution, attempt, batch, run.sharesTransaction);
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error;
    return inTransaction(deps, execution, attempt, key, reservation);
  }
}

async function inBatch(
  deps: RunDeps,
  execution: Execution,
  attempt: Attempt,
  batch: Batch,
  shares?: boolean,
): Promise<Answer> {
  const [opened, ...rows] = await deps.database.batch(
    [gate(attempt.access, execution.principal), ...batch.statements],
    // Row-level security hides rows outside of the checked organization, so a check without a row is harmless.
    shares ? leaveOrganization : undefined,
  );
  deps.clock.observe(openedAt(opened));
  const answer = batch.respond(rows);
  if ('statements' in answer) return inBatch(deps, execution, attempt, answer, shares);
  return answer.recordAsRead ? addTag(answer, answer.recordAsRead.text) : answer;
}

/** Runs the work in a transaction that begins with the caller's access check. */
const inCheckedTransaction = <T>(
  deps: RunDeps,
  { principal }: Execution,
  { scope, access, other }: Attempt,
  work: (transaction: OrgTransaction) => Promise<T>,
): Promise<T> =>
  deps.database.transaction(
    async ({ query, send }) => {
      if (other) {
        openedAt(await query(gate(other, principal)));
        await query(leaveOrganization);
      }
      deps.clock.observe(openedAt(await query(gate(access, principal))));
      return work({ ...scope, query, send });
    },
    'app',
    scope.organizationId,
  );

const hashOf = ({ route, request }: Execution, { access: { binding } }: Attempt): Buffer =>
  canonicalHash([route.method, request.url, request.parsedBody ?? null, ...(binding ? [binding.id] : [])]);

/** Runs an operation in a transaction. If the quota is exhausted, only repeats of earlier requests succeed (R20). */
async function inTransaction(
  deps: RunDeps,
  execution: Execution,
  attempt: Attempt,
  key: string | undefined,
  reservation: QuotaReservation,
): Promise<Answer> {
  const { route, request } = execution;
  const run = () => inCheckedTransaction(deps, execution, attempt, work);
  const work = async (transaction: OrgTransaction) => {
    const takeKey = async () => {
      if (key === undefined) return;
      await acquireIdempotencyKeyLock(transaction, key, hashOf(execution, attempt)).catch((error) => {
        if (!(error instanceof AlreadyAnswered && route.isIdempotent)) throw error;
      });
    };
    if (!route.recognizesRepeats) await takeKey();
    const full = reservation.full ?? (await reservation.exact?.refusalIn(pastBinding(transaction)));
    const answer = full
      ? await route.quota?.onExceeded?.(transaction, request)
      : await performTagged(deps, route, transaction, request);
    // A repeat that the operation recognizes gets the original response even if the key belongs to a different request.
    if (answer?.headers?.['x-deduplicated']) return answer;
    if (route.recognizesRepeats) await takeKey();
    if (!answer) throw full;
    if (key !== undefined) {
      const kept = route.isIdempotent ? { body: null } : answer;
      await keepAnswer(transaction, key, hashOf(execution, attempt), kept);
    }
    return answer;
  };
  return reservation.exact ? reservation.exact.inTurn(run) : run();
}

/** Runs an operation that calls other systems. The idempotency key is locked before and after the calls. */
async function runOutside(
  deps: RunDeps,
  execution: Execution,
  attempt: Attempt,
  run: Extract<Run<unknown, unknown>, { kind: 'outside' }>,
  key: string | undefined,
  { full, exact }: QuotaReservation,
): Promise<Answer> {
  const transaction: InTransaction = (work) => inCheckedTransaction(deps, execution, attempt, work);
  let exactCount = exact;
  /** Counts the quota in the first transaction of the operation, before calls to other systems. */
  const countedTransaction: InTransaction = (work) => {
    if (!exactCount) return transaction(work);
    const { inTurn, refusalIn } = exactCount;
    exactCount = undefined;
    return inTurn(() =>
      transaction(async (scope) => {
        const refused = await refusalIn(pastBinding(scope));
        if (refused) throw refused;
        return work(scope);
      }),
    );
  };
  if (key !== undefined)
    await transaction((scope) => acquireIdempotencyKeyLock(scope, key, hashOf(execution, attempt)));
  // The quota error comes after the access check, because the counted day may have ended by the organization's clock.
  if (full) await transaction(() => Promise.reject(full));
  const answer = await run.handle(
    { scope: attempt.scope, transaction: countedTransaction },
    execution.request,
  );
  if (key !== undefined)
    await transaction(async (scope) => {
      await awaitIdempotencyKeyLock(scope, key, hashOf(execution, attempt));
      await keepAnswer(scope, key, hashOf(execution, attempt), answer);
    });
  return answer;
}

/** Performs the operation, if requested under the locks for `If-Match`, and adds the tag of the returned record. */
async function performTagged(
  { records }: RunDeps,
  route: Route,
  scope: OrgTransaction,
  request: RouteRequest,
): Promise<Answer> {
  const condition = conditionOf(records, route, request.headers);
  const reading: RouteRequest = { ...request, query: {}, body: undefined };
  if (condition)
    await requireUnchanged(scope, condition, request.params, () => perform(condition.read, scope, reading));
  const answer = await perform(route, scope, request);
  const read = records.answeredBy(route);
  if (!read || answer.headers?.['x-deduplicated']) return answer;
  if (answer.recordAsRead) return addTag(answer, answer.recordAsRead.text);
  return withTagOfRecord(read, request, answer, (shown, asked) => perform(shown, scope, asked));
}

async function perform(route: Route, scope: OrgTransaction, request: RouteRequest): Promise<Answer> {
  const run = route.run as SingleRun;
  if (run.kind === 'transaction') return run.handle(scope, request);
  if (run.kind !== 'batch') throw new Error(`${route.operationId} does not run in an organization`);
  const answered = await run.beforeInTransaction?.(request)?.(scope);
  if (answered) return answered;
  let next: Answer | Batch = run.batch(scope, request);
  while ('statements' in next) {
    const rows: Row[][] = [];
    for (const statement of next.statements) rows.push(await scope.query(statement));
    next = next.respond(rows);
  }
  return next;
}
