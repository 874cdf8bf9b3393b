import { z } from 'zod';
import { Partner } from '../marketplaces/index.ts';
import { faultKinds } from '../marketplaces/sandbox/index.ts';
import {
  byDefault,
  closedEnum,
  codeText,
  currency,
  decimal,
  flag,
  free,
  idText,
  key,
  list,
  nameText,
  nullable,
  of,
  openEnum,
  record,
  time,
  urlText,
  whole,
} from '../platform/records/fields.ts';
import { CommitDimension, MeteringDimension } from '../products/records/index.ts';

const approve = byDefault(
  flag('Whether the seller’s approval follows by itself where the marketplace needs one.'),
  true,
);

export const SandboxAcceptance = record('SandboxAcceptance', 'How the sandbox’s buyer accepts an offer.', {
  approve,
  countryCode: codeText('Country that the buyer accepts from, ISO 3166-1 alpha-2.'),
  buyerAccountId: key(
    'The buyer’s account at the marketplace; one of the offer’s, or one made up, when absent.',
  ),
  buyerName: nameText('Name of the buyer.'),
  buyerCommitQuantities: z.record(z.string(), z.number()).meta({
    description: 'Quantity that the buyer chooses for each commit that asks for one, by the commit’s key.',
  }),
});
export type SandboxAcceptance = z.infer<typeof SandboxAcceptance>;

export const SandboxOrder = record('SandboxOrder', 'An order of a product by its public offer.', {
  partner: of(Partner, 'The marketplace at which it is ordered.'),
  productId: key('The product that is ordered.'),
  offerId: key('The public offer.'),
  planId: key(
    'The plan that is ordered: by the key of a commit of the public offer, or of the product, it costs what that says, unless there is an amount.',
  ),
  quantity: whole('How many; what the public offer costs is for one, or for a seat.').min(1),
  amount: decimal('What the buyer committed to pay for all of them, instead of what the offer says.').min(0),
  currency: currency('Currency of the amount.'),
  endTime: time(
    'When the purchase ends; as the offer or the plan says, else open-ended, when absent. A bare date is its midnight in UTC: that day is out.',
  ),
  autoRenew: flag('Whether the marketplace renews it at its end; as the offer says when absent.'),
  buyerAccountId: key('The buyer’s account at the marketplace.'),
  buyerName: nameText('Name of the buyer.'),
  approve,
});
export type SandboxOrder = z.infer<typeof SandboxOrder>;

export const SandboxOrderReceipt = record(
  'SandboxOrderReceipt',
  'What the sandbox marketplace made of an order.',
  {
    externalID: idText('The marketplace’s id of the order: the externalID of the entitlement that follows.'),
    landingURL: urlText(
      'Where the marketplace sends the buyer’s browser after the purchase, with a token; on marketplaces that send buyers.',
    ),
    partner: of(Partner, 'The marketplace.'),
  },
);

export const SandboxResale = record('SandboxResale', 'How the sandbox’s partner sells an offer on.', {
  buyerAccountIds: list(key('An account.'), 'Accounts of the buyers that the partner offers to.').max(26),
  expireTime: time('Last moment of acceptance; that of the authorization when absent, and never later.'),
  markupPercentage: decimal('Margin of the partner in percent of the price; marketplace A.').min(0).max(1000),
  name: nameText('Name of the partner’s offer; that of the authorization when absent.'),
});
export type SandboxResale = z.infer<typeof SandboxResale>;

export const SandboxAuthorization = record(
  'SandboxAuthorization',
  'What a vendor lets the organization resell, and at which price.',
  {
    commits: list(CommitDimension, 'Flat fees.'),
    currency: currency('Currency of the prices.'),
    dimensions: list(MeteringDimension, 'Metered dimensions.'),
    expireTime: time('Last moment at which an offer can be made from it.'),
    mkAAgreementDuration: codeText('Length of agreements, as an ISO 8601 duration.'),
    name: nameText('Name of the authorization.'),
    productId: key('The vendor’s product, as the marketplace calls it.'),
    productName: nameText('Name of that product.'),
    vendorAccountId: key('Account of the vendor.'),
    vendorName: nameText('Name of the vendor.'),
  },
);
export type SandboxAuthorization = z.infer<typeof SandboxAuthorization>;

export const SandboxAuthorizationReceipt = record(
  'SandboxAuthorizationReceipt',
  'What the sandbox marketplace made of an authorization.',
  {
    externalID: idText('The marketplace’s id: the externalID of the offer of type CPPO_IN that follows.'),
    partner: of(Partner, 'The marketplace.'),
  },
);

export const SandboxProductChange = record(
  'SandboxProductChange',
  'New list prices at the sandbox marketplace; a list that is not given stays.',
  {
    commits: list(CommitDimension, 'The flat fees, all of them.'),
    dimensions: list(MeteringDimension, 'The metered dimensions, all of them.'),
  },
);
export type SandboxProductChange = z.infer<typeof SandboxProductChange>;

