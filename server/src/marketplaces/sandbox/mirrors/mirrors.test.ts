import { stringify } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { EntitlementInfo } from '../../../entitlements/records.ts';
import { OfferInfo } from '../../../offers/records.ts';
import { cleanBody } from '../../../platform/records/json.ts';
import { marketplacePartners } from '../../partners.ts';
import type { JsonObject } from '../../specifications.ts';
import { agreementMirror, type MirrorAgreement, type MirrorOffer, offerMirror } from './index.ts';

const terms: JsonObject = {
  autoRenew: true,
  currency: 'USD',
  eulaUrl: 'https://vendor.example/eula.pdf',
  commits: [
    { key: 'seats', name: 'Seats', rate: 0.1, quantity: 5, type: 'PER_USER', length: 12, timeUnit: 'MONTH' },
    { key: 'support', name: 'Support', rate: 0.2, type: 'FLAT_RATE', length: 12, timeUnit: 'MONTH' },
  ],
  dimensions: [{ key: 'api_calls', name: 'Calls', rate: 0.01 }],
  gracePeriodInDays: 3,
  mkAOfferSetId: 'offerset-1',
  sellerNotes: 'For us only',
};

const agreement = (partner: string, more: Partial<MirrorAgreement> = {}): MirrorAgreement => ({
  organizationId: 'org_1',
  id: 'agr_1',
  partner,
  state: 'ACTIVE',
  externalOfferId: 'sbo_1',
  externalProductId: 'prod_1',
  externalBuyerId: 'buyer_1',
  buyerName: 'Acme',
  acceptedAt: '2027-01-10T12:00:00.000Z',
  startTime: '2027-02-01T00:00:00.000Z',
  endTime: '2028-01-31T23:59:59.999Z',
  quantity: 7,
  offerInfo: terms,
  ...more,
});

const order = (partner: string, more: Partial<MirrorAgreement> = {}): MirrorAgreement => ({
  ...agreement(partner, { externalOfferId: undefined, offerInfo: undefined, ...more }),
  order: { planId: 'gold', quantity: 7, amount: 1200.5, currency: 'EUR' },
});

const offer = (partner: string, state: string, info: JsonObject = {}): MirrorOffer => ({
  organizationId: 'org_1',
  id: 'sbo_1',
  partner,
  key: 'ofr_1',
  state,
  url: `https://tradepost.example/sandbox/${partner.toLowerCase()}/offers/sbo_1`,
  spec: {
    key: 'ofr_1',
    name: 'Acme 2027',
    offerType: 'PRIVATE',
    productId: 'prd_1',
    externalProductId: 'prod_1',
    externalBuyerId: 'buyer_1',
    buyerName: 'Acme',
    expireTime: '2027-01-31T10:00:00.000Z',
    endTime: '2028-02-01T00:00:00.000Z',
    info: { ...terms, ...info },
    metaInfo: {},
  },
});

/** Returns the value at a path of names and positions, separated by points. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, name) => (node as JsonObject | undefined)?.[name], value);
const bought = (made: MirrorAgreement, path: string) => at(agreementMirror(made).mirror, path);
const offered = (made: MirrorOffer, path: string) => at(offerMirror(made).mirror, path);

/** Returns a value after serialization to JSON text and parsing. */
const printed = (value: unknown): JsonObject => JSON.parse(stringify(value) as string) as JsonObject;

function expectRecord(schema: typeof EntitlementInfo | typeof OfferInfo, mirror: unknown): void {
  const { value, unknown } = cleanBody(schema, printed(mirror));
  expect(unknown).toEqual([]);
  expect(schema.safeParse(value).error?.issues).toBeUndefined();
}

