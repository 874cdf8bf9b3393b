import { completeOnC } from '../complete-offers.ts';
import { has, type Judged, lacks, withFields, withInfo } from './defects.ts';

const { info } = completeOnC;
const text = (length: number) => 'x'.repeat(length);
const customer = (values: object) => withInfo({ mkCCustomerInfo: { ...info.mkCCustomerInfo, ...values } });
const seller = (values: object) => withInfo({ mkCProviderInfo: { ...info.mkCProviderInfo, ...values } });
const due = (...days: (string | undefined)[]) => ({
  paymentInstallments: days.map((chargeOn) => ({ amount: 5, chargeOn })),
});
const discount = (discountPercent: number) => ({ mkCSkuDiscounts: [{ metricId: 'rows', discountPercent }] });
const account = '/info/mkCCustomerInfo/unverifiedBillingAccount';

/** Offers on marketplace C in May 2031. */
export const judgedOnC: Judged = {
  partner: 'MKC',
  product: {
    name: 'Teams',
    info: {
      currency: 'USD',
      commits: [
        { key: 'team', rate: 100 },
        { key: 'company', rate: 900 },
      ],
      dimensions: [{ key: 'rows', rate: 1 }],
    },
  },
  complete: { ...completeOnC, info: { ...info, commits: [{ key: 'team', rate: 100 }] } },
  defects: [
    lacks('no name', '/name', withFields({ name: undefined })),
    lacks('no product', '/productID', withFields({ productID: undefined })),
    lacks('no deadline', '/expireTime', withFields({ expireTime: undefined })),
    lacks('no deal type', '/info/mkCOfferDealType', withInfo({ mkCOfferDealType: undefined })),
    lacks(
      'no contact of the seller',
      '/info/mkCProviderInfo/salesContactName',
      seller({ salesContactName: undefined }),
    ),
    lacks('no company', '/info/mkCCustomerInfo/organization', customer({ organization: undefined })),
    lacks('no contact of the buyer', '/info/mkCCustomerInfo/contact', customer({ contact: undefined })),
    lacks('no billing account', account, customer({ unverifiedBillingAccount: undefined })),
    lacks('no license', '/info/eulaType', withInfo({ eulaType: undefined })),
    lacks('no instalments', '/info/paymentInstallments', withInfo({ mkCPaymentRecurrence: 'CUSTOM_PERIOD' })),
    lacks('no plan', '/info/mkCPlans', withInfo({ commits: [{ rate: 100 }] })),
    lacks(
      'two instalments without a date',
      '/info/paymentInstallments/1/chargeOn',
      withInfo(due(undefined, undefined)),
    ),
    has('a long name', '/name', withFields({ name: text(257) })),
    has(
      'a long internal note',
      '/info/mkCProviderInternalNote',
      withInfo({ mkCProviderInternalNote: text(1501) }),
    ),
    has('a long public note', '/info/mkCProviderPublicNote', withInfo({ mkCProviderPublicNote: text(121) })),
    has(
      'a long name of the seller',
      '/info/mkCProviderInfo/salesContactName',
      seller({ salesContactName: text(257) }),
    ),
    has('a long company', '/info/mkCCustomerInfo/organization', customer({ organization: text(257) })),
    has('a long contact', '/info/mkCCustomerInfo/contact', customer({ contact: text(257) })),
    has('another currency', '/info/currency', withInfo({ currency: 'EUR' })),
    has('an unknown deal type', '/info/mkCOfferDealType', withInfo({ mkCOfferDealType: 'OTHER' })),
    has('a wrong billing account', account, customer({ unverifiedBillingAccount: 'a/b/c' })),
    has('a long duration', '/info/mkCDuration', withInfo({ mkCDuration: 85 })),
    has('a long duration with renewals', '/info/mkCDuration', withInfo({ mkCDuration: 43, autoRenew: true })),
    has('an unknown recurrence', '/info/mkCPaymentRecurrence', withInfo({ mkCPaymentRecurrence: 'DAILY' })),
    has(
      'instalments with a recurrence',
      '/info/mkCPaymentRecurrence',
      withInfo({ ...due(undefined), mkCPaymentRecurrence: 'MONTHLY_PERIOD' }),
    ),
    has('a renewal of instalments', '/info/autoRenew', withInfo({ ...due(undefined), autoRenew: true })),
    has('fees in arrears', '/info/mkCPaymentSchedule', withInfo({ mkCPaymentSchedule: 'POSTPAY' })),
    has(
      'a large fee',
      '/info/commits',
      withInfo({ commits: [{ key: 'team', rate: 1e9 + 1 }], mkCDuration: 1 }),
    ),
    has(
      'a large credit',
      '/info/paymentInstallments/0/credit',
      withInfo({ paymentInstallments: [{ amount: 5, credit: 1e6 + 1 }] }),
    ),
    has(
      'a discount with three decimals',
      '/info/mkCSkuDiscounts/0/discountPercent',
      withInfo({
        ...discount(1.234),
        mkCPaymentSchedule: 'POSTPAY',
        commits: undefined,
        dimensions: [{ key: 'rows', planId: 'team', rate: 1 }],
      }),
    ),
    has(
      'a deadline after three months',
      '/expireTime',
      withFields({ expireTime: '2031-08-14T00:00:00.000Z' }),
    ),
    has('a deadline after the start', '/expireTime', withInfo({ startTime: '2031-06-01T00:00:00.000Z' })),
    has('a start after a year', '/info/startTime', withInfo({ startTime: '2032-05-13T00:00:00.000Z' })),
    has(
      'two instalments on a day',
      '/info/paymentInstallments/2/chargeOn',
      withInfo(due(undefined, '2031-09-01', '2031-09-01')),
    ),
    has('an unknown plan', '/info/commits/0/key', withInfo({ commits: [{ key: 'other', rate: 1 }] })),
    has(
      'an unknown metric',
      '/info/dimensions/0/key',
      withInfo({ dimensions: [{ key: 'columns', planId: 'team', rate: 1 }] }),
    ),
  ],
};
