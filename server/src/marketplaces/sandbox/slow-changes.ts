import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto, selectList } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { Change } from '../changes.ts';
import { MarketplaceError } from '../errors.ts';
import { lengthFrom } from './calendar.ts';

type RunInTransaction = <T>(work: (scope: OrgTransaction) => Promise<T>) => Promise<T>;

/** The adapter calls that the sandbox can delay; their last argument is the idempotency key. */
export const slowCalls = [
  'createOffer',
  'updateOffer',
  'extendOffer',
  'cancelOffer',
  'cancelAgreement',
] as const;
export type SlowCall = (typeof slowCalls)[number];

const own = [
  'id',
  'call',
  'arguments',
  'due_time',
  'state',
  'external_id',
  'failure',
  'readable',
] as const satisfies readonly ColumnOf<'sandbox_change'>[];
type Row = RowOf<'sandbox_change', (typeof own)[number], { state: Change['state']; call: SlowCall }>;
const columns = selectList<'sandbox_change'>('sandbox_change', own);

const insert = insertInto(
  'insert_sandbox_change',
  'sandbox_change',
  ['organization_id', 'id', 'partner', 'change_key', 'call', 'arguments', 'due_time', 'state'],
  {
    after: `ON CONFLICT (organization_id, partner, change_key) DO UPDATE SET change_key = excluded.change_key
            RETURNING ${columns}`,
  },
);

const usualDelay = 'PT1M';

/** Postpones a change, once for each idempotency key. */
export async function putChangeOff(
  scope: OrgTransaction,
  { partner, call, given }: { partner: string; call: SlowCall; given: readonly unknown[] },
  delay: string | null,
): Promise<Change> {
  const delayMs = lengthFrom(delay ?? usualDelay)?.toMillis() ?? 0;
  const [row] = await scope.query<Row>(
    insert({
      organization_id: scope.organizationId,
      id: scope.newId('sbc'),
      partner,
      change_key: given.findLast((one) => typeof one === 'string') as string,
      call,
      arguments: JSON.stringify(given),
      due_time: new Date(scope.now.getTime() + delayMs),
      state: 'RUNNING',
    }),
  );
  return show(row as Row, scope.now);
}

function show({ id: handle, ...row }: Row, now: Date): Change {
  const externalId = row.external_id ?? undefined;
  if (row.state === 'DONE') return { state: 'DONE', handle, externalId };
  if (row.state === 'FAILED')
    return { state: 'FAILED', handle, code: row.failure ?? '', readable: row.readable ?? '' };
  return { state: 'RUNNING', handle, askAgainMs: Math.max(1, Date.parse(row.due_time) - now.getTime()) };
}

const keep = (scope: OrgTransaction, id: string, { state, ...change }: Change) =>
  scope.query<Row>({
    name: 'end_sandbox_change',
    text: `UPDATE sandbox_change SET state = $3, external_id = $4, failure = $5, readable = $6
           WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
    values: [
      ...[scope.organizationId, id, state, change.externalId],
      ...('code' in change ? [change.code, change.readable] : [null, null]),
    ],
  });

/**
 * Creates the adapter operation that polls postponed changes. The first poll after the due time applies the
 * change.
 */
export const slowChangePort = (
  inside: RunInTransaction,
  partner: string,
  port: () => Pick<MarketplaceAdapter, SlowCall>,
): Required<Pick<MarketplaceAdapter, 'readChange'>> => ({
  readChange: async (handle) => {
    const { row, now } = await inside(async (scope) => {
      const [found] = await scope.query<Row>({
        name: 'sandbox_change',
        text: `SELECT ${columns} FROM sandbox_change WHERE organization_id = $1 AND id = $2 AND partner = $3`,
        values: [scope.organizationId, handle, partner],
      });
      return { row: found, now: scope.now };
    });
    if (!row) return unknownChange;
    if (row.state !== 'RUNNING' || Date.parse(row.due_time) > now.getTime()) return show(row, now);
    const ended = await make(port(), row);
    return inside(async (scope) => show((await keep(scope, handle, ended))[0] as Row, scope.now));
  },
});

/** Applies a postponed change. Repetition is harmless, because all adapter calls are idempotent. */
async function make(port: Pick<MarketplaceAdapter, SlowCall>, row: Row): Promise<Change> {
  const call = port[row.call] as (...given: unknown[]) => Promise<Change>;
  try {
    return await call(...(JSON.parse(row.arguments) as unknown[]));
  } catch (error) {
    if (!(error instanceof MarketplaceError && error.permanent)) throw error;
    return { state: 'FAILED', code: error.message, readable: error.readable };
  }
}

const unknownChange: Change = {
  state: 'FAILED',
  code: 'CHANGE_NOT_FOUND',
  readable: 'The change does not exist at the marketplace.',
};
