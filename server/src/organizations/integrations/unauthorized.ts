import type { AdapterRegistry, Integration } from '../../marketplaces/index.ts';
import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import type { NewId } from '../../platform/ids.ts';
import { type IntegrationRow, lockIntegration, recordIntegration } from './store.ts';
import { updateRefused } from './verification-store.ts';

type Deps = { inOrganization: InOrganization; newId: NewId; wake: () => void };

/**
 * Notes, once, that a marketplace does not let us in with the settings of an integration: NOT_VERIFIED, with its event.
 * @returns OVERTAKEN where the settings are others by now, or were verified since they were read
 */
export const createNoteUnauthorized =
  ({ inOrganization, newId, wake }: Deps) =>
  async (integration: Integration, words: string): Promise<'NOTED' | 'OVERTAKEN'> => {
    const noted = await inOrganization(integration.organizationId, newId('req'), async (scope) => {
      const before = await lockIntegration(scope, integration.partner, 'MARKETPLACE');
      if (!before || isOvertaken(before, integration)) return 'OVERTAKEN';
      if (before.status === 'NOT_VERIFIED') return 'KNOWN';
      await refuse(scope, before, words);
      return 'NOTED';
    });
    if (noted === 'NOTED') wake();
    return noted === 'OVERTAKEN' ? 'OVERTAKEN' : 'NOTED';
  };

async function refuse(scope: OrgTransaction, before: IntegrationRow, words: string): Promise<void> {
  const row = await updateRefused(scope, before.id, words);
  await scope.query(recordIntegration(scope, 'UPDATE', row, before));
}

/**
 * Says, in the transaction in which work begins to wait, whether there is something to wait for: the call has noted in PROD
 * that it was not let in, and whatever was entered or verified since is to be tried. What the sandbox plays is noted here.
 */
export const onUnauthorized: NonNullable<AdapterRegistry['onUnauthorized']> = async (
  scope,
  partner,
  error,
) => {
  const integration = await lockIntegration(scope, partner, 'MARKETPLACE');
  if (!integration || integration.status === 'NOT_VERIFIED') return true;
  if (scope.environment !== 'TEST') return false;
  await refuse(scope, integration, error.readable);
  return true;
};

const isOvertaken = (row: IntegrationRow, { id, sealedSettings, readTime }: Integration): boolean =>
  row.id !== id ||
  row.sealed_settings !== sealedSettings ||
  (row.status === 'VERIFIED' && row.last_verify_time !== null && new Date(row.last_verify_time) > readTime);
