import { group, type MarketplaceForm } from '../../forms/fields.ts';

const own = '/info/mkFOffer';
const isPrivate = { isPrivate: true } as const;

/** Marketplace F's part of the offer form: fields of its own offer record. */
export const form: MarketplaceForm = {
  steps: {
    offer: group(own, ['display_name', 'target_consumer', 'contract_type', 'pricing_plan_name'], isPrivate),
    time: group(
      own,
      [
        { at: 'contract_duration_months', unit: 'months' },
        'access_start_date_preference',
        { at: 'access_start_time', kind: 'time' },
        { at: 'access_end_time', kind: 'time' },
        { at: 'expiration_time', kind: 'time', advanced: true },
      ],
      isPrivate,
    ),
    price: group(
      own,
      [
        { at: 'discount', kind: 'percent' },
        { at: 'contract_value', advanced: true },
      ],
      isPrivate,
    ),
    payment: group(
      own,
      [
        'payment_terms/payment_type',
        { at: 'payment_terms/installment_schedule', kind: 'json', advanced: true },
        { at: 'invoice_start_date_preference', advanced: true },
        { at: 'invoice_start_time', kind: 'time', advanced: true },
      ],
      isPrivate,
    ),
    agreement: group(own, ['terms_of_service/type', 'terms_of_service/custom_link'], isPrivate),
    notes: group(
      own,
      [
        { at: 'additional_information', kind: 'longText' },
        { at: 'comment', kind: 'longText' },
      ],
      isPrivate,
    ),
  },
  leftOut: {},
};
