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
import { shifted } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { type Row, sqlState } from '../database/statement.ts';
import { errors } from '../errors.ts';
import type { NewId } from '../ids.ts';
import {
  AnsweredBefore,
  acquireIdempotencyKeyLock,
  awaitIdempotencyKeyLock,
  canonicalHash,
  idempotencyKeyOf,
  keepAnswer,
} from './idempotency.ts';
import { conditionOf, type Records, requireUnchanged, tagged, withTagOfRecord } from './record-tags.ts';
import {
  type Answer,
  type Batch,
  type InTransaction,
  organizationOf,
  Portions,
  RawJson,
  type Route,
  type RouteRequest,
  type Run,
  type TakePart,
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
type Execution = { route: Route; principal: Principal; request: RouteRequest };
type Attempt = {
  scope: OrgScope;
  access: Access;
  /** In the other organization of an operation that acts in two. */
  other: Access | undefined;
};

const insufficientPrivilege = '42501';
/** A test clock that is being advanced changes the access with each of its steps. */
const mostAttempts = 10;
const lockNotAvailable = '55P03';

/**
 * Spares a process its own repeats: of equal requests of one caller that are running at the same time, one is run
 * and all have its answer. For operations that recognise repeats anyway, without an idempotency key of the caller.
 */
export function createCoalescing(): (execution: Execution, run: () => Promise<Answer>) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>();
  return (execution, run) => {
    const { route, principal, request } = execution;
    if (!route.deduplicates || request.headers['idempotency-key'] !== undefined) return run();
    const key = `${route.operationId} ${principal.id} ${principal.tokenVersion} ${request.params.orgId} ${request.bodyHash().toString('base64')}`;
    const known = running.get(key);
    if (known) return known.then(asRepeat);
    const answer = run().finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  };
}

/** The answer of another run, marked as the operation marks the repeats that it recognises itself. */
const asRepeat = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'x-deduplicated': 'true' },
});

/**
 * Runs an operation of an organization: its access first, then everything in one transaction that opens with the
 * gate. When the gate is closed the access has changed: it is loaded anew, and the operation refused or repeated.
 */
export async function executeInOrganization(deps: RunDeps, execution: Execution): Promise<Answer> {
  const { run } = execution.route as { run: Run<unknown, unknown> };
  if (run.kind === 'parts') return run.handle(createTakePart(deps, execution), execution.request);
  const answer = await executeOnce(deps, execution);
  const { body } = answer;
  if (!(body instanceof Portions)) return answer;
  return { ...answer, body: new TextParts(body.first, () => nextPortion(deps, execution, body)) };
}

/** The idempotency key stands for the whole: it is kept with the first part, and the others follow from that. */
function createTakePart(deps: RunDeps, { route, principal, request }: Execution): TakePart {
  let isFirst = true;
  return ({ units, batch, mend }) => {
    const { 'idempotency-key': key, ...headers } = request.headers;
    const asked = isFirst ? request : { ...request, headers };
    isFirst = false;
    const run: Route['run'] = { kind: 'batch', batch, ...(mend ? { mend } : {}) };
    return executeOnce(deps, { route: { ...route, units: () => units, run }, principal, request: asked });
  };
}

