import { z } from 'zod';
import { Partner } from '../marketplaces/index.ts';
import { faultKinds } from '../marketplaces/sandbox/index.ts';
import {
  byDefault,
  closedEnum,
  codeText,
  currency,
  decimal,
  fieldOf,
  flag,
  freeForm,
  idText,
  integer,
  key,
  list,
  nameText,
  nullable,
  openEnum,
  record,
  time,
  urlText,
} from '../platform/records/fields.ts';
import { CommitDimension, MeteringDimension } from '../products/records/index.ts';

const approve = byDefault(
  flag('Whether the sale is approved automatically if the marketplace requires the seller’s approval.'),
  true,
);

export const SandboxAcceptance = record(
  'SandboxAcceptance',
  'Acceptance of an offer by the sandbox’s buyer.',
  {
    approve,
    countryCode: codeText('Country of the buyer, ISO 3166-1 alpha-2.'),
    buyerAccountId: key(
      'The buyer’s account at the marketplace; by default the offer’s first account, or an account derived from the name.',
    ),
    buyerName: nameText('Name of the buyer.'),
    buyerCommitQuantities: z.record(z.string(), z.number()).meta({
      description: 'Quantity for each commit whose quantity the buyer chooses, by the commit’s key.',
    }),
  },
);
export type SandboxAcceptance = z.infer<typeof SandboxAcceptance>;

export const SandboxOrder = record('SandboxOrder', 'An order of a product at its public offer.', {
  partner: fieldOf(Partner, 'The marketplace.'),
  productId: key('The product.'),
  offerId: key('The public offer.'),
  planId: key(
    'The plan. If the plan is the key of a commit of the public offer or of the product, the commit determines the price, unless an amount is given.',
  ),
  quantity: integer('Number of units; the price of the public offer is for one unit or seat.').min(1),
  amount: decimal('Total that the buyer commits to pay, instead of the offer’s price.').min(0),
  currency: currency('Currency of the amount.'),
  endTime: time(
    'End of the purchase; by default as in the offer or the plan, else open-ended. A date without a time means its midnight in UTC, which excludes that day.',
  ),
  autoRenew: flag('Whether the marketplace renews the purchase at its end; by default as in the offer.'),
  buyerAccountId: key('The buyer’s account at the marketplace.'),
  buyerName: nameText('Name of the buyer.'),
  approve,
});
export type SandboxOrder = z.infer<typeof SandboxOrder>;

export const SandboxOrderReceipt = record(
  'SandboxOrderReceipt',
  'The result of an order at the sandbox marketplace.',
  {
    externalID: idText('The marketplace’s id of the order: the externalID of the resulting entitlement.'),
    landingURL: urlText(
      'URL with a token, to which the marketplace redirects the buyer after the purchase; absent on marketplaces without a redirect.',
    ),
    partner: fieldOf(Partner, 'The marketplace.'),
  },
);

export const SandboxResale = record('SandboxResale', 'Resale of an offer by the sandbox’s partner.', {
  buyerAccountIds: list(key('An account.'), 'Accounts of the buyers that receive the partner’s offer.').max(
    26,
  ),
  expireTime: time(
    'Deadline for acceptance; defaults to the authorization’s deadline and must not be later.',
  ),
  markupPercentage: decimal('The partner’s markup in percent of the price; marketplace A only.')
    .min(0)
    .max(1000),
  name: nameText('Name of the partner’s offer; defaults to the name of the authorization.'),
});
export type SandboxResale = z.infer<typeof SandboxResale>;

