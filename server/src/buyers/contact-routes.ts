import { z } from 'zod';
import { readRoute } from '../platform/http/read-route.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { narrowingParameters } from '../platform/lists/narrowing.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { sortParameter } from '../platform/lists/sorting.ts';
import { fieldNames } from '../platform/records/encode.ts';
import { list } from '../platform/records/fields.ts';
import { contactColumns, contactSorts, encodeContact, narrowContact } from './columns.ts';
import {
  createContacts,
  deleteContact,
  linkContact,
  unlinkContact,
  updateContact,
} from './contact-service.ts';
import { selectContact } from './contact-store.ts';
import { buyerErrors } from './errors.ts';
import { IdentityBuyer, IdentityContact } from './records.ts';
import type { BuyerRouteDeps } from './routes.ts';
import { mailKey } from './rules.ts';

/** The fields that the service sets, which are ignored in requests (R9). */
const serverOwned = ['id', 'organizationID', 'creationTime', 'lastUpdateTime', 'info.lastModifiedBy'];

const listParameters = z.object({
  emailAddress: z
    .string()
    .max(254)
    .optional()
    .meta({ description: 'Only the contact with this e-mail address, ignoring case' }),
  ...narrowingParameters(
    'Matches a part of the name or the e-mail address, ignoring case, or the beginning of the id.',
    fieldNames(contactColumns),
  ),
  ...sortParameter(contactSorts),
  ...pageParameters(),
});

const common = { group: 'Contact', response: IdentityContact, responseDescription: 'The contact' } as const;
const path = '/org/{orgId}/contact';
const pathOfOne = '/org/{orgId}/contact/{contactId}';

const reads = [
  route({
    method: 'GET',
    path,
    operationId: 'listContacts',
    group: 'Contact',
    summary: 'List contacts',
    description: 'Lists contacts in order of creation time and id, unless sort names a field.',
    access: 'buyers:read',
    query: listParameters,
    response: z.array(IdentityContact),
    responseDescription: 'The contacts',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'contact',
          columns: contactColumns.map(([, column]) => column),
          filters: { email_key: request.query.emailAddress && mailKey(request.query.emailAddress) },
          encode: encodeContact,
          slim: narrowContact,
          sorts: contactSorts,
          searched: { noun: 'contact', within: ['name', 'email_key'] },
        }),
    },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getContact',
    summary: 'Get a contact',
    access: 'buyers:read',
    select: (scope, { contactId }) => selectContact(scope, contactId),
    notFound: buyerErrors.contact_not_found,
    encode: encodeContact,
  }),
];

const creations = [
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createContact',
    summary: 'Create a contact',
    description: 'If a contact with the e-mail address exists, it is returned unchanged.',
    access: 'buyers:write',
    body: IdentityContact,
    serverSetFields: serverOwned,
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => {
        const [row] = await createContacts(scope, [body]);
        return { body: new RawJson(encodeContact(row as NonNullable<typeof row>)) };
      },
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/contact/batch',
    operationId: 'batchCreateContacts',
    group: 'Contact',
    summary: 'Create contacts',
    description:
      'Creates at most 1000 contacts, all or none. An existing contact with the e-mail address is returned unchanged; entries with the same address ' +
      'are the same contact.',
    access: 'buyers:write',
    body: list(IdentityContact, 'The contacts.'),
    serverSetFields: serverOwned,
    response: z.array(IdentityContact),
    responseDescription: 'The contacts, in the order given',
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => {
        const rows = await createContacts(scope, body);
        return { body: new RawJson(`[${rows.map(encodeContact).join(',')}]`) };
      },
    },
  }),
];

const changes = ({ references }: BuyerRouteDeps) => [
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateContact',
    condition: { lock: lockRows(['contact', 'contactId']) },
    summary: 'Change a contact',
    description:
      'Absent fields are unchanged; an empty text removes a field, and an empty `info` removes all details.',
    access: 'buyers:write',
    body: IdentityContact,
    serverSetFields: serverOwned,
    errors: [buyerErrors.contact_not_found.definition, buyerErrors.contact_exists.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body, parsedBody }) => {
        const row = await updateContact(scope, params.contactId, body, parsedBody);
        return { body: new RawJson(encodeContact(row)) };
      },
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteContact',
    condition: { lock: lockRows(['contact', 'contactId']) },
    group: 'Contact',
    summary: 'Delete a contact',
    description: 'Deletes the data of the contact, and its links to buyers and offers.',
    access: 'buyers:write',
    response: z.string(),
    responseDescription: 'The id of the contact',
    errors: [buyerErrors.contact_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteContact(scope, references, params.contactId);
        return { body: params.contactId };
      },
    },
  }),
];

const links = ({ pages }: BuyerRouteDeps) => {
  const ofBoth = {
    path: '/org/{orgId}/contact/{contactId}/buyer/{buyerId}',
    group: 'Contact',
    access: 'buyers:write',
    errors: [buyerErrors.contact_not_found.definition, buyerErrors.buyer_not_found.definition],
  } as const;
  return [
    route({
      ...ofBoth,
      method: 'POST',
      operationId: 'addContactToBuyer',
      summary: 'Link a contact to a buyer',
      description: 'Linking a contact that is already linked has no effect.',
      response: IdentityBuyer,
      responseDescription: 'The buyer',
      run: {
        kind: 'transaction',
        handle: async (scope, { params }) => {
          const buyer = await linkContact(scope, params.contactId, params.buyerId);
          return pages.answer(scope, buyer);
        },
      },
    }),
    route({
      ...ofBoth,
      method: 'DELETE',
      operationId: 'removeContactFromBuyer',
      summary: 'Unlink a contact from a buyer',
      description: 'Unlinking a contact that is not linked has no effect.',
      response: z.string(),
      responseDescription: 'The id of the contact',
      run: {
        kind: 'transaction',
        handle: async (scope, { params }) => {
          await unlinkContact(scope, params.contactId, params.buyerId);
          return { body: params.contactId };
        },
      },
    }),
  ];
};

export const contactRoutes = (deps: BuyerRouteDeps) => [
  ...reads,
  ...creations,
  ...changes(deps),
  ...links(deps),
];
