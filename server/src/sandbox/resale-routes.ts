import { encodeOffer, offerErrors } from '../offers/index.ts';
import { WorkloadOffer } from '../offers/records.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { sandboxErrors } from './errors.ts';
import { SandboxAuthorization, SandboxAuthorizationReceipt, SandboxResale } from './records.ts';
import { grantAuthorization, partnerOfResale, resellOffer, restrictOffer } from './resale.ts';

const common = { method: 'POST', group: 'Sandbox', access: 'sandbox:write' } as const;
const testOnly = sandboxErrors.not_a_test_organization.definition;
const offerProblems = [
  offerErrors.offer_not_found.definition,
  offerErrors.offer_not_acceptable.definition,
  testOnly,
];

/** Returns the routes that act as the other parties of a resale. */
export const resaleRoutes = () => [
  route({
    ...common,
    path: '/org/{orgId}/sandbox/offer/{offerId}/resell',
    operationId: 'sandboxResellOffer',
    summary: 'Resell an offer as the partner',
    description:
      'From an offer of type CPPO_OUT the partner creates a linked offer of type CPPO to a buyer; ' +
      'the authorization becomes USED. An offer shared by several parties on marketplace B is passed on to the buyer: ' +
      'PENDING_ACCEPTANCE. Returns the current offer.',
    body: SandboxResale.optional(),
    example: { markupPercentage: 10, buyerAccountIds: ['123456789012'] },
    response: WorkloadOffer,
    responseDescription: 'The current offer',
    errors: offerProblems,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeOffer(await resellOffer(scope, params.offerId, body ?? {}))),
      }),
    },
  }),
  route({
    ...common,
    path: '/org/{orgId}/sandbox/offer/{offerId}/restrict',
    operationId: 'sandboxRestrictOffer',
    summary: 'Restrict an authorization as its grantor',
    description: 'Offers created from it before remain valid.',
    response: WorkloadOffer,
    responseDescription:
      'The current offer; it is RESTRICTED once the marketplace has reported the restriction',
    errors: offerProblems,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(encodeOffer(await restrictOffer(scope, params.offerId))),
      }),
    },
  }),
  route({
    ...common,
    path: '/org/{orgId}/sandbox/resaleAuthorization',
    operationId: 'sandboxGrantResaleAuthorization',
    summary: 'Authorize the organization to resell on marketplace A, as a vendor',
    description:
      'An offer of type CPPO_IN appears, READY_TO_USE. Create an offer of type CPPO that names it in ' +
      'metaInfo.cppoInOfferId.',
    body: SandboxAuthorization.optional(),
    example: {
      name: 'Example product for resellers',
      vendorName: 'Example Vendor',
      currency: 'USD',
      commits: [{ key: 'seats', rate: 1000, length: 1, timeUnit: 'YEAR' }],
    },
    response: SandboxAuthorizationReceipt,
    responseExample: { externalID: 'sbo_01m7z53wpee6h8v41zz34trexm', partner: 'MKA' },
    responseDescription: 'The authorization; its offer appears once the marketplace has reported it',
    errors: [testOnly],
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({
        body: { externalID: await grantAuthorization(scope, body ?? {}), partner: partnerOfResale },
      }),
    },
  }),
];
