import type { z } from 'zod';
import {
  acquireSharedBuyersLock,
  applySignupToBuyer,
  createContacts,
  findBuyer,
  linkContact,
} from '../buyers/index.ts';
import type { Partner } from '../marketplaces/index.ts';
import { readSignupPageConfig } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { findListing, findProduct, type ProductRow } from '../products/index.ts';
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

/** What the signup page shows of a purchase. Other fields of the entitlement are for the seller only. */
export type SignupPurchase = {
  name: string | undefined;
  partner: string | undefined;
  startTime: string | undefined;
  endTime: string | undefined;
  productName: string | undefined;
  buyerName: string | undefined;
  isSignedUp: boolean;
};

/** Finds a purchase that a buyer may sign up for: one that was not cancelled. */
export async function findSignupPurchase(
  scope: OrgTransaction,
  entitlementId: string,
): Promise<SignupPurchase | undefined> {
  const entitlement = await findEntitlement(scope, entitlementId);
  if (!entitlement || !live.includes(entitlement.status)) return undefined;
  const buyer = entitlement.buyer_id ? await findBuyer(scope, entitlement.buyer_id) : undefined;
  const product = await findPurchasedProduct(scope, entitlement);
  return {
    name: entitlement.name ?? undefined,
    partner: entitlement.partner ?? undefined,
    startTime: entitlement.start_time ?? undefined,
    endTime: entitlement.end_time ?? undefined,
    productName: product?.name ?? undefined,
    buyerName: buyer?.name ?? undefined,
    isSignedUp: await hasPageSignup(scope, entitlementId),
  };
}

/** Finds the product of an entitlement; undefined if it is not imported yet. */
export async function findPurchasedProduct(
  scope: OrgTransaction,
  { partner, product_id: productId, external_product_id: externalId }: EntitlementRow,
): Promise<ProductRow | undefined> {
  if (productId) return findProduct(scope, productId);
  return partner && externalId ? findListing(scope, partner, externalId) : undefined;
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
  const info = { companyName, phoneNumber, partner: entitlement.partner as z.infer<typeof Partner> };
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
