/** What the codes of the marketplace mean for a seller, in words that name no vendor. */
const words: Readonly<Record<string, string>> = {
  INCOMPATIBLE_PRODUCT:
    'The product cannot be sold by such an offer. Look at its state and kind at the marketplace.',
  INCOMPATIBLE_AGREEMENT: 'The offer changes an agreement that the marketplace does not have as active.',
  INVALID_BUYER_ACCOUNTS:
    'A buyer’s account is not known to the marketplace. Correct the numbers of the accounts.',
  TOO_MANY_BUYER_ACCOUNTS: 'An offer goes to at most 26 buyer accounts.',
  MISSING_BUYER_ACCOUNTS: 'A private offer is made to accounts. Name one of its buyer at least.',
  INCOMPATIBLE_TARGETING:
    'Whom the offer is for cannot be combined like this, or cannot be changed any more.',
  INCOMPATIBLE_TERMS:
    'The terms do not go together, or the offer was released or has expired and keeps them.',
  INVALID_LEGAL_DOCUMENTS:
    'The marketplace could not read the license agreement. Give a document that it can open.',
  DUPLICATE_DIMENSION_KEYS: 'Two prices are for the same dimension. Give each a key of its own.',
  DUPLICATE_TERM_TYPES: 'Two terms are of the same kind.',
  INCOMPATIBLE_RATES: 'The prices do not go together. Look at lengths, decimals and payments.',
  INVALID_CURRENCY_CODE: 'The marketplace does not sell this in the currency of the offer.',
  INVALID_AGREEMENT_DURATION:
    'The length of the agreement is none that the marketplace takes for this product.',
  INVALID_GRANTS: 'What the price includes does not fit the dimensions of the product.',
  INVALID_PRICE_CHANGE: 'The marketplace does not take the price.',
  INVALID_RATE_CARD: 'The prices by dimension are not what the marketplace takes for this product.',
  INVALID_DIMENSION_KEY: 'A price is for a dimension that the product does not have.',
  MISSING_MANDATORY_TERMS:
    'The offer lacks terms that the marketplace needs: prices, license agreement and length.',
  MISSING_DURATION: 'The offer lacks a length. Give mkAAgreementDuration, or commits a length.',
  MISSING_NAME: 'The marketplace shows offers by a name. Give the offer one.',
  MISSING_DESCRIPTION: 'The marketplace shows offers with a description. Give the offer a name.',
  MISSING_AVAILABILITY_END_DATE:
    'The marketplace needs a last day of acceptance. Give the offer an expireTime.',
  INVALID_AVAILABILITY_END_DATE:
    'The marketplace does not take the last day of acceptance. Choose a later one.',
  INVALID_AGREEMENT_START_DATE: 'What is sold must start after the last day of acceptance.',
  INVALID_AGREEMENT_END_DATE:
    'The end of what is sold must be after its start and after the last day of acceptance.',
  INVALID_AGREEMENT_TIME_INTERVAL: 'The time from start to end is none that the marketplace takes.',
  INCOMPATIBLE_AGREEMENT_START_DATE: 'The start stays as it was when the offer was released.',
  INCOMPATIBLE_AGREEMENT_END_DATE: 'The end stays as it was when the offer was released.',
  MISSING_AGREEMENT_END_DATE: 'An offer that replaces an agreement needs an endTime, up to which it holds.',
  DUPLICATE_CHARGE_DATES: 'A payment schedule has at most one instalment a day.',
  INVALID_CHARGE_DATES:
    'A payment is on a day that the marketplace does not take. Look at start and end of what is sold.',
  TOO_MANY_CHARGES: 'A payment schedule has at most 60 instalments.',
  TOO_MANY_BACKDATED_CHARGES:
    'At most one payment may be due by the last day of acceptance. Move the payments, or make a new offer where it is released.',
  INVALID_PAYMENT_DUE_PERIOD: 'Invoices are due after 15, 30, 45, 60, 90 or 120 days at this marketplace.',
  INCOMPATIBLE_PAYMENT_SETTINGS: 'The way in which invoices are paid does not go with the offer.',
  INCOMPATIBLE_SELLER_VERIFICATION: 'The marketplace has yet to verify the seller for such an offer.',
  TOO_MANY_OFFERS: 'The seller has as many offers as the marketplace allows. Let some expire.',
  INVALID_UPDATE_REQUEST: 'The marketplace does not make this change of what it is asked for.',
  MISSING_BUYER_NOTES: 'The marketplace shows an offer set with notes to its buyer. Give it buyerNotes.',
  MISSING_OFFERS: 'An offer set has at least two offers at this marketplace.',
  TOO_MANY_OFFERS_PER_PRODUCT: 'An offer set has one offer of a product at most.',
  INCOMPATIBLE_OFFER_SET_REFERENCE:
    'An offer was made before its set, or for another one. Take it out, or make it anew in the set.',
  INCONSISTENT_OFFER_CURRENCY_CODE: 'The offers of a set are in one currency.',
  INCONSISTENT_OFFER_AVAILABILITY_END_DATE: 'The offers of a set have the same last day of acceptance.',
  INCONSISTENT_OFFER_TARGETING_RULE: 'The offers of a set are for the same accounts and countries.',
  EXPIRED_OFFERS: 'An offer of the set has expired. Extend it, then publish the set again.',
  DRAFT_OFFERS: 'An offer of the set is not released yet.',
  INVALID_FULFILLMENT_URL: 'The marketplace does not take the fulfilment URL.',
  INVALID_RESALE_AUTHORIZATION:
    'The offer resells an authorization that the marketplace does not have as usable.',
  SERVER_FAULT: 'The marketplace failed at the change. It can be asked for again.',
  CHANGE_NOT_FOUND:
    'The marketplace does not know the change any more. Look at what it shows, then try again.',
  CANCELLED: 'Somebody cancelled the change at the marketplace.',
  ResourceNotFoundException:
    'The marketplace has nothing of this seller by that name. Synchronise, then try again.',
  ServiceQuotaExceededException: 'The seller has reached a quota of the marketplace.',
  ResourceNotSupportedException: 'The marketplace does not do this with such a thing.',
  INACTIVE_AGREEMENT: 'The agreement is not active at the marketplace.',
};

const usual = (code: string): string => {
  const said = code
    .replace(/Exception$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase();
  return vendor.test(said) || said === ''
    ? 'The marketplace refused it. Its own words are beside this.'
    : `The marketplace refused it and gave the cause “${said}”. Mend what the cause names, then try again.`;
};

const vendor = /\b(aws|amazon)/i;

/** Says for people what a code of the marketplace means. */
export const wordsOf = (code: string): string =>
  Object.hasOwn(words, code) ? (words[code] as string) : usual(code);
