import type { Notice } from '../notifications.ts';

/** The members of an event's detail that contain record ids. These records are read again. */
export type DetailMember =
  | 'agreement'
  | 'previousAgreement'
  | 'offer'
  | 'associatedOffers'
  | 'resaleAuthorization'
  | 'change'
  | 'refund';

export type EventKind = {
  /** Records to read again; empty for an event without effect. */
  reads: readonly DetailMember[];
  /** A fact that the marketplace's records do not contain. */
  notice?: Notice;
};

const agreement: EventKind = { reads: ['agreement'] };
const change: EventKind = { reads: ['change'] };
const refund: EventKind = { reads: ['refund'] };

/** The vendor's event kinds, by source and by name without the receiver's role. */
export const eventKinds: Readonly<Record<string, Readonly<Record<string, EventKind>>>> = {
  'aws.agreement-marketplace': {
    // A renewal creates a new agreement. No other event reports that the previous agreement is continued.
    'Purchase Agreement Created': { reads: ['previousAgreement', 'agreement'] },
    'Purchase Agreement Amended': agreement,
    // Reading an agreement also updates its offer, which can end with the agreement.
    'Purchase Agreement Ended': { reads: ['agreement', 'offer'] },
    'Purchase Agreement Ending': agreement,
    'Purchase Agreement Renewal Terms Finalized': agreement,
    'Purchase Agreement Renewal Upcoming': agreement,
    'Purchase Agreement Advisory Issued': agreement,
    'Purchase Agreement Advisory Resolved': agreement,
    'Purchase Agreement Billing Adjustment Completed': refund,
    'Purchase Agreement Billing Adjustment Failed': refund,
    'Agreement Cancellation Request Pending Approval': agreement,
    'Agreement Cancellation Request Approved': agreement,
    'Agreement Cancellation Request Rejected': agreement,
    'Agreement Cancellation Request Cancelled': agreement,
    'Agreement Cancellation Request Validation Failed': agreement,
    'License Updated': agreement,
    'License Deprovisioned': agreement,
  },
  'aws.marketplacecatalog': {
    'Change Set Succeeded': change,
    'Change Set Failed': change,
    'Change Set Cancelled': change,
    'Offer Released': { reads: ['offer'] },
    'OfferSet Released': { reads: ['associatedOffers'] },
    // Sellers read these reports in the vendor's portal.
    'Products Security Report Created': { reads: [] },
  },
  'aws.marketplace': {
    // The marketplace's records do not contain the pause; the seller corrects the bank account in the
    // vendor's portal.
    'Disbursement Paused': { reads: [], notice: 'PAYOUTS_PAUSED' },
  },
};

/** The kind of an unknown event; every record in the event is read again. */
export const unknownKind: EventKind = {
  reads: ['change', 'agreement', 'offer', 'resaleAuthorization', 'associatedOffers'],
};

/** Removes the receiver's role from the name of an event kind. */
export const nameOfKind = (detailType: string): string =>
  detailType.replace(/ - (?:Proposer|Manufacturer|Acceptor)$/, '');
