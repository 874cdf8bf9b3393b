import type { Capabilities } from '../capabilities.ts';
import { capabilitiesOf } from '../sandbox/capabilities.ts';
import type { UsageCapabilities } from '../usage.ts';
import { tokenParameter } from './purchases.ts';

const { standardAgreements: _played, ...published } = capabilitiesOf('MKB');

/**
 * Capabilities and limits of the marketplace, based on the published data that the sandbox uses too. Private
 * offers and revenue use other interfaces of the vendor, which this adapter does not call.
 */
export const capabilities: Capabilities = {
  ...published,
  privateOffers: false,
  createIdempotency: 'none',
  cancelOffer: 'none',
  buyerRequests: { silenceAcceptsAfterSeconds: 10 },
  purchaseTokenParameter: tokenParameter,
  usage: {
    ...(published.usage as UsageCapabilities),
    unreadable:
      'The marketplace lists usage by day, not by hour. Check the usage report in the marketplace’s portal instead.',
  },
  revenue: undefined,
};