const states = ['PENDING_APPROVAL', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'] as const;
const words: Record<string, readonly string[]> = {
  MKA: ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'CANCELLED'],
  MKB: ['PendingFulfillmentStart', 'Subscribed', 'Suspended', 'Subscribed', 'Unsubscribed'],
  MKC: ['ACTIVATION_REQUESTED', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCELLATION', 'CANCELLED'].map(
    (word) => `ENTITLEMENT_${word}`,
  ),
  MKD: ['READYING', 'STARTED', 'EXPIRED', 'STARTED', 'CLOSED'],
  MKE: ['PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCELLATION', 'CANCELED'],
  MKF: ['PENDING', 'ACTIVE', 'SUSPENDED', 'ACTIVE', 'CANCELLED'],
};
const fields: Record<string, readonly string[]> = {
  MKA: ['mkAAgreement', 'mkAAgreementPdfURL', 'mkAEntitlements', 'mkALicenseArn', 'mkAOfferSetId'],
  MKB: ['mkBAssetID', 'mkBSubscriptions'],
  MKC: ['mkCEntitlements', 'mkCPlans'],
  MKD: ['mkDEntitlements', 'mkDOrders'],
  MKE: ['mkEAcceptedOffer'],
  MKF: ['mkFOffer'],
};
/** The path of the state within a marketplace's own record. */
const statusAt: Record<string, string> = {
  MKA: 'mkAAgreement.status',
  MKB: 'mkBSubscriptions.0.saasSubscriptionStatus',
  MKC: 'mkCEntitlements.0.state',
  MKD: 'mkDEntitlements.0.Status',
};

describe.each(marketplacePartners)('agreements on %s', (partner) => {
  it.each(states.map((state, index) => [state, words[partner]?.[index]] as const))(
    'R43 contains the state %s as %s',
    (state, word) => {
      const { externalStatus, mirror } = agreementMirror(agreement(partner, { state }));
      expect(externalStatus).toBe(word);
      const path = statusAt[partner];
      if (path) expect(at(mirror, path)).toBe(word);
    },
  );

  it('R43 fills its own records and no other marketplace’s', () => {
    const { mirror } = agreementMirror(agreement(partner));
    expect(Object.keys(mirror).sort()).toEqual(['buyerManagementURL', ...(fields[partner] ?? [])].sort());
  });

  it.each([
    ['a private offer', agreement],
    ['an order', order],
    ['a purchase without an end', (name: string) => agreement(name, { endTime: undefined, offerInfo: {} })],
  ])('R43 the records of %s fit the schema in every state', (_, make) => {
    for (const state of states) {
      const { mirror, terms: shownTerms } = agreementMirror({ ...make(partner), state });
      expectRecord(EntitlementInfo, { ...mirror, ...shownTerms });
    }
  });

  it('R43 equal agreements have equal records; another agreement, buyer or organization has others', () => {
    const { mirror } = agreementMirror(agreement(partner));
    expect(agreementMirror(agreement(partner)).mirror).toEqual(mirror);
    const others = [{ externalBuyerId: 'buyer_2' }, { organizationId: 'org_2' }];
    // The records of MKE and MKF contain the accepted offer, which two agreements may share.
    const showsOffer = partner === 'MKE' || partner === 'MKF';
    for (const other of showsOffer ? others : [{ id: 'agr_2' }, ...others])
      expect(strip(agreementMirror(agreement(partner, other)).mirror)).not.toEqual(strip(mirror));
  });

  it('R32 keeps the seller’s notes out of the records', () => {
    expect(stringify(agreementMirror(agreement(partner)))).not.toContain('For us only');
    const note = { mkCProviderInternalNote: 'For us only' };
    expect(stringify(offerMirror(offer(partner, 'PENDING_ACCEPTANCE', note)))).not.toContain('For us only');
  });
});

/** Removes the field with the agreement's id, so that only derived values are compared. */
const strip = (mirror: JsonObject) => ({ ...mirror, buyerManagementURL: undefined });

