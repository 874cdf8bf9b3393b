import { z } from 'zod';
import { buyerErrors, lockContactForReference } from '../buyers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { route } from '../platform/http/route.ts';
import { key } from '../platform/records/fields.ts';
import { changeOffer } from './change.ts';
import { offerErrors } from './errors.ts';
import { lockOffer } from './store.ts';

const ofBoth = { path: '/org/{orgId}/contact/{contactId}/offer/{offerId}' } as const;

const common = {
  group: 'Contact',
  access: 'offers:write',
  response: z.string(),
  responseDescription: 'The id of the contact',
  errors: [buyerErrors.contact_not_found.definition, offerErrors.offer_not_found.definition],
} as const;

/** Routes that link contacts to offers. */
export const contactLinkRoutes = () => [
  route({
    ...common,
    ...ofBoth,
    method: 'POST',
    operationId: 'addContactToOffer',
    summary: 'Link a contact to an offer',
    description: 'Linking a contact that is already linked has no effect.',
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
      'Unlinking a contact that is not linked has no effect. Clients that normalize paths delete the offer if the id of ' +
      'the contact is `..`; `DELETE …/offer/{offerId}/contact`, which has the contact as a parameter, is safe.',
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
    summary: 'Unlink a contact from an offer, by parameter',
    description: 'Unlinking a contact that is not linked has no effect.',
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

/**
 * Links a contact to an offer, or unlinks it.
 * @param linked true to link, false to unlink; an offer already in the requested state is unchanged
 * @throws 404 when the contact or the offer does not exist
 */
async function linkContact(
  scope: OrgTransaction,
  { contactId, offerId }: Readonly<Record<string, string>>,
  linked: boolean,
): Promise<void> {
  if (!(await lockContactForReference(scope, contactId as string))) throw buyerErrors.contact_not_found();
  const offer = await lockOffer(scope, offerId as string);
  if (!offer || offer.status === 'DELETED') throw offerErrors.offer_not_found();
  const known = offer.contact_ids ?? [];
  if (known.includes(contactId as string) === linked) return;
  const others = known.filter((id) => id !== contactId);
  const contactIds = linked ? [...others, contactId as string] : others;
  await changeOffer(scope, offer, 'UPDATE', { contactIds });
}
