import type { TestDatabase } from '../harness.ts';

type Timed = { now(): number; pass(ms: number): void | Promise<void> };

/**
 * Advances the time of the marketplace and of an organization together. Retries and queue reads that wait by the wall
 * clock become due immediately; other waits are unchanged.
 */
export async function passTogether(
  { query }: Pick<TestDatabase, 'query'>,
  organizationId: string,
  service: Timed,
  ms: number,
): Promise<void> {
  await service.pass(ms);
  const offsetMs = Math.max(0, Math.round(service.now() - Date.now()));
  await query('UPDATE organization SET clock_offset_ms = $1 WHERE organization_id = $2', [
    offsetMs,
    organizationId,
  ]);
  await query(
    `UPDATE job j SET stands = 'LINE',
       ready_at = CASE WHEN j.clock = 'wall' THEN now() ELSE j.due_at - $2 * interval '1 ms' END
     WHERE j.organization_id = $1 AND j.finished_at IS NULL AND j.waits_for IS NULL
       AND coalesce(j.lease_until, '-infinity') < now()
       AND (j.clock = 'wall' OR j.due_at <= now() + $2 * interval '1 ms')`,
    [organizationId, offsetMs],
  );
  await query(
    `UPDATE offer SET creation_unknown_since = creation_unknown_since - $2 * interval '1 ms'
     WHERE organization_id = $1 AND creation_unknown_since IS NOT NULL`,
    [organizationId, ms],
  );
  await query('UPDATE marketplace_queue SET due_at = now() WHERE organization_id = $1', [organizationId]);
}
