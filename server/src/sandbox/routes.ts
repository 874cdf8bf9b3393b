import type { EntitlementPages } from '../entitlements/index.ts';
import { isMarketplace } from '../marketplaces/index.ts';
import type { SandboxPurchases } from '../marketplaces/sandbox/index.ts';
import { encodeOffer, offerErrors } from '../offers/index.ts';
import { WorkloadOffer } from '../offers/records.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { encodeProduct, productErrors } from '../products/index.ts';
import { WorkloadProduct } from '../products/records/index.ts';
import { clockRoutes } from './clock-routes.ts';
import { entitlementPlayRoutes } from './entitlement-routes.ts';
import { sandboxErrors } from './errors.ts';
import { eventRoutes } from './event-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { offerSetRoute } from './offer-sets.ts';
import { placeOrder } from './orders.ts';
import { paymentRoutes } from './payment-routes.ts';
import { changeListPrices } from './products.ts';
import { SandboxAcceptance, SandboxOrder, SandboxOrderReceipt, SandboxProductChange } from './records.ts';
import { resaleRoutes } from './resale-routes.ts';
import { playAcceptance, playRejection } from './service.ts';
import { usageRoutes } from './usage-routes.ts';

const group = 'Sandbox';
const access = 'sandbox:write';
const testOnly = sandboxErrors.not_a_test_organization.definition;
const offerProblems = [
  offerErrors.offer_not_found.definition,
  offerErrors.offer_not_acceptable.definition,
  testOnly,
];

const changeProductRoute = route({
  method: 'PATCH',
  path: '/org/{orgId}/sandbox/product/{productId}',
  operationId: 'sandboxChangeProduct',
  group,
  summary: 'Change the list prices of a product at the marketplace',
  description:
    'Returns the current product. The product has the new prices after its synchronization, as with a real marketplace.',
  access,
  body: SandboxProductChange,
  response: WorkloadProduct,
  responseDescription: 'The current product',
  errors: [productErrors.product_not_found.definition, productErrors.product_not_listed.definition, testOnly],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => ({
      body: new RawJson(encodeProduct(await changeListPrices(scope, request.params.productId, request.body))),
    }),
  },
});

export type SandboxRouteDeps = { pages: EntitlementPages; purchases: SandboxPurchases };

export const sandboxRoutes = ({ pages, purchases }: SandboxRouteDeps) => [
  route({
    method: 'POST',
    path: '/org/{orgId}/sandbox/offer/{offerId}/accept',
    operationId: 'sandboxAcceptOffer',
    group,
    summary: 'Accept an offer as its buyer',
    description:
      'Returns the current offer. The marketplace then reports the acceptance, as a real marketplace does, and the ' +
      'entitlement is created with its term: list entitlements by offerId.',
    access,
    body: SandboxAcceptance.optional(),
    example: { countryCode: 'US', buyerName: 'Example Buyer' },
    response: WorkloadOffer,
    responseDescription: 'The offer',
    errors: [
      ...offerProblems,
      offerErrors.offer_not_approved.definition,
      sandboxErrors.acceptance_refused.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, request) => ({
        body: new RawJson(
          encodeOffer(await playAcceptance(scope, request.params.offerId, request.body ?? {})),
        ),
      }),
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/sandbox/offer/{offerId}/reject',
    operationId: 'sandboxRejectOffer',
    group,
    summary: 'Reject an offer as its buyer',
    description: 'An offer that waits for a partner is rejected by the partner.',
    access,
    response: WorkloadOffer,
    responseDescription: 'The current offer; it is REJECTED once the marketplace has reported the rejection',
    errors: offerProblems,
    run: {
      kind: 'transaction',
      handle: async (scope, request) => ({
        body: new RawJson(encodeOffer(await playRejection(scope, request.params.offerId))),
      }),
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/sandbox/order',
    operationId: 'sandboxOrder',
    group,
    summary: 'Order a product at its public offer, as a buyer',
    access,
    body: SandboxOrder,
    example: { partner: 'MKA', productId: 'prd_01m7z53qrwf3raysksbfq2fp2q', quantity: 5, amount: 500 },
    response: SandboxOrderReceipt,
    responseExample: { externalID: 'sba_01m7z53wpee6h8v41zz34trexm', partner: 'MKA' },
    responseDescription: 'The order; its entitlement appears once the marketplace has reported the order',
    errors: [testOnly],
    run: {
      kind: 'transaction',
      handle: async (scope, { body: order }) => {
        const { partner } = order;
        const externalID = await placeOrder(scope, order);
        const landingURL = isMarketplace(partner)
          ? purchases.link(scope.organizationId, partner, externalID)
          : undefined;
        return { body: { externalID, partner, ...(landingURL ? { landingURL } : {}) } };
      },
    },
  }),
  ...entitlementPlayRoutes(pages),
  ...clockRoutes(),
  ...eventRoutes(),
  ...faultRoutes(),
  ...usageRoutes(),
  ...paymentRoutes(),
  changeProductRoute,
  offerSetRoute,
  ...resaleRoutes(),
];
