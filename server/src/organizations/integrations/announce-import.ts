import type { OrgTransaction } from '../../platform/access/scope.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { encodeIntegration, lockIntegration, nextEvent } from './store.ts';

/** What an import has brought: in words, and how many there are of each. */
export type ImportSummary = { name: string; products: number; offers: number; entitlements: number };

/**
 * Records what was imported from a marketplace as one change of its integration: of each record that came by it there is no
 * event. Nothing where the integration is gone.
 */
export async function announceImport(
  scope: OrgTransaction,
  partner: string,
  summary: ImportSummary,
): Promise<void> {
  const before = await lockIntegration(scope, partner, 'MARKETPLACE');
  if (!before) return;
  const { sequence } = await nextEvent(scope, before.id);
  const record = encodeIntegration(before);
  const { name, ...imported } = summary;
  await scope.query(
    recordEvent(scope, {
      entityType: 'INTEGRATION',
      entityId: before.id,
      sequence,
      action: 'UPDATE',
      change: 'IMPORT',
      payload: JSON.stringify({ ...JSON.parse(record), name, imported }),
      before: record,
    }),
  );
}
