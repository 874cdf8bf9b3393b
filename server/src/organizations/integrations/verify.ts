import { z } from 'zod';
import {
  type AdapterRegistry,
  type CredentialsVerdict,
  integrationWith,
  MarketplaceError,
} from '../../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { errors } from '../../platform/errors.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { type InTransaction, route } from '../../platform/http/route.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { integrationErrors } from '../errors.ts';
import { nameOf, one } from './command.ts';
import { type IntegrationStatus, IntegrationVerification } from './records.ts';
import { decryptSettings, isEmpty, withoutExternalId } from './settings.ts';
import {
  type IntegrationRow,
  lockIntegration,
  type Name,
  recordIntegration,
  requireIntegration,
  withSettings,
} from './store.ts';

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

/** The columns that only a verification result sets. */
const columnsOf = (verdict: CredentialsVerdict) => ({
  status: (verdict.verified ? 'VERIFIED' : 'NOT_VERIFIED') as IntegrationStatus,
  status_message: verdict.verified ? null : (verdict.message ?? failuresOf(verdict)),
  account: verdict.account ?? null,
  secret_end_time: timeOf(verdict.secretEndTime),
});

/** Parses the partner's time; an invalid time is ignored. */
const timeOf = (time: string | undefined): Date | null =>
  time === undefined || Number.isNaN(Date.parse(time)) ? null : new Date(time);

/** Maximum length of the message that is joined from the messages of the checks. */
export const longestMessage = 2000;

const failuresOf = ({ checks = [] }: CredentialsVerdict): string | null => {
  const failed = checks.filter(({ passed }) => !passed).map(({ name, message }) => message ?? name);
  return failed.length > 0 ? failed.join(' ').slice(0, longestMessage) : null;
};

const checksOf = ({ checks }: CredentialsVerdict) => (checks ? JSON.stringify(checks) : null);

