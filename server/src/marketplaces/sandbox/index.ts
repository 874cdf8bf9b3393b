export { createSandboxAdapter, type SandboxDeps } from './adapter.ts';
export { capabilitiesOf } from './capabilities.ts';
export { type Deliver, notifyJob, publishJob, sandboxJobHandlers } from './jobs.ts';
export { findProduct as findSandboxProduct, setProductSpec } from './product-store.ts';
export { openCatalogue, showProduct } from './products.ts';
export { notificationSigner } from './signer.ts';
export {
  type AgreementTerms,
  findAgreement,
  findAgreementOfOffer,
  findOffer,
  findOfferByKey,
  insertAgreement,
  moveAgreement,
  type SandboxAgreement,
  type SandboxOffer,
  setOfferState,
} from './store.ts';
