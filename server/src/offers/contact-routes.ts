import { z } from 'zod';
import { buyerErrors, holdContact } from '../buyers/index.ts';
import { key } from '../platform/fields.ts';
import { route } from '../platform/route.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { changeOffer } from './change.ts';
import { offerErrors } from './errors.ts';
import { lockOffer } from './store.ts';

/** @param linked whether the offer is to name the contact; when it does so already nothing changes */
async function setLink(
  scope: OrgTransaction,
  { contactId, offerId }: Readonly<Record<string, string>>,
  linked: boolean,
): Promise<void> {
  if (!(await holdContact(scope, contactId as string))) throw buyerErrors.contact_not_found();
  const offer = await lockOffer(scope, offerId as string);
  if (!offer || offer.status === 'DELETED') throw offerErrors.offer_not_found();
  const known = offer.contact_ids ?? [];
  if (known.includes(contactId as string) === linked) return;
  const others = known.filter((id) => id !== contactId);
  const contactIds = linked ? [...others, contactId as string] : others;
  await changeOffer(scope, offer, 'UPDATE', { contactIds });
}

const ofBoth = { path: '/org/{orgId}/contact/{contactId}/offer/{offerId}' } as const;
const common = {
  group: 'Contact',
  access: 'offers:write',
  response: z.string(),
  responseDescription: 'The id of the contact',
  errors: [buyerErrors.contact_not_found.definition, offerErrors.offer_not_found.definition],
} as const;

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
        await setLink(scope, params, true);
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
        await setLink(scope, params, false);
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
        await setLink(scope, { ...params, contactId: query.contactId }, false);
        return { body: query.contactId };
      },
    },
  }),
];