export const SandboxAuthorization = record(
  'SandboxAuthorization',
  'A vendor’s authorization to resell, with prices.',
  {
    commits: list(CommitDimension, 'Flat fees.'),
    currency: currency('Currency of the prices.'),
    dimensions: list(MeteringDimension, 'Metered dimensions.'),
    expireTime: time('Deadline for creating offers from the authorization.'),
    mkAAgreementDuration: codeText('Length of agreements, as an ISO 8601 duration.'),
    name: nameText('Name of the authorization.'),
    productId: key('The marketplace’s id of the vendor’s product.'),
    productName: nameText('Name of that product.'),
    vendorAccountId: key('Account of the vendor.'),
    vendorName: nameText('Name of the vendor.'),
  },
);
export type SandboxAuthorization = z.infer<typeof SandboxAuthorization>;

export const SandboxAuthorizationReceipt = record(
  'SandboxAuthorizationReceipt',
  'The result of an authorization at the sandbox marketplace.',
  {
    externalID: idText('The marketplace’s id: the externalID of the resulting offer of type CPPO_IN.'),
    partner: fieldOf(Partner, 'The marketplace.'),
  },
);

export const SandboxProductChange = record(
  'SandboxProductChange',
  'New list prices at the sandbox marketplace; an absent list is unchanged.',
  {
    commits: list(CommitDimension, 'All flat fees.'),
    dimensions: list(MeteringDimension, 'All metered dimensions.'),
  },
);
export type SandboxProductChange = z.infer<typeof SandboxProductChange>;

const upcomingKinds = [
  'ADDON_CHARGED',
  'DEAL_PROTECTION_ENDS',
  'ENTITLEMENT_CANCELLATION',
  'ENTITLEMENT_ENDS',
  'ENTITLEMENT_PRICE_CHANGES',
  'ENTITLEMENT_RENEWS',
  'ENTITLEMENT_STARTS',
  'INVOICE_DRAFTED',
  'INVOICE_ISSUED',
  'OFFER_EXPIRES',
  'OFFER_SET_EXPIRES',
  'PAYOUT',
  'TERM_BEGINS',
  'WALLET_EXPIRES',
];
const upcomingEntities = [
  'DEAL_REGISTRATION',
  'ENTITLEMENT',
  'INVOICE',
  'OFFER',
  'OFFER_SET',
  'PARTNER',
  'WALLET',
];

export const SandboxUpcoming = record(
  'SandboxUpcoming',
  'A pending event that falls due by the organization’s clock.',
  {
    at: time('Due time.'),
    kind: openEnum('Kind of event.', upcomingKinds),
    entity: openEnum('Kind of the record.', upcomingEntities),
    entityId: idText('The record; for a payout, the marketplace.'),
    name: nullable(nameText('Name of the record, or of its parent; null without a name.')),
  },
);

export const SandboxRenewal = record('SandboxRenewal', 'A renewal by the buyer.', {
  endTime: time('End of the new term; by default, the new term is as long as the last term.'),
});
export type SandboxRenewal = z.infer<typeof SandboxRenewal>;

const approveChange = byDefault(
  flag(
    'False: the change is a request that the seller answers, as in PROD. Marketplaces B and C only; the others change at once.',
  ),
  true,
);

export const SandboxQuantityChange = record('SandboxQuantityChange', 'A change of quantity.', {
  approve: approveChange,
  quantity: integer('Number of units; required.').min(1).max(1_000_000_000),
});
export type SandboxQuantityChange = z.infer<typeof SandboxQuantityChange>;

export const SandboxPlanChange = record(
  'SandboxPlanChange',
  'A change of plan. Without new prices, the current prices continue to apply.',
  {
    approve: approveChange,
    planId: key('The plan; required.'),
    commits: list(CommitDimension, 'The flat fees of the plan; not together with an amount.'),
    amount: decimal('Price of the plan for the whole term.').min(0),
  },
);
export type SandboxPlanChange = z.infer<typeof SandboxPlanChange>;

export const SandboxClock = record('SandboxClock', 'The time of a TEST organization.', {
  time: time('The organization’s time, used for its records, terms and schedules.'),
  systemTime: time('The time of the service, used for tokens and retries.'),
  advancingTo: time('Target of the advance in progress; absent otherwise.'),
  operationId: idText('The operation that advances the clock.'),
});

