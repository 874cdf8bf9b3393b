import { leftOutByMarketplaces } from '../../marketplaces/index.ts';
import { serverOwnedFields } from '../prepare/index.ts';

const hasSuccessor = 'has a successor';
const ofEntitlement = 'of the entitlement that follows';
const ofCrms = 'kept by the connection with another system';

/** Fields that callers may send and nobody fills in, and why. */
const ofNobody: Readonly<Record<string, string>> = {
  '/info/commitBillingIntervalInMonths': hasSuccessor,
  '/info/usageBillingIntervalInMonths': hasSuccessor,
  '/info/commits/*/isUserCreated': 'said by the client that has added it',
  '/info/commits/*/term': 'the length in words, for display',
  '/info/dimensions/*/usageCount': ofEntitlement,
  '/info/docusignEnvelopeIds': ofCrms,
  '/info/paymentInstallments/*/chargeOnStr': 'as the marketplace wrote it',
  '/metaInfo/billASubscriptionID': ofCrms,
  '/metaInfo/billBAppliedCreditLedgerEntries': ofEntitlement,
  '/metaInfo/buyerCommitQuantities': 'the buyer’s choice when accepting',
  '/metaInfo/crmAEntitlementURL': ofCrms,
  '/metaInfo/entitlementCancellationSchedule': ofEntitlement,
  '/metaInfo/isGrossRevenueFullSync': 'of the reading of revenue',
  '/metaInfo/originalEulaInfo': 'kept where documents are merged',
  '/metaInfo/privatePlans': 'products only',
  '/metaInfo/updateMessage': 'of a change of an offer, and not of a new one',
};

const decided = 'decided by the service or the marketplace';

/** Fields of the body of an offer that no form has, with all that they hold, and why. */
export const leftOutOfForms: Readonly<Record<string, string>> = {
  ...Object.fromEntries(serverOwnedFields.map((name) => [`/${name.replaceAll('.', '/')}`, decided])),
  ...ofNobody,
  ...leftOutByMarketplaces,
};
