import type { MarketplaceAdapter } from '../adapter.ts';
import { refusal } from './errors.ts';

type Port = Pick<
  MarketplaceAdapter,
  'createOffer' | 'readOffer' | 'updateOffer' | 'extendOffer' | 'cancelOffer'
>;

/** Refuses private offers, which the capabilities exclude: the seller makes them in the marketplace's portal. */
const inPortal = async (): Promise<never> => {
  throw refusal(
    'NOT_SUPPORTED',
    'Private offers on this marketplace are made in its own portal. Their subscriptions are synchronized.',
  );
};

export const offerPort: Port = {
  createOffer: inPortal,
  updateOffer: inPortal,
  extendOffer: inPortal,
  cancelOffer: inPortal,
  readOffer: async () => undefined,
};
