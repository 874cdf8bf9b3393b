import type { AnyJobHandler } from '../../platform/jobs/queue.ts';
import { endAgreementJobHandler } from './agreement-life.ts';
import { silenceJobHandler } from './buyer-requests.ts';
import { unansweredJobHandler } from './cancellation-requests.ts';
import { type SandboxJobDeps, sandboxJobHandlers } from './jobs.ts';
import { payoutJobHandler } from './payouts/job.ts';

export { createSandboxAdapter, type SandboxDeps } from './adapter.ts';
export {
  changePlan,
  changeQuantity,
  reinstate,
  renew,
  suspend,
} from './agreement-life.ts';
export {
  type AgreementTerms,
  findAgreementOfOffer,
  insertAgreement,
  lockAgreement,
  moveAgreement,
  type SandboxAgreement,
  soldFirst,
  soldSince,
} from './agreement-store.ts';
export { agreementOf, amend, changesAgreement, deferForApproval, startOfReplacement } from './bases.ts';
export { requestChange } from './buyer-requests.ts';
export { nextTerm } from './calendar.ts';
export { refuseToCancel, unansweredJob } from './cancellation-requests.ts';
export { capabilitiesOf } from './capabilities.ts';
export { createDeliver } from './deliver.ts';
export { deleteFault, faultColumns, faultKinds, insertFault } from './fault-store.ts';
export { notifyJob, publishJob, type SandboxJobDeps } from './jobs.ts';
export { createSandboxOfferLinks, type SandboxOfferLinks, sandboxOfferPath } from './offer-links.ts';
export { isAuthorization } from './partners.ts';
export { payoutJob } from './payout-job-definition.ts';
export { revenueColumns } from './payouts/store.ts';
export { lockProduct as lockSandboxProduct, setProductSpec } from './product-store.ts';
export { openCatalogue, showProduct } from './products.ts';
export { createSandboxPurchases, type SandboxPurchases } from './purchases.ts';
export { authorize, type Resale, resell } from './resale.ts';
export { notificationSigner } from './signer.ts';
export {
  live as liveAgreement,
  rejectable as rejectableOffer,
  type SandboxOfferState,
  withPartner as offerWithPartner,
} from './states.ts';
export {
  findOffer,
  findOfferByKey,
  type SandboxOffer,
  type SandboxSpec,
  setOfferState,
} from './store.ts';
export { usageColumns, usageTotalColumns } from './usage-store.ts';

/** Returns the jobs for actions that real marketplaces perform after a delay. */
export const sandboxMarketplaceJobs = (deps: SandboxJobDeps): AnyJobHandler[] => [
  ...sandboxJobHandlers(deps),
  endAgreementJobHandler,
  unansweredJobHandler,
  silenceJobHandler,
  payoutJobHandler,
];
