import type { Capabilities } from '../capabilities.ts';
import { capabilitiesOf } from '../sandbox/capabilities.ts';

/** Form field in which the marketplace posts its landing token. */
export const tokenParameter = 'x-gcp-marketplace-token';

/** Assumed time until the list shows a new offer; the vendor publishes none. */
const visibleMs = 60_000;

const { standardAgreements: _played, ...published } = capabilitiesOf('MKC');

/** Capabilities and limits of the adapter. The limits for usage are those that the sandbox uses too. */
export const capabilities: Capabilities = {
  ...published,
  removesUnapproved: true,
  outlivesTerms: true,
  lookupSettlesMs: visibleMs,
  // After the publication, only the deadline for acceptance can be changed.
  updatable: ['expireTime'],
  // The marketplace waits without limit for the answer to a plan change.
  buyerRequests: {},
  purchaseTokenParameter: tokenParameter,
  // Monthly reports are complete on the tenth business day. They are looked for daily, because late ones and corrections
  // appear on any day.
  revenue: { hour: 1 },
};
