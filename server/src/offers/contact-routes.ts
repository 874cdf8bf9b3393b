import { z } from 'zod';
import { buyerErrors, holdContact } from '../buyers/index.ts';
import { route } from '../platform/route.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { offerErrors } from './errors.ts';
import { changeOffer, lockOffer } from './store.ts';

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

const common = {
  path: '/org/{orgId}/contact/{contactId}/offer/{offerId}',
  group: 'Contact',
  access: 'offers:write',
  response: z.string(),
  responseDescription: 'The id of the contact',
  errors: [buyerErrors.contact_not_found.definition, offerErrors.offer_not_found.definition],
} as const;

export const contactLinkRoutes = () => [
  route({
    ...common,
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
    method: 'DELETE',
    operationId: 'removeContactFromOffer',
    summary: 'Unlink a contact from an offer',
    description: 'Nothing changes when it was not linked.',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await setLink(scope, params, false);
        return { body: params.contactId };
      },
    },
  }),
];