const upcomingKinds = [
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

export const SandboxUpcoming = record('SandboxUpcoming', 'What falls due by the organization’s clock.', {
  at: time('When.'),
  kind: openEnum('What happens then.', upcomingKinds),
  entity: openEnum('Kind of record that it happens to.', upcomingEntities),
  entityId: idText('The record; of a payout, the marketplace.'),
  name: nullable(nameText('Name of the record, or of what it is of; null where it has none.')),
});

export const SandboxRenewal = record('SandboxRenewal', 'How long the buyer renews for.', {
  endTime: time('When the new term ends; as long after the present end as the last term was, when absent.'),
});
export type SandboxRenewal = z.infer<typeof SandboxRenewal>;

export const SandboxQuantityChange = record('SandboxQuantityChange', 'Another number of units.', {
  quantity: whole('How many; required.').min(1).max(1_000_000_000),
});
export type SandboxQuantityChange = z.infer<typeof SandboxQuantityChange>;

export const SandboxPlanChange = record(
  'SandboxPlanChange',
  'Another plan, with prices of its own; without any, those that held go on.',
  {
    planId: key('The plan; required.'),
    commits: list(CommitDimension, 'The flat fees of the plan; not together with an amount.'),
    amount: decimal('What the plan costs for the whole term.').min(0),
  },
);
export type SandboxPlanChange = z.infer<typeof SandboxPlanChange>;

export const SandboxClock = record('SandboxClock', 'The time of a TEST organization.', {
  time: time('The time of the organization: of its records, terms and schedules.'),
  systemTime: time('The time of the service: of tokens and of tries to reach somebody.'),
  advancingTo: time('Where the clock is going; absent when it is not being advanced.'),
  operationId: idText('The operation that advances it.'),
});

export const SandboxClockAdvance = record(
  'SandboxClockAdvance',
  'How far the clock is to go, ten years at most: one of the two.',
  {
    advance: codeText('A length of time in ISO 8601, such as P30D or P1Y6M.'),
    to: time('A time, not before the organization’s.'),
  },
);
export type SandboxClockAdvance = z.infer<typeof SandboxClockAdvance>;

const SandboxFaultKind = closedEnum('SandboxFaultKind', 'What goes wrong.', faultKinds);

const fault = {
  partner: of(Partner, 'The marketplace at which it does; all of them when absent.'),
  kind: of(SandboxFaultKind, 'What goes wrong; required.'),
  count: byDefault(z.int().min(1).max(1000).meta({ description: 'How often.' }), 1),
  cause: byDefault(key('FAIL_CREATE, REJECT_USAGE: what the marketplace says.'), 'CREATION_FAILED'),
  permanent: byDefault(flag('FAIL_CREATE, REJECT_USAGE: whether another try is of no use.'), true),
  delay: key(
    'DELAY_NOTIFICATION and REORDER_NOTIFICATION: how long a notification is held back, in ISO 8601.',
  ),
};

export const SandboxFaultParams = record('SandboxFaultParams', 'What is to go wrong, and how often.', fault);
export type SandboxFaultParams = z.infer<typeof SandboxFaultParams>;

export const SandboxFault = record('SandboxFault', 'What goes wrong at the sandbox’s marketplaces.', {
  ...fault,
  id: idText('Identifier.'),
  remaining: whole('How often it is still to strike; counted down as it does.'),
  creationTime: time('When it was asked for.'),
});

export const SandboxEventParams = record('SandboxEventParams', 'Which event is to happen.', {
  scope: key('Action and entity, such as ACCEPT.OFFER: one of the scopes of e-mail; required.'),
});

export const SandboxEvent = record('SandboxEvent', 'An event that was asked for.', {
  entityID: idText('Id of the record that it is said to be about.'),
  entityType: codeText('Kind of that record.'),
  eventID: idText('Id of the event.'),
  scope: codeText('Action and entity.'),
});

const usageLine = {
  agreementID: idText('The marketplace’s id of the agreement: the externalID of the entitlement.'),
  creationTime: time('When it was taken first.'),
  dimension: key('The dimension.'),
  id: idText('The marketplace’s id.'),
  partner: of(Partner, 'The marketplace.'),
  quantity: decimal('How much it bills.'),
};

export const SandboxUsage = record('SandboxUsage', 'Usage of an hour that the sandbox’s marketplace bills.', {
  ...usageLine,
  amount: decimal('The price that was reported with it, where the marketplace takes one.'),
  currency: currency('Currency of the amount.'),
  endTime: time('Up to when it was used, as reported.'),
  hour: time('The hour that it is for.'),
  startTime: time(
    'Since when it was used, as reported: where intervals must touch it is the end of the last one.',
  ),
});

export const SandboxUsageTotal = record(
  'SandboxUsageTotal',
  'All usage of a dimension of an agreement that the sandbox’s marketplace bills.',
  {
    ...usageLine,
    lastUpdateTime: time('When the last of it was taken.'),
    lines: whole('How many hours it is of.'),
  },
);

export const SandboxRevenue = record(
  'SandboxRevenue',
  'What the sandbox’s marketplace shows in its feed of revenue: a line of a sale or a payout, or usage that it bills.',
  {
    creationTime: time('When it was shown.'),
    id: idText('Its place in the feed.'),
    line: free('The line, with its record in the words of the marketplace.'),
    partner: of(Partner, 'The marketplace.'),
    usage: free('What is billed of a dimension on a day.'),
  },
);
