import { z } from 'zod';
import { onlyPartnerWith, Partner, partnerParameter } from '../marketplaces/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { type List, listBatch } from '../platform/lists/list-answer.ts';
import type { Link } from '../platform/lists/list-query.ts';
import { listUnderRoute } from '../platform/lists/list-under.ts';
import { narrowingParameters } from '../platform/lists/narrowing.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { sortParameter } from '../platform/lists/sorting.ts';
import { key } from '../platform/records/fields.ts';
import {
  type BuyerRow,
  buyerColumns,
  buyerContacts,
  buyerFields,
  buyerSorts,
  narrowBuyer,
} from './columns.ts';
import { selectContact } from './contact-store.ts';
import { buyerErrors } from './errors.ts';
import { mergeBuyers } from './merge.ts';
import type { BuyerPages } from './page-links.ts';
import { CreateBuyerParams, IdentityBuyer, MergeBuyersParams, UpdateBuyerParams } from './records.ts';
import type { BuyerReferences } from './references.ts';
import { mailKey } from './rules.ts';
import { createBuyer, deleteBuyer, requireActiveBuyer, revokeLinks, updateBuyer } from './service.ts';
import { selectBuyer } from './store.ts';

export type BuyerRouteDeps = { pages: BuyerPages; references: readonly BuyerReferences[] };

const text = (description: string) => z.string().max(200).optional().meta({ description });

const listParameters = z.object({
  partner: Partner.optional(),
  contactId: text('Only buyers that this contact is linked to'),
  mkAAccountId: text(
    'Only the buyer with this account number on marketplace A, including accounts gained by a merge',
  ),
  externalId: text('Only the buyer with this id at a marketplace, including accounts gained by a merge'),
  customerId: text('Only buyers with this identifier in the seller’s own systems'),
  emailAddress: text('Only buyers with this e-mail address, ignoring case'),
  ...narrowingParameters(
    'Matches a part of the name or the e-mail address, ignoring case, or the beginning of the id, the customerId or an id at a marketplace.',
    buyerFields,
  ),
  ...sortParameter(buyerSorts),
  ...pageParameters(),
});

const partnerOfAccount = onlyPartnerWith('accountParameter', 'mkAAccountId');

const common = { group: 'Buyer', response: IdentityBuyer, responseDescription: 'The buyer' } as const;
const path = '/org/{orgId}/buyer';
const pathOfOne = '/org/{orgId}/buyer/{buyerId}';

/** List of the active buyers, each with the link to its page. */
const listOf = (
  scope: OrgScope,
  pages: BuyerPages,
  list: Pick<List<'buyer'>, 'filters' | 'links'>,
): List<'buyer'> => ({
  ...list,
  table: 'buyer',
  columns: [...buyerColumns, 'spa_version'],
  sorts: buyerSorts,
  gathered: [buyerContacts],
  filters: { ...list.filters, status: 'ACTIVE' },
  encode: (row) => pages.show(scope, row),
  // All other columns of a row are small.
  slim: (fields) => {
    const encode = narrowBuyer(fields);
    const hasInfo = fields.includes('info');
    return {
      columns: [...buyerColumns.filter((column) => column !== 'info' || hasInfo), 'spa_version'],
      gathered: fields.includes('contactIds') ? [buyerContacts] : [],
      encode: hasInfo ? (row) => pages.show(scope, row, encode) : encode,
    };
  },
  searched: {
    noun: 'buyer',
    within: ['name', 'email_key'],
    begins: ['customer_id'],
    linked: { table: 'buyer_account', column: 'buyer_id', begins: 'external_id' },
  },
});

const ofContact = (contactId: string | undefined): Link => ({
  table: 'buyer_contact',
  column: 'buyer_id',
  match: { contact_id: contactId },
});

const listBuyers = ({ pages }: BuyerRouteDeps) =>
  route({
    method: 'GET',
    path,
    operationId: 'listBuyers',
    group: 'Buyer',
    summary: 'List buyers',
    description:
      'Lists buyers in order of creation time and id, unless sort names a field, without deleted and merged buyers.',
    access: 'buyers:read',
    query: listParameters,
    response: z.array(IdentityBuyer),
    responseDescription: 'The buyers',
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { query } = request;
        const filters = {
          partner: query.partner,
          customer_id: query.customerId,
          email_key: query.emailAddress && mailKey(query.emailAddress),
        };
        const ofAccount = { table: 'buyer_account', column: 'buyer_id' } as const;
        const links = [
          ofContact(query.contactId),
          { ...ofAccount, match: { external_id: query.externalId } },
          { ...ofAccount, match: { partner: partnerOfAccount, external_id: query.mkAAccountId } },
        ];
        return listBatch(scope, request, listOf(scope, pages, { filters, links }));
      },
    },
  });

const narrowedParameters = z.object(pageParameters());

