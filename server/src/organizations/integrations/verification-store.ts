import type { CredentialsVerdict } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { IntegrationStatus } from './records.ts';
import { type IntegrationRow, withSettings } from './store.ts';

const verdictUpdate = defineStatement(
  'update_integration_verdict',
  {
    key: columns('integration', ['organization_id', 'id']),
    integration: columns('integration', [
      'status',
      'status_message',
      'checks',
      'account',
      'secret_end_time',
      'last_verify_time',
      'last_updated_by',
      'last_update_time',
    ]),
  },
  ({ key, integration }) => `UPDATE integration i SET ${integration.set}, sequence = i.sequence + 1
    WHERE ${key.equals('i')} RETURNING ${withSettings}`,
);

/** The columns that a verdict says, and nothing else does. */
export const columnsOf = (verdict: CredentialsVerdict) => ({
  status: (verdict.verified ? 'VERIFIED' : 'NOT_VERIFIED') as IntegrationStatus,
  status_message: verdict.verified ? null : (verdict.message ?? failuresOf(verdict)),
  account: verdict.account ?? null,
  secret_end_time: timeOf(verdict.secretEndTime),
});

/** A time that a marketplace says wrongly is none. */
const timeOf = (time: string | undefined): Date | null =>
  time === undefined || Number.isNaN(Date.parse(time)) ? null : new Date(time);

/** The most characters of a message that is made of the checks'. */
const longestMessage = 2000;

const failuresOf = ({ checks = [] }: CredentialsVerdict): string | null => {
  const failed = checks.filter(({ passed }) => !passed).map(({ name, message }) => message ?? name);
  return failed.length > 0 ? failed.join(' ').slice(0, longestMessage) : null;
};

const checksOf = ({ checks }: CredentialsVerdict) => (checks ? JSON.stringify(checks) : null);

/** Writes a verdict as a change of the integration. */
export async function updateVerdict(
  scope: OrgTransaction,
  id: string,
  verdict: CredentialsVerdict,
): Promise<IntegrationRow> {
  const [row] = await scope.query<IntegrationRow>(
    verdictUpdate({
      key: { organization_id: scope.organizationId, id },
      integration: {
        ...columnsOf(verdict),
        checks: checksOf(verdict),
        last_verify_time: scope.now,
        last_updated_by: scope.actor.id,
        last_update_time: scope.now,
      },
    }),
  );
  return row as IntegrationRow;
}

const confirmation = defineStatement(
  'confirm_integration_verdict',
  {
    key: columns('integration', ['organization_id', 'id']),
    integration: columns('integration', ['checks', 'last_verify_time']),
  },
  ({ key, integration }) => `UPDATE integration i SET ${integration.set} WHERE ${key.equals('i')}`,
);

/** Writes that a verdict is what it was: the integration has not changed by it. */
export const confirmVerdict = (scope: OrgTransaction, id: string, verdict: CredentialsVerdict) =>
  scope.query(
    confirmation({
      key: { organization_id: scope.organizationId, id },
      integration: { checks: checksOf(verdict), last_verify_time: scope.now },
    }),
  );

const refusal = defineStatement(
  'update_integration_refused',
  {
    key: columns('integration', ['organization_id', 'id']),
    integration: columns('integration', ['status_message', 'last_updated_by', 'last_update_time']),
  },
  ({ key, integration }) => `UPDATE integration i SET ${integration.set}, status = 'NOT_VERIFIED',
      sequence = i.sequence + 1
    WHERE ${key.equals('i')} RETURNING ${withSettings}`,
);

/** Writes that a call was not let in, whatever the last verification found. */
export async function updateRefused(
  scope: OrgTransaction,
  id: string,
  words: string,
): Promise<IntegrationRow> {
  const [row] = await scope.query<IntegrationRow>(
    refusal({
      key: { organization_id: scope.organizationId, id },
      integration: {
        status_message: words.slice(0, longestMessage),
        last_updated_by: scope.actor.id,
        last_update_time: scope.now,
      },
    }),
  );
  return row as IntegrationRow;
}
