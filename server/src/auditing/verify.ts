import type { Database } from '../platform/database/database.ts';
import type { Queryable } from '../platform/database/statement.ts';
import { chainHash, genesis, headerHash } from './chain.ts';
import type { Verifies } from './key.ts';
import { lastCheckpoint, type SignedRow, selectHeads } from './store.ts';
import {
  auditedOrganizations,
  beginSnapshot,
  chainAt,
  type SealOfEvent,
  selectSeals,
  selectSealsBefore,
  selectUnplaced,
  selectWaiting,
} from './verify-store.ts';

export type AuditFinding = {
  kind: 'changed' | 'missing' | 'added' | 'cut off' | 'bad signature';
  message: string;
  position?: number;
  eventId?: string;
};

export type AuditReport = {
  organizationId: string;
  /** The first remaining position and the last sealed position. */
  from: number;
  to: number;
  /** The first problems, and the total number of problems. */
  findings: AuditFinding[];
  wrong: number;
  /** The number of entries whose records were erased, with another entry that records the erasure. */
  erased: number;
  /** The number of unsealed entries, which cannot be verified yet. */
  unsealed: { count: number; firstEventId: string | null; since: string | null };
};

export type VerifyOptions = {
  organizationId?: string | undefined;
  verifies: Verifies;
  /** The heads that were kept outside of the database. The chain must still contain these heads. */
  keptHeads?: readonly SignedRow[];
};

const pageSize = 1000;
const idPageSize = 10_000;
const shownFindings = 100;

/**
 * Verifies every entry of the audit trail against its seal, every seal against the previous seal, and the chain against
 * its signed heads. Each organization is verified in one snapshot, page by page.
 * @throws Error if the given organization does not exist
 */
export async function* verifyAudit(database: Database, options: VerifyOptions): AsyncGenerator<AuditReport> {
  const known = await database.transaction(auditedOrganizations, 'system');
  const kept = options.keptHeads?.map((head) => head.organizationId) ?? [];
  const all = [...new Set([...known, ...kept])];
  if (options.organizationId && !all.includes(options.organizationId))
    throw new Error(`the organization ${options.organizationId} does not exist`);
  for (const organizationId of options.organizationId ? [options.organizationId] : all)
    yield await verifyOrganization(database, organizationId, options);
}

export const verifyOrganization = (
  database: Database,
  organizationId: string,
  options: Pick<VerifyOptions, 'verifies' | 'keptHeads'>,
): Promise<AuditReport> =>
  database.transaction(async (queryable) => {
    await beginSnapshot(queryable);
    const report: AuditReport = {
      organizationId,
      from: 1,
      to: 0,
      findings: [],
      wrong: 0,
      erased: 0,
      unsealed: { count: 0, firstEventId: null, since: null },
    };
    const found = (kind: AuditFinding['kind'], message: string, where: Partial<AuditFinding> = {}) => {
      report.wrong += 1;
      if (report.findings.length < shownFindings) report.findings.push({ kind, message, ...where });
    };
    const walk = { queryable, report, found, verifies: options.verifies };
    const start = await startOf(walk);
    await walkSealsBefore(walk, start);
    await walkSeals(walk, start);
    await walkHeads(walk);
    const kept = options.keptHeads?.filter((head) => head.organizationId === organizationId) ?? [];
    for (const head of kept) await compareKept(walk, head, start);
    await walkEvents(walk);
    await walkQueue(walk);
    return report;
  }, 'system');

type Walk = {
  queryable: Queryable;
  report: AuditReport;
  found: (kind: AuditFinding['kind'], message: string, where?: Partial<AuditFinding>) => void;
  verifies: Verifies;
};
type Start = { position: number; chain: Buffer };

/** Determines the start of the chain: its first event, or the checkpoint up to which entries were removed. */
async function startOf({ queryable, report, found, verifies }: Walk): Promise<Start> {
  const { organizationId } = report;
  const checkpoint = await lastCheckpoint(queryable, organizationId);
  if (!checkpoint) return { position: 0, chain: genesis(organizationId) };
  const { position } = checkpoint;
  if (!verifies('checkpoint', checkpoint, checkpoint))
    found('bad signature', `the checkpoint's signature is not valid for the key ${checkpoint.keyId}`, {
      position,
    });
  report.from = position + 1;
  report.to = position;
  return { position, chain: checkpoint.chainHash };
}

/**
 * Reports seals before the start of the chain. Pruning removes all such seals, so the remaining seals were inserted
 * later.
 */
async function walkSealsBefore({ queryable, report, found }: Walk, start: Start): Promise<void> {
  let after: number | undefined;
  for (;;) {
    const rows = await selectSealsBefore(queryable, report.organizationId, start.position, after, pageSize);
    for (const { position, event_id: eventId } of rows)
      found('added', 'the seal is before the start of the chain, so it was inserted', { position, eventId });
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.position;
  }
}

