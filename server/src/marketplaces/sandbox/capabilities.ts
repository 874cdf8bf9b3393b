import {
  agreementChanges,
  type Capabilities,
  cancellationReasonCodes,
  refundReasonCodes,
} from '../capabilities.ts';
import type { MarketplacePartner } from '../partners.ts';
import { traitsOf } from '../traits.ts';
import { payoutDay } from './payout-job-definition.ts';
import { usageLimits } from './usage-limits.ts';

/** The published capabilities of each marketplace that the sandbox simulates. */
const capabilities: Record<
  MarketplacePartner,
  Omit<Capabilities, 'partner' | 'buyerRequests' | 'purchaseTokenParameter'>
> = {
  MKA: {
    privateOffers: true,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'token',
    lookupSettlesMs: 0,
    cancelOffer: 'expire',
    extend: true,
    updatable: ['expireTime', 'info.mkAAgreementDuration'],
    cancelAgreement: 'request',
    cancellationReasons: cancellationReasonCodes,
    changeQuantity: false,
    refunds: { cancellation: 'onRequest', fewerUnits: 'onRequest', cheaperPlan: 'onRequest' },
    refundReasons: refundReasonCodes,
    agreementChanges: ['renew', 'changeQuantity', 'changePlan'],
    usage: usageLimits.MKA,
    revenue: { dayOfMonth: payoutDay, hour: 1 },
  },
  MKB: {
    privateOffers: true,
    approval: true,
    recordedCreateRetries: 0,
    createIdempotency: 'lookup',
    lookupSettlesMs: 0,
    cancelOffer: 'native',
    extend: false,
    updatable: [],
    cancelAgreement: 'immediate',
    changeQuantity: true,
    refunds: {
      cancellation: 'onRequest',
      fewerUnits: 'onRequest',
      cheaperPlan: 'onRequest',
      fullWithinHours: 72,
    },
    agreementChanges,
    usage: usageLimits.MKB,
    revenue: { dayOfMonth: payoutDay, hour: 1 },
  },
  MKC: {
    privateOffers: true,
    approval: true,
    approvesAccounts: true,
    recordedCreateRetries: 8,
    createIdempotency: 'lookup',
    lookupSettlesMs: 0,
    cancelOffer: 'native',
    extend: true,
    updatable: ['expireTime', 'info.mkCProviderInternalNote'],
    cancelAgreement: 'none',
    changeQuantity: false,
    refunds: { cancellation: 'onRequest', fewerUnits: 'none', cheaperPlan: 'onRequest' },
    agreementChanges: ['suspend', 'renew', 'changePlan'],
    usage: usageLimits.MKC,
    revenue: { dayOfMonth: payoutDay, hour: 1 },
  },
  MKD: {
    privateOffers: false,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'none',
    lookupSettlesMs: 0,
    cancelOffer: 'none',
    extend: false,
    updatable: [],
    cancelAgreement: 'none',
    changeQuantity: false,
    refunds: { cancellation: 'onRequest', fewerUnits: 'none', cheaperPlan: 'onRequest' },
    agreementChanges: ['suspend', 'renew', 'changePlan'],
    usage: usageLimits.MKD,
    revenue: undefined,
  },
  MKE: {
    privateOffers: true,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'token',
    lookupSettlesMs: 0,
    cancelOffer: 'native',
    extend: true,
    updatable: ['name', 'expireTime', 'endTime', 'info.*'],
    cancelAgreement: 'none',
    changeQuantity: false,
    refunds: { cancellation: 'nothing', fewerUnits: 'none', cheaperPlan: 'none' },
    agreementChanges: ['suspend', 'renew'],
    usage: usageLimits.MKE,
    revenue: undefined,
  },
  MKF: {
    privateOffers: true,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'lookup',
    lookupSettlesMs: 0,
    cancelOffer: 'native',
    extend: true,
    updatable: ['name', 'expireTime', 'info.*'],
    cancelAgreement: 'none',
    changeQuantity: false,
    refunds: { cancellation: 'nothing', fewerUnits: 'none', cheaperPlan: 'none' },
    agreementChanges: ['renew'],
    usage: undefined,
    revenue: undefined,
  },
};

const standardAgreement = (type: string): string =>
  `Standard agreement ${type} of the sandbox. A placeholder for the text that the marketplace publishes; not legally binding.`;

export const capabilitiesOf = (partner: MarketplacePartner): Capabilities => ({
  partner,
  standardAgreements: Object.fromEntries(
    ['SCMP', 'ECMP', 'RCMP', 'ISV'].map((type) => [type, standardAgreement(type)]),
  ),
  buyerRequests: traitsOf(partner).buyerRequests,
  purchaseTokenParameter: traitsOf(partner).purchaseTokenParameter,
  ...capabilities[partner],
});