describe('records of a single marketplace', () => {
  it('R43 MKA shows commercial terms, from the offer or from the order', () => {
    const shownTerms = agreementMirror(agreement('MKA', { autoRenew: false })).terms;
    expect(shownTerms).toEqual({
      autoRenew: false,
      commits: terms.commits,
      currency: 'USD',
      dimensions: terms.dimensions,
      eulaUrl: terms.eulaUrl,
    });
    expect(agreementMirror(order('MKA')).terms).toEqual({
      currency: 'EUR',
      commits: [
        {
          key: 'gold',
          name: 'gold',
          rate: 1200.5,
          type: 'PER_USER',
          quantity: 7,
          length: 12,
          timeUnit: 'MONTH',
        },
      ],
    });
    expect(agreementMirror({ ...order('MKA'), order: { planId: 'gold' } }).terms).toBeUndefined();
    for (const partner of marketplacePartners.slice(1))
      expect(agreementMirror(agreement(partner)).terms).toBeUndefined();
  });

  it('R43 MKB and MKC show the buyer’s billing account, the same for each purchase', () => {
    const accounts = marketplacePartners.map(
      (partner) => agreementMirror(agreement(partner)).billingAccountId,
    );
    expect(accounts.map((account) => account !== undefined)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(accounts[1]).toMatch(/^[\da-f-]{36}:[\da-f-]{36}_\d{4}-\d\d-\d\d$/);
    expect(accounts[2]).toMatch(/^[\dA-F]{6}-[\dA-F]{6}-[\dA-F]{6}$/);
    expect(agreementMirror(agreement('MKC', { id: 'agr_2' })).billingAccountId).toBe(accounts[2]);
    expect(
      agreementMirror(agreement('MKC', { externalBuyerId: accounts[2] as string })).billingAccountId,
    ).toBe(accounts[2]);
  });

  it('R43 MKA gives the buyer’s quantity to seats and the license to every dimension', () => {
    const { mirror } = agreementMirror(agreement('MKA', { externalBuyerId: '123456789012' }));
    expect(mirror.mkAAgreement).toMatchObject({ agreementId: 'agr_1', buyerAccountId: '123456789012' });
    expect(at(mirror, 'mkAAgreement.sellerAccountId')).toMatch(/^[1-9]\d{11}$/);
    expect(mirror.mkALicenseArn).toMatch(/^arn:mka:license-manager::\d{12}:license:l-[\da-f]{32}$/);
    expect(mirror.mkAEntitlements).toMatchObject([
      { dimension: 'seats', value: { integerValue: 7 }, licenseArn: mirror.mkALicenseArn },
      { dimension: 'support', value: { integerValue: 1 }, licenseArn: mirror.mkALicenseArn },
    ]);
  });

  it('R43 MKB and MKC show no running term before the seller’s approval', () => {
    const pending = { state: 'PENDING_APPROVAL' } as const;
    const term = 'mkBSubscriptions.0.term';
    expect(bought(agreement('MKB', pending), term)).toEqual({ termUnit: 'P1Y', chargeDuration: 'P1Y' });
    expect(bought(agreement('MKB'), term)).toMatchObject({ startDate: '2027-02-01T00:00:00.000Z' });
    const requested = bought(agreement('MKC', pending), 'mkCEntitlements.0');
    expect(requested).not.toHaveProperty('offer');
    expect(at(requested, 'newPendingOffer')).toMatch(
      /^projects\/\d{12}\/services\/prod_1\/privateOffers\/sbo_1$/,
    );
  });

  it.each([
    ['MKB', 'mkBSubscriptions.0.planId'],
    ['MKC', 'mkCEntitlements.0.plan'],
    ['MKC', 'mkCPlans.0.name'],
    ['MKD', 'mkDEntitlements.0.ProductSkuCode'],
    ['MKF', 'mkFOffer.pricing_plan_name'],
  ])('R43 %s shows the new plan in %s after a change of plan', (partner, path) => {
    expect(bought(order(partner), path)).toBe('gold');
    expect(bought(order(partner, { planId: 'silver' }), path)).toBe('silver');
  });

  it('R43 MKC shows only the purchased plan of those offered', () => {
    const plans = [{ name: 'gold' }, { name: 'silver', title: 'Silver' }];
    const made = agreement('MKC', { planId: 'silver', offerInfo: { mkCPlans: plans } });
    expect(bought(made, 'mkCPlans')).toEqual([plans[1]]);
  });

  it.each([
    ['MKC', 'mkCEntitlements.0.offer', 'mkCPrivateOffer.name'],
    ['MKB', 'mkBSubscriptions.0.planId', 'mkBPrivateOffer.pricing.0.planId'],
    ['MKE', 'mkEAcceptedOffer.id', 'mkEOffer.id'],
    ['MKF', 'mkFOffer.pricing_plan_name', 'mkFOffer.pricing_plan_name'],
  ])('R43 %s: %s of an agreement comes from its offer', (partner, path, source) => {
    const said = offered(offer(partner, 'ACCEPTED'), source);
    expect(said).toEqual(expect.any(String));
    expect(bought(agreement(partner), path)).toBe(said);
  });
});

describe('exact numbers', () => {
  it('R7 MKD integers beyond 2^53 survive printing digit by digit', () => {
    const { mirror } = agreementMirror(order('MKD'));
    const digits = at(mirror, 'mkDOrders.0.OrderId.value') as string;
    expect(digits).toMatch(/^[1-8]\d{17}$/);
    expect(String(Number(digits))).not.toBe(digits);
    const text = stringify(mirror) as string;
    expect(text.split(`"OrderId":${digits}`)).toHaveLength(3);
    expect(text).toMatch(/"AliUid":[1-8]\d{15}[,}]/);
    const instance = /"InstanceId":(\d{17})[,}]/.exec(text)?.[1];
    expect(text).toContain(`"InstanceIds":{"InstanceId":["${instance}"]}`);
  });

  it('R7 MKD uses ids of the sandbox unchanged where they are numbers', () => {
    const own = agreement('MKD', { id: '90071992547409931', externalBuyerId: '9007199254740993' });
    const text = stringify(agreementMirror(own).mirror);
    expect(text).toContain('"InstanceId":90071992547409931,');
    expect(text).toContain('"AliUid":9007199254740993,');
  });

  it('R43 amounts are summed exactly', () => {
    expect(bought(agreement('MKF'), 'mkFOffer.contract_value')).toBe('0.90');
    expect(bought(agreement('MKE'), 'mkEAcceptedOffer.pricing.totalAmount')).toBe(0.9);
    expect(bought(agreement('MKC'), 'mkCPlans.0.priceInfo.subscriptionPlans')).toEqual([
      { period: 'P1M', price: { currencyCode: 'USD', units: '0', nanos: 900_000_000 } },
    ]);
    const paid = { PaymentPrice: 1200.5, PeriodType: 'YEAR', Quantity: 1, AccountQuantity: 7 };
    expect(bought(order('MKD'), 'mkDOrders.0')).toMatchObject(paid);
  });
});

