import {
  acquireSharedBuyersLock,
  applySignupToBuyer,
  createContacts,
  findBuyer,
  linkContact,
} from '../buyers/index.ts';
import { readSignupPageConfig } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { EntitlementRow } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { hasPageSignup, recordSignup } from './signups.ts';
import { live } from './states.ts';
import { findEntitlement } from './store.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

/** The values of the form of the signup page; all are printable, and the optional ones are never empty. */
export type SignupForm = {
  companyName: string;
  firstName: string;
  lastName: string;
  emailAddress: string;
  phoneNumber?: string | undefined;
  notes?: string | undefined;
};

/** A purchase for which a buyer signs up. */
export type SignupPurchase = { entitlement: EntitlementRow; isSignedUp: boolean };

/** Finds a purchase that a buyer may sign up for: one that was not cancelled. */
export async function findSignupPurchase(
  scope: OrgTransaction,
  entitlementId: string,
): Promise<SignupPurchase | undefined> {
  const entitlement = await findEntitlement(scope, entitlementId);
  if (!entitlement || !live.includes(entitlement.status)) return undefined;
  return { entitlement, isSignedUp: await hasPageSignup(scope, entitlementId) };
}

/**
 * Records the form of the signup page, once for each entitlement: repeated forms have no effect. Creates or finds the
 * contact by the e-mail address and links it to the buyer. Updates the buyer if `enableUpdateBuyer` is true (R12).
 * @throws 404 if the entitlement was cancelled or deleted
 */
export async function signUp(scope: OrgTransaction, entitlementId: string, form: SignupForm): Promise<void> {
  await acquireSharedBuyersLock(scope);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  if (!live.includes(entitlement.status)) throw entitlementErrors.entitlement_not_found();
  if (await hasPageSignup(scope, entitlementId)) return;
  const { firstName, lastName, companyName, emailAddress, phoneNumber } = form;
  const name = `${firstName} ${lastName}`;
  const { partner } = entitlement;
  const info = { companyName, ...(phoneNumber ? { phoneNumber } : {}), ...(partner ? { partner } : {}) };
  const [contact] = await createContacts(scope, [{ emailAddress, name, info }]);
  const contactID = (contact as NonNullable<typeof contact>).id;
  const buyer = entitlement.buyer_id ? await findBuyer(scope, entitlement.buyer_id) : undefined;
  if (buyer) {
    await linkContact(scope, contactID, buyer.id);
    if ((await readSignupPageConfig(scope)).enableUpdateBuyer === true)
      await applySignupToBuyer(scope, buyer.id, form);
  }
  await recordSignup(scope, entitlement, { ...form, name, contactID, source: 'SIGNUP_PAGE' });
}