async function walkSeals(walk: Walk, start: Start): Promise<void> {
  const { queryable, report, found } = walk;
  let { position } = start;
  let chain: Buffer | undefined = start.chain;
  for (;;) {
    const rows = await selectSeals(queryable, report.organizationId, position, pageSize);
    for (const row of rows) {
      const at = row.position;
      if (at !== position + 1) {
        const gap =
          at === position + 2 ? `position ${position + 1}` : `positions ${position + 1} to ${at - 1}`;
        found('missing', `the seal of ${gap} is missing`, { position: position + 1 });
        // The next seal cannot be verified, because the hash before it is missing.
        chain = undefined;
      }
      const eventId = row.event_id;
      compareEvent(walk, row);
      const sealed = {
        position: at,
        eventId,
        headerHash: row.sealed_header,
        payloadHash: row.sealed_payload,
        beforeHash: row.sealed_before,
      };
      const standing = row.chain_hash;
      if (chain && !chainHash(chain, sealed).equals(standing))
        found('added', 'the seal does not follow from the previous seal, so it was inserted or altered', {
          position: at,
          eventId,
        });
      chain = standing;
      position = at;
    }
    report.to = position;
    if (rows.length < pageSize) return;
  }
}

function compareEvent({ report, found }: Walk, row: SealOfEvent): void {
  const where = { position: row.position, eventId: row.event_id };
  if (row.id === null) {
    found('missing', 'the event is missing', where);
    return;
  }
  if (!row.sealed_header.equals(headerHash(row)))
    found('changed', 'the header of the event (record, action, actor or time) differs from its seal', where);
  const payload = row.sealed_payload.equals(row.payload_hash);
  const before = row.sealed_before.equals(row.before_hash);
  if (payload && before) return;
  if (row.blank && row.recorded) report.erased += 1;
  else if (row.blank) found('changed', 'the records are missing, and no entry records their erasure', where);
  else found('changed', `the record ${payload ? 'before' : 'after'} the change differs from its seal`, where);
}

async function walkHeads({ queryable, report, found, verifies }: Walk): Promise<void> {
  let last: SignedRow | undefined;
  let after = report.from - 1;
  for (;;) {
    const heads = await selectHeads(queryable, report.organizationId, after, pageSize);
    for (const head of heads) {
      const { position } = head;
      if (!verifies('head', head, head))
        found(
          'bad signature',
          `the signature of the head of ${head.signedAt} is not valid for the key ${head.keyId}`,
          {
            position,
          },
        );
      else if (head.standing && !head.standing.equals(head.chainHash))
        found('changed', `the chain differs from the head signed at ${head.signedAt}`, { position });
      last = head;
      after = position;
    }
    if (heads.length < pageSize) break;
  }
  if (last && last.position > report.to)
    found('cut off', `the chain ends at ${report.to}, but was signed up to ${last.position}`, {
      position: last.position,
    });
  if (report.to > Math.max(last?.position ?? 0, report.from - 1))
    found(
      'added',
      `the chain was signed up to ${last?.position ?? report.from - 1}, but ends at ${report.to}`,
      {
        position: report.to,
      },
    );
}

/** Compares the chain with a head that was kept elsewhere. Heads before the checkpoint cannot be compared. */
async function compareKept({ queryable, report, found, verifies }: Walk, head: SignedRow, start: Start) {
  const { position } = head;
  if (!verifies('head', head, head))
    found('bad signature', `the kept head's signature is not valid for the key ${head.keyId}`, { position });
  if (position < start.position) return;
  const standing =
    position === start.position ? start.chain : await chainAt(queryable, report.organizationId, position);
  if (position > report.to)
    found('cut off', `the chain ends at ${report.to}, but the kept head is at ${position}`, { position });
  else if (standing && !standing.equals(head.chainHash))
    found('changed', 'the chain differs from the kept head', { position });
}

async function walkEvents({ queryable, report, found }: Walk): Promise<void> {
  let after = '';
  for (;;) {
    const { ids, last } = await selectUnplaced(queryable, report.organizationId, after, idPageSize);
    for (const eventId of ids) found('added', 'the event has no seal and is not in the queue', { eventId });
    if (last === undefined) return;
    after = last;
  }
}

async function walkQueue({ queryable, report, found }: Walk): Promise<void> {
  const { unsealed } = report;
  let after = 0;
  for (;;) {
    const waiting = await selectWaiting(queryable, report.organizationId, after, idPageSize);
    for (const eventId of waiting.gone)
      found('missing', 'the event is in the queue but does not exist', { eventId });
    unsealed.count += waiting.count;
    unsealed.firstEventId ??= waiting.firstEventId;
    if (waiting.since !== null && (unsealed.since === null || waiting.since < unsealed.since))
      unsealed.since = waiting.since;
    if (waiting.last === null) return;
    after = waiting.last;
  }
}
