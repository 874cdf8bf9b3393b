import { buyerErrors, lockContactForReference } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { changeOffer } from '../change/index.ts';
import { offerErrors } from '../errors.ts';
import { lockOffer } from '../store.ts';

/**
 * Lets an offer name a contact, or no longer.
 * @param linked whether the offer is to name the contact; when it does so already nothing changes
 * @throws 404 when there is no such contact or offer
 */
export async function linkContact(
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