const offerStates = [
  'PENDING_CREATE',
  'CREATE_FAILED',
  'PENDING_ACCEPTANCE',
  'PENDING_PARTNER_ACTION',
  'ACCEPTED',
  'CANCELLED',
  'EXPIRED',
  'REJECTED',
];
const offerWords: Record<string, [record: string, words: string]> = {
  MKB: [
    'mkBPrivateOffer',
    'draft draft live/pendingAcceptance live/pendingPartnerAction live/accepted withdrawn '.concat(
      'live/pendingAcceptance withdrawn',
    ),
  ],
  MKC: ['mkCPrivateOffer', 'DRAFT APPROVAL_FAILED PUBLISHED PUBLISHED ACTIVE CANCELLED EXPIRED UNAVAILABLE'],
  MKE: [
    'mkEOffer',
    'PENDING_MARKETPLACE FAILED_SEND PENDING_BUYER PENDING_MARKETPLACE ACCEPTED DRAFT EXPIRED FAILED_ACCEPT',
  ],
  MKF: ['mkFOffer', 'DRAFT DRAFT PUBLISHED PUBLISHED PUBLISHED WITHDRAWN PUBLISHED WITHDRAWN'],
};

describe('offers', () => {
  it.each(Object.keys(offerWords))('R43 %s has its own code for every state of an offer', (partner) => {
    const [name = '', words] = offerWords[partner] ?? [];
    const shown = offerStates.map((state) => {
      const own = offered(offer(partner, state), name) as Record<string, string | undefined>;
      const word = own.offerState?.replace('OFFER_', '') ?? own.offerStatus ?? own.state;
      return own.subState ? `${word}/${own.subState}` : word;
    });
    expect(shown.join(' ')).toBe(words);
  });

  it.each(marketplacePartners)('R43 the offer record of %s fits the schema', (partner) => {
    const own = offerWords[partner]?.[0];
    const installments = { paymentInstallments: [{ amount: 100, chargeOn: '2027-02-01' }, { amount: 50 }] };
    for (const state of offerStates)
      for (const info of [{}, installments, { commits: undefined, startTime: '2027-02-01' }]) {
        const { mirror } = offerMirror(offer(partner, state, info));
        expect(Object.keys(mirror)).toEqual(own ? [own] : []);
        expectRecord(OfferInfo, mirror);
      }
  });

  it('R36 MKD shows no private offer', () => {
    expect(offerMirror(offer('MKD', 'CREATE_FAILED')).mirror).toEqual({});
  });

  it('R43 the acceptance URL is on the host of the installation', () => {
    const { privateOfferUrl, mirror } = offerMirror(offer('MKB', 'PENDING_ACCEPTANCE'));
    expect(privateOfferUrl).toBe('https://tradepost.example/sandbox/mkb/offers/sbo_1');
    const billing = agreementMirror(agreement('MKB')).billingAccountId;
    expect(at(mirror, 'mkBPrivateOffer.acceptanceLinks')).toEqual([
      { beneficiaryId: billing, link: privateOfferUrl },
    ]);
  });

  it('R7 MKB shows dates without a time, and an end at midnight as the last day of the month before', () => {
    const derived = { acceptBy: '2027-01-31', end: '2028-01-31', variableStartDate: true };
    expect(offered(offer('MKB', 'PENDING_ACCEPTANCE'), 'mkBPrivateOffer')).toMatchObject(derived);
    const given = { start: '2027-03-01', end: '2027-12-31', state: 'deleted', pricing: [{ planId: 'gold' }] };
    const kept = offered(offer('MKB', 'ACCEPTED', { mkBPrivateOffer: given }), 'mkBPrivateOffer');
    expect(kept).toMatchObject({ ...given, state: 'live', variableStartDate: false });
  });

  it('R43 MKF shows instalments as one amount with exceptions', () => {
    const paymentInstallments = [
      { amount: 100, chargeOn: '2027-01-01' },
      { amount: 250, chargeOn: '2027-04-01' },
      { amount: 100, chargeOn: '2027-07-01' },
    ];
    const made = offer('MKF', 'PENDING_ACCEPTANCE', { paymentInstallments });
    expect(offered(made, 'mkFOffer.contract_value')).toBe('450.00');
    expect(offered(made, 'mkFOffer.payment_terms')).toEqual({
      payment_type: 'INSTALLMENT',
      installment_schedule: {
        default_installment_amount: 100,
        installment_duration: 3,
        overridden_installments: [{ installment_number: 2, installment_amount: 250 }],
      },
    });
  });

  it('R43 a partner that is not a marketplace has no records', () => {
    expect(() => agreementMirror(agreement('PAYA'))).toThrow('PAYA');
    expect(() => offerMirror(offer('PAYA', 'ACCEPTED'))).toThrow('PAYA');
  });
});