/** Each portion is an operation of its own: whoever lost the access meanwhile has no more of them. */
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
  const { run } = execution.route;
  if (run.kind === 'batch') await run.before?.(execution.request);
  for (let attempt = 1; ; attempt++) {
    const permission = execution.route.access as Permission;
    const access = await deps.memory.require(execution.principal, organizationId, permission);
    const otherId = execution.route.alsoIn?.(execution.request);
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
        quota,
        (reservation) => runOnce(deps, execution, attempted, reservation),
        (answer) => !answer.headers?.['x-deduplicated'],
        execution.route.units?.(execution.request),
      );
    } catch (error) {
      const mending = attempt === 1 && run.kind === 'batch' ? run.mend?.(error) : undefined;
      if (mending) {
        await deps.database.batch([gate(access, execution.principal), mending]);
        continue;
      }
      if (error instanceof AnsweredBefore)
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

/** The access was another one at each attempt: nothing was done, and the caller may come again. */
const keepsChanging = (cause: GateClosed) =>
  errors.unavailable('The access to the organization keeps changing.', {
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
    now: shifted(wallNow, clockOffsetMs),
    newId: deps.newId,
  };
}

/** A refusal that was found before anything was sent. */
class BatchRefused extends Error {
  override readonly name = 'PlanRefused';
}

/**
 * A batch is refused before its gate is asked, with the clock of an access that may be out of date. The refusal
 * stands only when the access is still what it was.
 */
async function isOutdated(deps: RunDeps, { route, principal }: Execution, access: Access): Promise<boolean> {
  deps.memory.forget(principal, access.organizationId);
  const current = await deps.memory.require(principal, access.organizationId, route.access as Permission);
  return current.revision !== access.revision;
}

function makeBatch(
  run: Extract<Run<unknown, unknown>, { kind: 'batch' }>,
  scope: OrgScope,
  request: RouteRequest,
): Batch {
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
  const run = route.run as Run<unknown, unknown>;
  const condition = conditionOf(deps.records, route, request.headers);
  if (run.kind === 'outside') return runOutside(deps, execution, attempt, run, key, reservation);
  const outside = 'outside' in run && !reservation.full ? run.outside?.(request) : undefined;
  await outside?.({ transaction: (work) => opened(deps, execution, attempt, work) });
  // What is not made by the thousand is read once more for its tag.
  const isReadBack =
    !route.deduplicates && !route.showsItself && deps.records.answeredBy(route) !== undefined;
  const isWhole = key !== undefined || condition || isReadBack || reservation.full || reservation.exact;
  if (run.kind !== 'batch' || isWhole || run.first?.(request))
    return inTransaction(deps, execution, attempt, key, reservation);
  const batch = makeBatch(run, attempt.scope, request);
  try {
    return await inBatch(deps, execution, attempt, batch, run.shares);
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
    // What is not of the gate's own organization is nobody's: a gate that does not open leaves none to act in.
    shares ? leaveOrganization : undefined,
  );
  deps.clock.observe(openedAt(opened));
  const answer = batch.respond(rows);
  if ('statements' in answer) return inBatch(deps, execution, attempt, answer, shares);
  return answer.shown ? tagged(answer, answer.shown.text) : answer;
}

/** A transaction of the caller, that its gate opened. */
const opened = <T>(
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

/** Runs an operation in a transaction. When the quota is used up, only what was answered before is answered (R20). */
async function inTransaction(
  deps: RunDeps,
  execution: Execution,
  attempt: Attempt,
  key: string | undefined,
  reservation: QuotaReservation,
): Promise<Answer> {
  const { route, request } = execution;
  const run = () => opened(deps, execution, attempt, work);
  const work = async (transaction: OrgTransaction) => {
    const takeKey = async () => {
      if (key === undefined) return;
      await acquireIdempotencyKeyLock(transaction, key, hashOf(execution, attempt)).catch((error) => {
        if (!(error instanceof AnsweredBefore && route.repeatsAlike)) throw error;
      });
    };
    if (!route.deduplicates) await takeKey();
    const full = reservation.full ?? (await reservation.exact?.refusalIn(pastBinding(transaction)));
    const answer = full
      ? await route.whenFull?.(transaction, request)
      : await performTagged(deps, route, transaction, request);
    // A repeat that the operation itself recognised has its answer, whatever the key says of it.
    if (answer?.headers?.['x-deduplicated']) return answer;
    if (route.deduplicates) await takeKey();
    if (!answer) throw full;
    if (key !== undefined) {
      const kept = route.repeatsAlike ? { body: null } : answer;
      await keepAnswer(transaction, key, hashOf(execution, attempt), kept);
    }
    return answer;
  };
  return reservation.exact ? reservation.exact.inTurn(run) : run();
}

/** The key is taken before and after: a repeat that runs at the same time ends with the answer that was kept. */
async function runOutside(
  deps: RunDeps,
  execution: Execution,
  attempt: Attempt,
  run: Extract<Run<unknown, unknown>, { kind: 'outside' }>,
  key: string | undefined,
  { full, exact }: QuotaReservation,
): Promise<Answer> {
  const transaction: InTransaction = (work) => opened(deps, execution, attempt, work);
  let exactCount = exact;
  /** The first transaction of the operation counts, before anything is done outside. */
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
  // Behind the gate, like every refusal: it may have been counted for a day that is over by the organization's clock.
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

/** Under the lock of `If-Match`, where there is one, and with the tag of the record that is answered. */
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
  if (answer.shown) return tagged(answer, answer.shown.text);
  return withTagOfRecord(read, request, answer, (shown, asked) => perform(shown, scope, asked));
}

async function perform(route: Route, scope: OrgTransaction, request: RouteRequest): Promise<Answer> {
  const run = route.run as Run<unknown, unknown>;
  if (run.kind === 'transaction') return run.handle(scope, request);
  if (run.kind !== 'batch') throw new Error(`${route.operationId} does not run in an organization`);
  const answered = await run.first?.(request)?.(scope);
  if (answered) return answered;
  let next: Answer | Batch = run.batch(scope, request);
  while ('statements' in next) {
    const rows: Row[][] = [];
    for (const statement of next.statements) rows.push(await scope.query(statement));
    next = next.respond(rows);
  }
  return next;
}
