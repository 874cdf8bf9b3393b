import type { MarketplaceAdapter } from '../adapter.ts';
import { refusal } from './errors.ts';

type Port = Pick<
  MarketplaceAdapter,
  'createOffer' | 'readOffer' | 'updateOffer' | 'extendOffer' | 'cancelOffer'
>;

const refuse = async (): Promise<never> => {
  throw refusal(
    'NOT_SUPPORTED',
    'Private offers cannot be created or changed through this connection. Create or change the offer in the marketplace’s portal.',
  );
};

/** The adapter methods for private offers, which the adapter does not create, change or read. */
export const offerPort: Port = {
  createOffer: refuse,
  readOffer: async () => undefined,
  updateOffer: refuse,
  extendOffer: refuse,
  cancelOffer: refuse,
};
