import type { WithId, WorkloadOffer } from '@tradepost/sdk';
import { createEntitlement } from '../../generated/entitlements.ts';
import {
  declineOffer,
  extendOfferExpiryDate,
  getOfferResellerEula,
  requestOfferAction,
  resolveOfferCreation,
  sendOfferNotifications,
  updateOfferMetaInfo,
} from '../../generated/offers.ts';
import { sandboxRejectOffer, sandboxResellOffer, sandboxRestrictOffer } from '../../generated/sandbox.ts';
import type { Action } from '../../ui/operation/action.ts';
import { SafeLink } from '../../ui/safe-link.tsx';

type Offer = WithId<WorkloadOffer>;

const awaitsBuyer = ({ status }: Offer): boolean =>
  status === 'PENDING_ACCEPTANCE' || status === 'PENDING_PARTNER_ACTION';

/** The operations on an offer that need input, and the sandbox's operations. */
export const offerOperations: readonly Action<Offer>[] = [
  { operation: declineOffer, label: 'Decline', kind: 'danger', done: 'The offer is declined.' },
  { operation: requestOfferAction, label: 'Return for changes', done: 'The offer is returned.' },
  {
    operation: extendOfferExpiryDate,
    label: 'Extend to a date',
    submit: 'Extend',
    labels: { newExpiryDate: 'Expires' },
  },
  {
    operation: updateOfferMetaInfo,
    label: 'Notes and links',
    help: 'The buyer does not see these values, and the marketplace does not receive them.',
    fields: ['internalNote', 'crmAOpportunityId', 'crmBDealId', 'crmCOpportunityId', 'customMetaInfo'],
    start: ({ metaInfo = {} }) => ({ ...metaInfo }),
  },
  {
    operation: sendOfferNotifications,
    label: 'Notify contacts',
    submit: 'Notify',
    help: 'Without a selection, all contacts of the offer are notified.',
    labels: { $items: 'Contacts' },
    kinds: { $items: 'contacts' },
    done: 'The contacts are notified.',
  },
  { operation: resolveOfferCreation, label: 'Resolve the creation' },
  {
    operation: createEntitlement,
    label: 'Sell to a buyer',
    submit: 'Sell',
    help: 'Creates the entitlement of a direct sale. The offer becomes accepted.',
    labels: { buyerId: 'Buyer', startDate: 'Start', endDate: 'End' },
    fields: ['buyerId', 'startDate', 'endDate'],
    omit: ['offerId'],
    start: ({ buyerID }) => (buyerID ? { buyerId: buyerID } : {}),
    preset: ({ id }) => ({ offerId: id }),
    isHidden: ({ partner, status }) => Boolean(partner) || status !== 'PENDING_ACCEPTANCE',
    done: 'The entitlement is created.',
  },
  {
    operation: getOfferResellerEula,
    label: 'Agreement with the reseller',
    submit: 'Get the address',
    Result: ({ answer }) => <SafeLink to={String(answer)}>Open the agreement</SafeLink>,
    isHidden: ({ offerType }) => !offerType?.startsWith('CPPO'),
  },
  {
    operation: sandboxRejectOffer,
    label: 'Reject as buyer',
    isTest: true,
    isHidden: (offer) => !awaitsBuyer(offer),
  },
  {
    operation: sandboxResellOffer,
    label: 'Resell as partner',
    isTest: true,
    isHidden: (offer) => !awaitsBuyer(offer) || !offer.offerType?.startsWith('CPPO'),
  },
  {
    operation: sandboxRestrictOffer,
    label: 'Restrict as grantor',
    isTest: true,
    isHidden: ({ offerType }) => offerType !== 'CPPO_IN',
  },
];
