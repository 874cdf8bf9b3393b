import { type AdapterRegistry, type CredentialsVerdict, MarketplaceError } from '../../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { errors } from '../../platform/errors.ts';
import type { InTransaction } from '../../platform/http/route.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { integrationErrors } from './errors.ts';
import { withoutExternalId } from './external-ids.ts';
import { decryptSettings, isEmpty } from './settings.ts';
import {
  type IntegrationRow,
  lockIntegration,
  type Name,
  recordIntegration,
  requireIntegration,
} from './store.ts';
import { columnsOf, confirmVerdict, updateVerdict } from './verification-store.ts';

/** What follows in the slices from an integration that was verified. Part of the transaction that writes the verdict. */
export type OnVerified = (scope: OrgTransaction, integration: Name) => Promise<void>;

export type VerificationDeps = {
  vault: Vault;
  registry: AdapterRegistry;
  /** Asks a payment provider; billing comes after this slice. Undefined where it cannot be asked. */
  verifyPayments: (
    partner: string,
    credentials: Record<string, unknown>,
  ) => Promise<CredentialsVerdict | undefined>;
  onVerified: readonly OnVerified[];
};

/** The time that a partner may take to say whether it lets us in. */
const verifyMs = 10_000;

/**
 * Asks the partner whether it takes the credentials, outside of any transaction.
 * @throws 409 when the integration was changed meanwhile: the answer was about other settings; 503 when the partner
 * could not be asked
 */
export async function verifyIntegration(
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

/** Whether a verdict about an integration as it was is one about it as it is. */
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
 * Writes what a verification by itself has found: a change only where it found something else than the last one. Nothing
 * where the settings are others by now.
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
    // What waited beside a verification that just ended is let go on by the next one.
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

/** @throws 503 when the partner could not be asked */
export async function askPartner(
  organization: { organizationId: string; environment: string },
  deps: VerificationDeps,
  row: IntegrationRow,
): Promise<CredentialsVerdict> {
  const settings = decryptSettings(deps.vault, row);
  if (isEmpty(settings)) return { verified: false, message: 'There are no credentials.' };
  // The sandbox plays every partner, and takes whatever it is shown.
  if (organization.environment === 'TEST') return { verified: true };
  try {
    const verdict = await verdictOf();
    return verdict ?? { verified: false, message: `Credentials of ${row.partner} cannot be verified yet.` };
  } catch (error) {
    if (error instanceof MarketplaceError && ['refused', 'unauthorized'].includes(error.kind))
      return { verified: false, message: error.readable };
    throw errors.unavailable('The partner could not be asked.', { cause: error });
  }

  /** Another service of a partner is another thing with other credentials. */
  async function verdictOf(): Promise<CredentialsVerdict | undefined> {
    if (row.service === 'MARKETPLACE')
      return deps.registry
        .find(organization, row.partner)
        ?.verifyCredentials?.(withoutExternalId(settings), AbortSignal.timeout(verifyMs));
    return row.service === 'PAYMENT' ? deps.verifyPayments(row.partner, settings.credentials) : undefined;
  }
}