/** Writes a verification result as a change of the integration. */
async function updateVerdict(
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

/** Writes the time of a verification with an unchanged result, without a change of the integration. */
const confirmVerdict = (scope: OrgTransaction, id: string, verdict: CredentialsVerdict) =>
  scope.query(
    confirmation({
      key: { organization_id: scope.organizationId, id },
      integration: { checks: checksOf(verdict), last_verify_time: scope.now },
    }),
  );

/** Functions of other slices that run after a verification, in the transaction that writes the result. */
export type OnVerified = (scope: OrgTransaction, integration: Name) => Promise<void>;

export type VerificationDeps = {
  vault: Vault;
  registry: AdapterRegistry;
  /**
   * Verifies credentials of a payment provider; passed in because billing depends on this slice. Undefined if
   * verification is not possible.
   */
  verifyPayments: (
    partner: string,
    credentials: Record<string, unknown>,
  ) => Promise<CredentialsVerdict | undefined>;
  onVerified: readonly OnVerified[];
};

/** The timeout of a verification. */
const verifyMs = 10_000;

/**
 * Verifies the credentials at the partner, outside of any transaction.
 * @throws 409 when the integration was changed meanwhile, because the result is about other settings; 503 when
 * the partner could not be reached
 */
async function verifyIntegration(
  { scope, transaction }: { scope: OrgScope; transaction: InTransaction },
  deps: VerificationDeps,
  name: Name,
): Promise<boolean> {
  const asked = await transaction((inside) => requireIntegration(inside, name));
  const verdict = await askPartner(scope, deps, asked);
  return transaction(async (inside) => {
    const before = await requireIntegration(inside, name);
    if (!isOf(before, asked)) throw integrationErrors.integration_changed();
    await keepVerdict(inside, deps, before, verdict);
    return verdict.verified;
  });
}

/** Returns whether a verification result for one version of an integration still applies to another version. */
const isOf = (now: IntegrationRow, asked: IntegrationRow): boolean =>
  now.id === asked.id && now.sealed_settings === asked.sealed_settings;

async function keepVerdict(
  scope: OrgTransaction,
  { onVerified }: VerificationDeps,
  before: IntegrationRow,
  verdict: CredentialsVerdict,
): Promise<void> {
  const row = await updateVerdict(scope, before.id, verdict);
  await scope.query(recordIntegration(scope, 'UPDATE', row, before));
  if (verdict.verified) for (const follow of onVerified) await follow(scope, row);
}

/**
 * Writes the result of an hourly verification; the integration changes only if the result differs from the last
 * result. Has no effect if the settings have changed meanwhile.
 */
export async function keepOwnVerdict(
  scope: OrgTransaction,
  deps: VerificationDeps,
  asked: IntegrationRow,
  verdict: CredentialsVerdict,
): Promise<void> {
  const before = await lockIntegration(scope, asked.partner, asked.service);
  if (!before || !isOf(before, asked)) return;
  if (isAsBefore(before, verdict)) {
    await confirmVerdict(scope, before.id, verdict);
    // Resumes jobs that began to wait while the last verification was ending.
    if (verdict.verified) for (const follow of deps.onVerified) await follow(scope, before);
    return;
  }
  await keepVerdict(scope, deps, before, verdict);
}

function isAsBefore(before: IntegrationRow, verdict: CredentialsVerdict): boolean {
  const { status, status_message, account, secret_end_time } = columnsOf(verdict);
  return (
    before.status === status &&
    before.status_message === status_message &&
    before.account === account &&
    (before.secret_end_time === null ? undefined : Date.parse(before.secret_end_time)) ===
      secret_end_time?.getTime()
  );
}

/**
 * Verifies the credentials at the partner.
 * @throws 503 when the partner could not be reached
 */
export async function askPartner(
  organization: { organizationId: string; environment: string },
  deps: VerificationDeps,
  row: IntegrationRow,
): Promise<CredentialsVerdict> {
  const settings = decryptSettings(deps.vault, row);
  if (isEmpty(settings)) return { verified: false, message: 'The integration has no credentials.' };
  // The sandbox simulates every partner and accepts any credentials.
  if (organization.environment === 'TEST') return { verified: true };
  try {
    const verdict = await verdictOf();
    return (
      verdict ?? {
        verified: false,
        message: `Verification of ${row.partner} credentials is not implemented yet.`,
      }
    );
  } catch (error) {
    if (error instanceof MarketplaceError && ['refused', 'unauthorized'].includes(error.kind))
      return { verified: false, message: error.readable };
    throw errors.unavailable('The partner could not be reached.', { cause: error });
  }

  /** Calls the service that uses the credentials of the row; each service has its own credentials. */
  async function verdictOf(): Promise<CredentialsVerdict | undefined> {
    if (row.service === 'MARKETPLACE')
      return deps.registry
        .find(organization, row.partner)
        ?.verifyCredentials?.(withoutExternalId(settings), AbortSignal.timeout(verifyMs));
    return row.service === 'PAYMENT' ? deps.verifyPayments(row.partner, settings.credentials) : undefined;
  }
}

export const verifyIntegrationRoute = (deps: VerificationDeps) =>
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/verify`,
    operationId: 'verifyIntegration',
    summary: 'Verify the credentials at the partner',
    description:
      'Also sets `status` to VERIFIED or NOT_VERIFIED. In TEST the sandbox accepts any credentials.',
    access: 'integrations:write',
    response: z.boolean(),
    responseDescription: 'Whether the partner accepts the credentials',
    errors: [...one.errors, integrationErrors.integration_changed.definition],
    run: {
      kind: 'outside',
      handle: async (context, request) => ({
        body: await verifyIntegration(context, deps, nameOf(request)),
      }),
    },
  });

const encodeVerification = recordEncoder([
  ['id', 'id', 'text'],
  ['partner', 'partner', 'text'],
  ['service', 'service', 'text'],
  ['status', 'status', 'text'],
  ['statusMessage', 'status_message', 'text'],
  ['lastVerifyTime', 'last_verify_time', 'time'],
  ['checks', 'checks', 'json'],
  ['account', 'account', 'text'],
  ['secretEndTime', 'secret_end_time', 'time'],
  ['health', 'health', 'text'],
  ['streams', 'streams', 'json'],
  ['waitingJobs', 'waiting_jobs', 'number'],
]);

const shownTime = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The lag of a failing stream grows until a call has a response; otherwise the last measured lag is returned.
 */
const lag = `CASE WHEN s.failing_since IS NULL THEN s.lag_ms
  ELSE greatest(0, round(extract(epoch FROM $4::timestamptz - s.failing_since) * 1000)) END`;

const selectVerification = (scope: OrgScope, { partner, service }: Name): Statement => ({
  name: 'select_integration_verification',
  text: `SELECT i.id, i.partner, i.service, i.status, i.status_message, i.last_verify_time,
           coalesce(i.checks::text, '[]') AS checks, i.account, i.secret_end_time, i.health,
           (SELECT coalesce(json_agg(json_strip_nulls(json_build_object(
              'stream', s.stream, 'lastSuccessTime', ${shownTime('s.last_success_time')},
              'failingSince', ${shownTime('s.failing_since')}, 'lagMs', ${lag}, 'lastError', s.last_error,
              'lastErrorTime', ${shownTime('s.last_error_time')})) ORDER BY s.stream)::text, '[]')
            FROM integration_stream s
            WHERE s.organization_id = i.organization_id AND s.integration_id = i.id) AS streams,
           CASE WHEN i.service = 'MARKETPLACE' THEN (SELECT count(*) FROM (
             SELECT FROM job j
             WHERE j.organization_id = $1 AND j.waits_for = $5 AND j.finished_at IS NULL LIMIT 10000) w)
           END AS waiting_jobs
         FROM integration i WHERE i.organization_id = $1 AND i.partner = $2 AND i.service = $3`,
  values: [scope.organizationId, partner, service, scope.now, integrationWith(partner)],
});

/** The route that returns the last verification of an integration and the health of its calls. */
export const verificationRoute = readRoute({
  ...one,
  path: `${one.path}/verification`,
  operationId: 'getIntegrationVerification',
  summary: 'Get the result of the last verification of an integration',
  description:
    'Returns the checks at the partner and the health of each kind of call. Once verified, an integration is ' +
    'verified again each hour.',
  access: 'integrations:read',
  response: IntegrationVerification,
  responseDescription: 'The verification',
  select: (scope, params) => selectVerification(scope, nameOf({ params })),
  notFound: integrationErrors.integration_not_found,
  encode: encodeVerification,
});
