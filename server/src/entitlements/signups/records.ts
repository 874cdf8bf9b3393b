import type { z } from 'zod';
import { Partner } from '../../marketplaces/index.ts';
import {
  codeText,
  idText,
  key,
  mailAddress,
  nameText,
  of,
  record,
  time,
} from '../../platform/records/fields.ts';

const client = {
  companyName: nameText('Company that the client works for.').max(200),
  emailAddress: mailAddress('Address of whoever signed up.'),
  name: nameText('Name of whoever signed up.').max(200),
  phoneNumber: codeText('Telephone number of whoever signed up.').max(200),
};

export const SignupConnection = record(
  'SignupConnection',
  'That somebody of a client signed up with the seller for what the client bought.',
  {
    ...client,
    buyerID: idText('Buyer of the entitlement.'),
    createdBy: idText('Who reported it.'),
    creationTime: time('When it was reported.'),
    entitlementID: idText('Entitlement that it is for.'),
    id: key('Id of the connection.'),
    organizationID: idText('Organization of the seller.'),
    partner: of(Partner, 'Where the entitlement was sold.'),
  },
);

export const SignupConnectionCreation = record(
  'SignupConnectionCreation',
  'Who signed up. The address is required.',
  client,
);
export type SignupConnectionCreation = z.infer<typeof SignupConnectionCreation>;
