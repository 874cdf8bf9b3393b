import type { z } from 'zod';
import { Partner } from '../../marketplaces/index.ts';
import { key, mailAddress, of, record, text, time } from '../../platform/fields.ts';

const client = {
  companyName: text('Company that the client works for.').max(200),
  emailAddress: mailAddress('Address of whoever signed up.'),
  name: text('Name of whoever signed up.').max(200),
  phoneNumber: text('Telephone number of whoever signed up.').max(200),
};

export const SignupConnection = record(
  'SignupConnection',
  'That somebody of a client signed up with the seller for what the client bought.',
  {
    ...client,
    buyerID: text('Buyer of the entitlement.'),
    createdBy: text('Who told of it.'),
    creationTime: time('When it was told.'),
    entitlementID: text('Entitlement that it is for.'),
    id: key('Id of the connection.'),
    organizationID: text('Organization of the seller.'),
    partner: of(Partner, 'Where the entitlement was sold.'),
  },
);

export const SignupConnectionCreation = record(
  'SignupConnectionCreation',
  'Who signed up. The address is required.',
  client,
);
export type SignupConnectionCreation = z.infer<typeof SignupConnectionCreation>;
