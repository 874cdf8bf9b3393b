import { type Access, type AccessMemory, GateClosed, gate, openedAt } from './access.ts';
import type { DatabaseClock } from './clock.ts';
import { shifted } from './clock.ts';
import type { Database } from './database.ts';
import {
  AnsweredBefore,
  canonicalHash,
  idempotencyKeyOf,
  keepAnswer,
  takeIdempotencyKey,
} from './idempotency.ts';
import type { NewId } from './ids.ts';
import type { Permission } from './permissions.ts';
import {
  type Answer,
  type Plan,
  type Principal,
  RawJson,
  type Route,
  type RouteRequest,
  type Run,
} from './route.ts';
import type { OrgScope, OrgTransaction } from './scope.ts';
import { type Row, sqlState } from './statement.ts';

export type ExecuteDeps = { database: Database; clock: DatabaseClock; memory: AccessMemory; newId: NewId };
type Execution = { route: Route; principal: Principal; request: RouteRequest };
type Attempt = { scope: OrgScope; access: Access };

const insufficientPrivilege = '42501';
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
    if (known) return known;
    const answer = run().finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  };
}

/**
 * Runs an operation of an organization: its access first, then everything in one transaction that opens with the
 * gate. When the gate is closed the access has changed: it is loaded anew, and the operation refused or repeated.
 */
export async function executeInOrganization(deps: ExecuteDeps, execution: Execution): Promise<Answer> {
  const organizationId = execution.request.params.orgId as string;
  for (let attempt = 1; ; attempt++) {
    const permission = execution.route.access as Permission;
    const access = await deps.memory.require(execution.principal, organizationId, permission);
    const wallNow = deps.clock.now();
    const scope: OrgScope = {
      organizationId,
      environment: access.environment,
      actor: {
        type: execution.principal.type,
        id: execution.principal.id,
        email: access.email,
        name: access.name,
      },
      permissions: access.permissions,
      requestId: execution.request.requestId,
      wallNow,
      now: shifted(wallNow, access.clockOffsetMs),
      newId: deps.newId,
    };
    try {
      return await runOnce(deps, execution, { scope, access });
    } catch (error) {
      if (error instanceof AnsweredBefore) return { body: new RawJson(error.text) };
      if (error instanceof PlanRefused) {
        if (attempt === 3 || !(await isOutdated(deps, execution, access))) throw error.cause;
        continue;
      }
      const closed = error instanceof GateClosed || sqlState(error) === insufficientPrivilege;
      if (!closed || attempt === 3) throw error;
      deps.memory.forget(execution.principal, organizationId);
    }
  }
}

/** A refusal that was found before anything was sent. */
class PlanRefused extends Error {
  override readonly name = 'PlanRefused';
}

/**
 * A plan is refused before its gate is asked: with the clock of an access that may be out of date. The refusal
 * stands only when the access is still what it was.
 */
async function isOutdated(
  deps: ExecuteDeps,
  { route, principal }: Execution,
  access: Access,
): Promise<boolean> {
  deps.memory.forget(principal, access.organizationId);
  const current = await deps.memory.require(principal, access.organizationId, route.access as Permission);
  return current.revision !== access.revision;
}

function makePlan(
  run: Extract<Run<unknown, unknown>, { kind: 'plan' }>,
  scope: OrgScope,
  request: RouteRequest,
): Plan {
  try {
    return run.plan(scope, request);
  } catch (cause) {
    throw new PlanRefused('refused', { cause });
  }
}

async function runOnce(deps: ExecuteDeps, execution: Execution, attempt: Attempt): Promise<Answer> {
  const { route, request } = execution;
  const key = route.method === 'GET' ? undefined : idempotencyKeyOf(request.headers['idempotency-key']);
  const run = route.run as Run<unknown, unknown>;
  if (run.kind !== 'plan' || key !== undefined) return inTransaction(deps, execution, attempt, key);
  const plan = makePlan(run, attempt.scope, request);
  try {
    return await inBatch(deps, execution, attempt, plan);
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error;
    return inTransaction(deps, execution, attempt, key);
  }
}

async function inBatch(
  deps: ExecuteDeps,
  execution: Execution,
  attempt: Attempt,
  plan: Plan,
): Promise<Answer> {
  const [opened, ...rows] = await deps.database.batch([
    gate(attempt.access, execution.principal),
    ...plan.statements,
  ]);
  deps.clock.observe(openedAt(opened));
  const answer = plan.respond(rows);
  return 'statements' in answer ? inBatch(deps, execution, attempt, answer) : answer;
}

async function inTransaction(
  deps: ExecuteDeps,
  { route, principal, request }: Execution,
  { scope, access }: Attempt,
  key: string | undefined,
): Promise<Answer> {
  return deps.database.transaction(async ({ query }) => {
    deps.clock.observe(openedAt(await query(gate(access, principal))));
    const transaction: OrgTransaction = { ...scope, query };
    if (key === undefined) return perform(route, transaction, request);
    const hash = canonicalHash([route.method, request.url, request.parsedBody ?? null]);
    if (!route.deduplicates) await takeIdempotencyKey(transaction, key, hash);
    const answer = await perform(route, transaction, request);
    // A repeat that the operation itself recognised has its answer, whatever the key says of it.
    if (answer.headers?.['x-deduplicated']) return answer;
    if (route.deduplicates) await takeIdempotencyKey(transaction, key, hash);
    await keepAnswer(transaction, key, hash, answer);
    return answer;
  });
}

async function perform(route: Route, scope: OrgTransaction, request: RouteRequest): Promise<Answer> {
  const run = route.run as Run<unknown, unknown>;
  if (run.kind === 'transaction') return run.handle(scope, request);
  if (run.kind !== 'plan') throw new Error(`${route.operationId} does not run in an organization`);
  let next: Answer | Plan = run.plan(scope, request);
  while ('statements' in next) {
    const rows: Row[][] = [];
    for (const statement of next.statements) rows.push(await scope.query(statement));
    next = next.respond(rows);
  }
  return next;
}