const listsByOther = ({ pages }: BuyerRouteDeps) => [
  listUnderRoute({
    path: '/org/{orgId}/contact/{contactId}/buyer',
    operationId: 'listBuyersByContact',
    group: 'Buyer',
    summary: 'List the buyers of a contact',
    access: 'buyers:read',
    query: narrowedParameters,
    response: z.array(IdentityBuyer),
    responseDescription: 'The buyers that the contact is linked to',
    parent: {
      select: (scope, { contactId }) => selectContact(scope, contactId),
      missing: buyerErrors.contact_not_found,
    },
    list: (scope, { params }) => listOf(scope, pages, { filters: {}, links: [ofContact(params.contactId)] }),
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/buyer',
    operationId: 'listBuyersByPartner',
    group: 'Buyer',
    summary: 'List the buyers of a partner',
    access: 'buyers:read',
    query: narrowedParameters,
    response: z.array(IdentityBuyer),
    responseDescription: 'The buyers of the partner',
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const filters = { partner: partnerParameter(request.params.partner) };
        return listBatch(scope, request, listOf(scope, pages, { filters }));
      },
    },
  }),
];

const readAndCreate = ({ pages }: BuyerRouteDeps) => [
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createBuyer',
    summary: 'Create a buyer of direct sales',
    description: 'Buyers on marketplaces are created automatically by their purchases.',
    access: 'buyers:write',
    body: CreateBuyerParams,
    run: { kind: 'batch', batch: (scope, { body }) => createBuyer(scope, pages, body) },
  }),
  route({
    ...common,
    method: 'GET',
    path: pathOfOne,
    operationId: 'getBuyer',
    summary: 'Get a buyer',
    description: 'For a merged buyer, the response is a 404 that names the survivor.',
    access: 'buyers:read',
    errors: [buyerErrors.buyer_not_found.definition],
    run: {
      kind: 'batch',
      batch: (scope, { params }) => ({
        statements: [selectBuyer(scope, params.buyerId)],
        respond: ([rows]) => ({
          body: new RawJson(pages.show(scope, requireActiveBuyer(rows?.[0] as BuyerRow | undefined))),
        }),
      }),
    },
  }),
];

const changes = ({ pages, references }: BuyerRouteDeps) => [
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateBuyer',
    condition: { lock: lockRows(['buyer', 'buyerId']) },
    summary: 'Change a buyer',
    description:
      'Absent fields are unchanged; records are merged by field; lists are replaced. null or an empty text removes a field.',
    access: 'buyers:write',
    body: UpdateBuyerParams,
    errors: [buyerErrors.buyer_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) =>
        pages.answer(scope, await updateBuyer(scope, params.buyerId, body)),
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/org/{orgId}/buyer/{buyerId}/revokeLinks',
    operationId: 'revokeBuyerLinks',
    summary: 'Revoke the links for a buyer',
    description:
      'Revokes every link issued so far to the pages of the buyer, its entitlements, and its invoices with their PDFs and credit ' +
      'notes, also in mails, immediately in all processes. Each call revokes the links issued since the last call.',
    access: 'buyers:write',
    errors: [buyerErrors.buyer_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) =>
        pages.answer(scope, await revokeLinks(scope, references, params.buyerId)),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteBuyer',
    condition: { lock: lockRows(['buyer', 'buyerId']) },
    group: 'Buyer',
    summary: 'Delete a buyer',
    description:
      'Rejected while the buyer has an entitlement that is not cancelled, unused credit, or an unpaid invoice. `confirm` prevents a wrongly assembled path ' +
      'such as `contact/../buyer/{buyerId}` from deleting a buyer.',
    access: 'buyers:write',
    query: z.object({ confirm: key('The id of the buyer, repeated') }),
    response: z.string(),
    responseDescription: 'The id of the buyer',
    errors: [
      buyerErrors.buyer_not_found.definition,
      buyerErrors.buyer_has_entitlements.definition,
      buyerErrors.buyer_has_credit.definition,
      buyerErrors.buyer_has_invoices.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, query }) => {
        await deleteBuyer(scope, references, params.buyerId, query.confirm);
        return { body: params.buyerId };
      },
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/org/{orgId}/buyer/{buyerId}/merge',
    operationId: 'mergeBuyers',
    summary: 'Merge buyers',
    description:
      'Merges the buyers in the body into the buyer in the path, which receives their offers, entitlements, contacts and accounts ' +
      'at marketplaces, and values for its empty fields. A merge cannot be undone. A repeat has no effect.',
    access: 'buyers:write',
    body: MergeBuyersParams,
    responseDescription: 'The survivor',
    errors: [buyerErrors.buyer_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => {
        const merged = await mergeBuyers(scope, references, params.buyerId, body.buyerIds);
        return pages.answer(scope, merged);
      },
    },
  }),
];

export const buyerRoutes = (deps: BuyerRouteDeps) => [
  listBuyers(deps),
  ...readAndCreate(deps),
  ...changes(deps),
  ...listsByOther(deps),
];
