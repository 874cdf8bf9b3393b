import { z } from 'zod';
import { buyerErrors } from '../../buyers/index.ts';
import { route } from '../../platform/http/route.ts';
import { key } from '../../platform/records/fields.ts';
import { linkContact } from '../commands/index.ts';
import { offerErrors } from '../errors.ts';

const ofBoth = { path: '/org/{orgId}/contact/{contactId}/offer/{offerId}' } as const;
const common = {
  group: 'Contact',
  access: 'offers:write',
  response: z.string(),
  responseDescription: 'The id of the contact',
  errors: [buyerErrors.contact_not_found.definition, offerErrors.offer_not_found.definition],
} as const;

/** The links between contacts and offers. */
export const contactLinkRoutes = () => [
  route({
    ...common,
    ...ofBoth,
    method: 'POST',
    operationId: 'addContactToOffer',
    summary: 'Link a contact to an offer',
    description: 'A contact that is linked already stays so.',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await linkContact(scope, params, true);
        return { body: params.contactId };
      },
    },
  }),
  route({
    ...common,
    ...ofBoth,
    method: 'DELETE',
    operationId: 'removeContactFromOffer',
    summary: 'Unlink a contact from an offer',
    description:
      'Nothing changes when it was not linked. A client that puts `..` in the place of the contact deletes the offer: ' +
      'the same with the contact as a parameter, `DELETE …/offer/{offerId}/contact`, cannot be mistaken so.',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await linkContact(scope, params, false);
        return { body: params.contactId };
      },
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/org/{orgId}/offer/{offerId}/contact',
    operationId: 'unlinkContactFromOffer',
    summary: 'Unlink a contact, named by a parameter, from an offer',
    description: 'Nothing changes when it was not linked.',
    query: z.object({ contactId: key('The contact') }),
    run: {
      kind: 'transaction',
      handle: async (scope, { params, query }) => {
        await linkContact(scope, { ...params, contactId: query.contactId }, false);
        return { body: query.contactId };
      },
    },
  }),
];
