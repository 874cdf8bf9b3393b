/** Vendor-neutral messages for the marketplace's error codes. */
const words: Readonly<Record<string, string>> = {
  INCOMPATIBLE_PRODUCT:
    'The product does not support this kind of offer. Check its status and type at the marketplace.',
  INCOMPATIBLE_AGREEMENT: 'The offer amends an agreement that is not active at the marketplace.',
  INVALID_BUYER_ACCOUNTS: 'A buyer’s account does not exist at the marketplace. Correct the account numbers.',
  TOO_MANY_BUYER_ACCOUNTS: 'An offer can name at most 26 buyer accounts.',
  MISSING_BUYER_ACCOUNTS: 'A private offer is made to accounts. Enter at least one account of its buyer.',
  INCOMPATIBLE_TARGETING:
    'The buyer accounts and countries of the offer cannot be combined in this way, or can no longer change.',
  INCOMPATIBLE_TERMS:
    'The terms contradict each other, or the offer was released or has expired and its terms can no longer change.',
  INVALID_LEGAL_DOCUMENTS:
    'The marketplace could not read the license agreement. Provide a readable document.',
  DUPLICATE_DIMENSION_KEYS: 'Two prices have the same dimension. Give each its own key.',
  DUPLICATE_TERM_TYPES: 'Two terms are of the same type.',
  INCOMPATIBLE_RATES: 'The prices contradict each other. Check lengths, decimals and payments.',
  INVALID_CURRENCY_CODE: "The marketplace does not sell this product in the offer's currency.",
  INVALID_AGREEMENT_DURATION: 'The marketplace does not accept this agreement length for the product.',
  INVALID_GRANTS: 'The units that the price includes do not match the dimensions of the product.',
  INVALID_PRICE_CHANGE: 'The marketplace does not accept the price.',
  INVALID_RATE_CARD: 'The marketplace does not accept these dimension prices for the product.',
  INVALID_DIMENSION_KEY: 'A price has a dimension that the product does not have.',
  MISSING_MANDATORY_TERMS: 'The offer lacks required terms: prices, license agreement and length.',
  MISSING_DURATION: 'The offer needs an agreement length. Set mkAAgreementDuration, or a length in commits.',
  MISSING_NAME: 'The marketplace shows offers by name. Enter a name.',
  MISSING_DESCRIPTION: 'The marketplace shows offers with a description. Enter a name for the offer.',
  MISSING_AVAILABILITY_END_DATE: 'The offer needs a last day of acceptance. Set expireTime.',
  INVALID_AVAILABILITY_END_DATE:
    'The marketplace does not accept this last day of acceptance. Choose a later one.',
  INVALID_AGREEMENT_START_DATE: 'The agreement must start after the last day of acceptance.',
  INVALID_AGREEMENT_END_DATE:
    'The end of the agreement must be after its start and after the last day of acceptance.',
  INVALID_AGREEMENT_TIME_INTERVAL: 'The marketplace does not accept the time between start and end.',
  INCOMPATIBLE_AGREEMENT_START_DATE: 'The start cannot change after the offer is released.',
  INCOMPATIBLE_AGREEMENT_END_DATE: 'The end cannot change after the offer is released.',
  MISSING_AGREEMENT_END_DATE:
    'An offer that replaces an agreement needs an endTime, when the new agreement ends.',
  DUPLICATE_CHARGE_DATES: 'A payment schedule can have one instalment per day.',
  INVALID_CHARGE_DATES:
    'The marketplace does not accept a payment date. Check the start and end of the agreement.',
  TOO_MANY_CHARGES: 'A payment schedule can have at most 60 instalments.',
  TOO_MANY_BACKDATED_CHARGES:
    'At most one payment can be due on or before the last day of acceptance. Move the payments, or create a new offer if it is released.',
  INVALID_PAYMENT_DUE_PERIOD: 'The marketplace accepts payment terms of 15, 30, 45, 60, 90 or 120 days.',
  INCOMPATIBLE_PAYMENT_SETTINGS: 'The payment method of invoices does not suit the offer.',
  INCOMPATIBLE_SELLER_VERIFICATION: 'The marketplace must verify the seller before such an offer.',
  TOO_MANY_OFFERS: "The seller has reached the marketplace's limit of offers. Let some expire.",
  INVALID_UPDATE_REQUEST: 'The marketplace does not support this change.',
  MISSING_BUYER_NOTES: 'The marketplace shows the buyer a description of the offer set. Add buyerNotes.',
  MISSING_OFFERS: 'An offer set at this marketplace needs at least two offers.',
  TOO_MANY_OFFERS_PER_PRODUCT: 'An offer set can have one offer per product.',
  INCOMPATIBLE_OFFER_SET_REFERENCE:
    'An offer was created outside this set. Remove it, or create it again in the set.',
  INCONSISTENT_OFFER_CURRENCY_CODE: 'All offers of a set must have the same currency.',
  INCONSISTENT_OFFER_AVAILABILITY_END_DATE: 'All offers of a set must have the same last day of acceptance.',
  INCONSISTENT_OFFER_TARGETING_RULE: 'All offers of a set must have the same accounts and countries.',
  EXPIRED_OFFERS: 'An offer of the set has expired. Extend it, then publish the set again.',
  DRAFT_OFFERS: 'An offer of the set is not released yet.',
  INVALID_FULFILLMENT_URL: 'The marketplace does not accept the fulfilment URL.',
  INVALID_RESALE_AUTHORIZATION: 'The authorization that the offer resells is not active at the marketplace.',
  INCOMPATIBLE_RESALE_AUTHORIZATION:
    'The authorization does not allow the offer, or was used, was withdrawn or has expired. Check its terms, or ask the manufacturer for another authorization.',
  INVALID_MARKUP_PERCENTAGE: 'The marketplace does not accept the margin. Enter a percentage of at least 0.',
  INCOMPATIBLE_MARKUP_PERCENTAGE: 'An offer that resells has either a margin or its own payments, not both.',
  INCOMPATIBLE_MARKUP: 'The margin cannot change after the offer is released.',
  INCOMPATIBLE_STATUS: 'The resale authorization was released or has ended, and can no longer change.',
  INCOMPATIBLE_PRICING_TERM: 'A fixed price and its payments belong together: set both, or neither.',
  INCOMPATIBLE_BUYER_TARGETING: 'A resale authorization for a renewal must name the accounts of its buyer.',
  INVALID_MAXIMUM_AGREEMENT_START_DATE:
    'The start of a resold agreement must be in the future, within three years.',
  INVALID_BUYER_LEGAL_DOCUMENTS:
    'The marketplace could not read the license agreement. Provide a readable document.',
  INVALID_RESALE_LEGAL_DOCUMENTS:
    'The marketplace could not read the contract with the reseller. Provide a readable document.',
  INVALID_DURATION: 'The marketplace does not accept this agreement length for the product.',
  INVALID_SELECTOR_DURATION_VALUE: 'The marketplace does not accept the length of a price for this product.',
  SERVER_FAULT: 'The marketplace failed to process the change. Request it again.',
  CHANGE_NOT_FOUND: 'The marketplace no longer has the change. Check the current state, then try again.',
  CANCELLED: 'The change was cancelled at the marketplace.',
  ResourceNotFoundException:
    'The marketplace finds no such record of this seller. Synchronize, then try again.',
  ServiceQuotaExceededException: 'The seller has reached a quota of the marketplace.',
  ResourceNotSupportedException: 'The marketplace does not support this operation for the record.',
  INVOICE_NOT_FOUND: 'No agreement of the entitlement has this invoice at the marketplace.',
  EXCEEDED_MAXIMUM_ADJUSTMENT_AMOUNT: 'The refund exceeds the refundable amount of the invoice.',
  BILLING_ADJUSTMENTS_LIMIT_EXCEEDED: "The invoice has reached the marketplace's limit of refunds.",
  INVALID_INVOICE_ADJUSTMENT_PERIOD: 'The invoice is too old for a refund at the marketplace.',
  RESOURCE_NOT_FOUND_EXCEPTION: 'The agreement does not have this invoice at the marketplace.',
  NoSuchBucket: 'The bucket does not exist. Correct its name in the integration.',
  PermanentRedirect: 'The bucket is in another region. Correct its region in the integration.',
  AuthorizationHeaderMalformed: 'The bucket is in another region. Correct its region in the integration.',
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
    ? 'The marketplace rejected the request. Its message is included.'
    : `The marketplace rejected the request with the cause “${said}”. Fix the cause, then try again.`;
};

const vendor = /\b(aws|amazon)/i;

/** Returns the message for a code of the marketplace. */
export const wordsOf = (code: string): string =>
  Object.hasOwn(words, code) ? (words[code] as string) : usual(code);
