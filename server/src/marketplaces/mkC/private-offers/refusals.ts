import { CallError, type Violation } from '../errors.ts';

/** The fields of an offer, by the members with which the marketplace refuses a publication; the first match applies. */
const fields: readonly [member: RegExp, field: string][] = [
  [/^title/, 'name'],
  [/^internal_note/, 'info.mkCProviderInternalNote'],
  [/^customer_note/, 'info.mkCProviderPublicNote'],
  [/^offer_deal_type/, 'info.mkCOfferDealType'],
  [/^partner_contact\.email/, 'info.mkCProviderInfo.salesContactEmail'],
  [/^partner_contact/, 'info.mkCProviderInfo.salesContactName'],
  [/^customer\.email/, 'info.mkCCustomerInfo.email'],
  [/^customer\.contact/, 'info.mkCCustomerInfo.contact'],
  [/^customer\.entity_title/, 'info.mkCCustomerInfo.organization'],
  [/^customer/, 'info.mkCCustomerInfo.unverifiedBillingAccount'],
  [/^accept_deadline_time/, 'expireTime'],
  [/^term\.(scheduled_start_time|start_policy)/, 'info.startTime'],
  [/^term\.scheduled_end_time/, 'endTime'],
  [/^term\.max_renewal_count/, 'info.autoRenew'],
  [/^term/, 'info.mkCDuration'],
  [/document|eula/, 'info.eulaType'],
  [/base_standard_offer/, 'info.mkCPlans'],
  [/amended_(private|standard)_offer/, 'metaInfo.replacedOfferResourceName'],
  [/features/, 'info.mkCFeatures'],
  [/installments/, 'info.paymentInstallments'],
  [/standard_interval$/, 'info.mkCPaymentRecurrence'],
  [/usage|sku_discounts/, 'info.mkCSkuDiscounts'],
  [/discount_percent/, 'info.discountPercentage'],
  [/price/, 'info.commits'],
];

/** Returns the name of a member as in the marketplace's documentation, from either of its two notations. */
const memberOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^private_offer\./, '');

/** Returns the words of a refusal, with the field of the offer that the seller must change. */
function wordsOf({ field, description }: Violation): string {
  const member = memberOf(field);
  const own = fields.find(([pattern]) => pattern.test(member))?.[1];
  const place = /installments\[(\d+)\]/.exec(member)?.[1];
  const named = own === undefined ? member : `${own}${place === undefined ? '' : `[${place}]`}`;
  return `${named}: ${description}`;
}

/** Returns the refusal of an offer in terms of the fields of the offer; other errors are returned unchanged. */
export function explained(error: unknown): unknown {
  if (!(error instanceof CallError) || error.kind !== 'refused' || error.missingRight !== undefined)
    return error;
  const words = error.violations.map(wordsOf);
  const said = error.message.slice(error.code.length + 2);
  return new CallError(error.code, said, {
    kind: 'refused',
    readable: words.length > 0 ? words.join(' ') : `The marketplace refused the offer: ${said || error.code}`,
    violations: error.violations,
  });
}