export const SandboxClockAdvance = record(
  'SandboxClockAdvance',
  'Target of the clock, at most ten years ahead. Exactly one field is required.',
  {
    advance: codeText('An ISO 8601 duration such as P30D or P1Y6M.'),
    to: time('A time not before the organization’s current time.'),
  },
);
export type SandboxClockAdvance = z.infer<typeof SandboxClockAdvance>;

const SandboxFaultKind = closedEnum('SandboxFaultKind', 'Kind of fault.', faultKinds);

const fault = {
  partner: fieldOf(Partner, 'The marketplace; by default all marketplaces.'),
  kind: fieldOf(SandboxFaultKind, 'Kind of fault; required.'),
  count: byDefault(z.int().min(1).max(1000).meta({ description: 'Number of occurrences.' }), 1),
  cause: byDefault(key('FAIL_CREATE, REJECT_USAGE: the marketplace’s error code.'), 'CREATION_FAILED'),
  permanent: byDefault(
    flag('FAIL_CREATE, REJECT_USAGE: whether the error is permanent, so that a retry is pointless.'),
    true,
  ),
  delay: key('DELAY_NOTIFICATION, REORDER_NOTIFICATION and SLOW: the delay, as an ISO 8601 duration.'),
};

export const SandboxFaultParams = record('SandboxFaultParams', 'A fault to inject.', fault);
export type SandboxFaultParams = z.infer<typeof SandboxFaultParams>;

export const SandboxFault = record('SandboxFault', 'A fault injected at the sandbox’s marketplaces.', {
  ...fault,
  id: idText('Identifier.'),
  remaining: integer('Number of remaining occurrences.'),
  creationTime: time('Creation time.'),
});

export const SandboxEventParams = record('SandboxEventParams', 'An event to trigger.', {
  scope: key('Notification scope, such as ACCEPT.OFFER; required.'),
});

export const SandboxEvent = record('SandboxEvent', 'A triggered event.', {
  entityID: idText('Id of the nonexistent record.'),
  entityType: codeText('Kind of the record.'),
  eventID: idText('Id of the event.'),
  scope: codeText('Notification scope.'),
});

const usageLine = {
  agreementID: idText('The marketplace’s id of the agreement: the externalID of the entitlement.'),
  creationTime: time('Time when the first usage was accepted.'),
  dimension: key('The dimension.'),
  id: idText('The marketplace’s id.'),
  partner: fieldOf(Partner, 'The marketplace.'),
  quantity: decimal('Billed quantity.'),
};

export const SandboxUsage = record(
  'SandboxUsage',
  'Usage of one hour that the sandbox’s marketplace bills.',
  {
    ...usageLine,
    amount: decimal('The reported price, on marketplaces that accept a price.'),
    currency: currency('Currency of the amount.'),
    endTime: time('Reported end of the interval.'),
    hour: time('The hour of the usage.'),
    startTime: time(
      'Reported start of the interval. If intervals must be contiguous, the start is the end of the previous interval.',
    ),
  },
);

export const SandboxUsageTotal = record(
  'SandboxUsageTotal',
  'All usage of a dimension of an agreement that the sandbox’s marketplace bills.',
  {
    ...usageLine,
    lastUpdateTime: time('Time when usage was last accepted.'),
    lines: integer('Number of hours covered.'),
  },
);

export const SandboxRevenue = record(
  'SandboxRevenue',
  'An item of the sandbox marketplace’s revenue feed: a line of a sale or a payout, or billed usage.',
  {
    creationTime: time('Time when the item appeared in the feed.'),
    id: idText('Position in the feed.'),
    line: freeForm('The line, with the marketplace’s own record.'),
    partner: fieldOf(Partner, 'The marketplace.'),
    usage: freeForm('The billed usage of a dimension on one day.'),
  },
);
