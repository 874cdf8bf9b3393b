export { answerForSeller, type Brands, brandOf } from './brand.ts';
export { offerCards, readOfferView } from './offer-view.ts';
export type { BuyerViewOffer } from './views/offer.ts';
