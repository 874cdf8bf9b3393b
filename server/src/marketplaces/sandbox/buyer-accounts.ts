import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { MarketplacePartner } from '../partners.ts';
import { type AgreementTerms, lockAgreement, setAgreementTerms } from './agreement-store.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { RunInOrganization } from './faults.ts';
import { notifyJob } from './jobs.ts';

type Listed = { id: string; has_approval: boolean };

/** Lists the agreements of a buyer's account, and whether the account was approved with them. */
const agreementsOf = (scope: OrgTransaction, partner: string, buyerId: string): Promise<Listed[]> =>
  scope.query<Listed>({
    name: 'sandbox_agreements_of_buyer',
    text: `SELECT id, terms -> 'accountApprovedAt' IS NOT NULL AS has_approval FROM sandbox_agreement
           WHERE organization_id = $1 AND partner = $2 AND terms ->> 'externalBuyerId' = $3 ORDER BY id`,
    values: [scope.organizationId, partner, buyerId],
  });

/**
 * Approves the account of the buyer together with the first agreement that the seller approves, and sends a
 * notification of the account. No effect if the account was approved before.
 */
export async function approveAccount(scope: OrgTransaction, agreementId: string): Promise<void> {
  const agreement = await lockAgreement(scope, agreementId);
  if (!agreement) return;
  const { partner } = agreement;
  const terms = JSON.parse(agreement.terms) as AgreementTerms;
  const { externalBuyerId } = terms;
  const known = await agreementsOf(scope, partner, externalBuyerId);
  if (known.some(({ has_approval: hasApproval }) => hasApproval)) return;
  await setAgreementTerms(scope, agreementId, { ...terms, accountApprovedAt: scope.now.toISOString() });
  const subject = { kind: 'BUYER', externalId: externalBuyerId } as const;
  await scope.query(enqueue(scope, notifyJob, { ...subject, partner, noticeId: scope.newId('msg') }));
}

/** Creates the adapter operation that lists a buyer's agreements, if accounts are approved. */
export const createAccountPort = (
  partner: MarketplacePartner,
  inside: RunInOrganization,
): Pick<MarketplaceAdapter, 'listAgreementsOf'> =>
  capabilitiesOf(partner).approvesAccounts
    ? {
        listAgreementsOf: async (buyerId) =>
          (await inside((scope) => agreementsOf(scope, partner, buyerId))).map(({ id }) => id),
      }
    : {};
