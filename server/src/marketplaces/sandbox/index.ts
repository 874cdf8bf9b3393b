export { createSandboxAdapter, type SandboxDeps } from './adapter.ts';
export {
  changePlan,
  changeQuantity,
  endAgreementJobHandler,
  reinstate,
  renew,
  suspend,
} from './agreement-life.ts';
export {
  type AgreementTerms,
  findAgreement,
  findAgreementOfOffer,
  insertAgreement,
  moveAgreement,
  type SandboxAgreement,
  soldFirst,
  soldSince,
} from './agreement-store.ts';
export { agreementOf, amend, changesAgreement, deferForApproval, startOfReplacement } from './bases.ts';
export { refuseToCancel, unansweredJobHandler } from './cancellation-requests.ts';
export { capabilitiesOf } from './capabilities.ts';
export { createDeliver } from './deliver.ts';
export { deleteFault, faultColumns, faultKinds, insertFault } from './fault-store.ts';
export { notifyJob, publishJob, sandboxJobHandlers } from './jobs.ts';
export { createSandboxOfferLinks, type SandboxOfferLinks, sandboxOfferPath } from './offer-links.ts';
export { isAuthorization } from './partners.ts';
export { findProduct as findSandboxProduct, setProductSpec } from './product-store.ts';
export { openCatalogue, showProduct } from './products.ts';
export { authorize, type Resale, resell } from './resale.ts';
export { notificationSigner } from './signer.ts';
export {
  findOffer,
  findOfferByKey,
  type SandboxOffer,
  type SandboxSpec,
  setOfferState,
} from './store.ts';
