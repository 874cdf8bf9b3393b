import { z } from 'zod';
import { Partner } from '../marketplaces/index.ts';
import { currency, decimal, flag, key, list, of, record, text, time, whole } from '../platform/fields.ts';
import { CommitDimension, MeteringDimension } from '../products/records/index.ts';

const approve = flag(
  'Whether the seller’s approval follows by itself where the marketplace needs one; true by default.',
);

export const SandboxAcceptance = record('SandboxAcceptance', 'How the sandbox’s buyer accepts an offer.', {
  approve,
  countryCode: text('Country that the buyer accepts from, ISO 3166-1 alpha-2.'),
  buyerAccountId: key(
    'The buyer’s account at the marketplace; one of the offer’s, or one made up, when absent.',
  ),
  buyerName: text('Name of the buyer.'),
  buyerCommitQuantities: z.record(z.string(), z.number()).meta({
    description: 'Quantity that the buyer chooses for each commit that asks for one, by the commit’s key.',
  }),
});
export type SandboxAcceptance = z.infer<typeof SandboxAcceptance>;

export const SandboxOrder = record('SandboxOrder', 'An order of a product by its public offer.', {
  partner: of(Partner, 'The marketplace at which it is ordered.'),
  productId: key('The product that is ordered.'),
  offerId: key('The public offer.'),
  planId: key('The plan that is ordered.'),
  quantity: whole('How many.').min(1),
  amount: decimal('What the buyer committed to pay.').min(0),
  currency: currency('Currency of the amount.'),
  endTime: time('When the purchase ends; open-ended when absent.'),
  buyerAccountId: key('The buyer’s account at the marketplace.'),
  buyerName: text('Name of the buyer.'),
  approve,
});
export type SandboxOrder = z.infer<typeof SandboxOrder>;

export const SandboxOrderReceipt = record(
  'SandboxOrderReceipt',
  'What the sandbox marketplace made of an order.',
  {
    externalID: text('The marketplace’s id of the order: the externalID of the entitlement that follows.'),
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
