import type { IdentityBuyer, IdentityContact, WithId, WorkloadOffer } from '@tradepost/sdk';
import { Plus } from 'lucide-react';
import {
  addContactToBuyer,
  addContactToOffer,
  createContact,
  deleteContact,
  getContact,
  listBuyersByContact,
  listContacts,
  listOffersByContact,
  removeContactFromBuyer,
  removeContactFromOffer,
  updateContact,
} from '../../generated/contacts.ts';
import { paths } from '../../paths.ts';
import { resourcePages, section } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

type Contact = WithId<IdentityContact>;

const fields = ['name', 'emailAddress', 'info/companyName', 'info/role', 'info/phoneNumber'];

export const { ListPage, RecordPage } = resourcePages<Contact>({
  noun: ['contact', 'contacts'],
  path: paths.contacts,
  recordPath: paths.contact,
  list: {
    operation: listContacts,
    query: { order: 'desc' },
    columns: [
      {
        name: 'Name',
        sort: 'name',
        cell: ({ name, emailAddress }) => name || emailAddress,
        csv: ({ id, name }) => ({ Id: id, Name: name }),
      },
      {
        name: 'E-mail address',
        sort: 'emailAddress',
        cell: ({ emailAddress }) => emailAddress,
        csv: ({ emailAddress }) => ({ 'E-mail address': emailAddress }),
      },
      {
        name: 'Company',
        cell: ({ info }) => info?.companyName,
        csv: ({ info }) => ({ Company: info?.companyName }),
      },
      { name: 'Role', cell: ({ info }) => info?.role, csv: ({ info }) => ({ Role: info?.role }) },
      {
        name: 'Created',
        sort: 'creationTime',
        width: 'day',
        cell: ({ creationTime }) => <Time at={creationTime} only="day" />,
      },
    ],
    empty: 'No contacts yet',
    actions: [
      {
        operation: createContact,
        label: 'New contact',
        kind: 'primary',
        icon: Plus,
        fields,
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getContact,
    title: ({ name, emailAddress, id }) => name || emailAddress || id,
    facts: [
      { name: 'E-mail address', cell: ({ emailAddress }) => emailAddress },
      { name: 'Company', cell: ({ info }) => info?.companyName },
      { name: 'Role', cell: ({ info }) => info?.role },
      { name: 'Telephone number', cell: ({ info }) => info?.phoneNumber },
      { name: 'Location', cell: ({ info }) => info?.companyLocation },
    ],
    actions: [
      { operation: updateContact, label: 'Edit', fields },
      {
        operation: deleteContact,
        label: 'Delete',
        kind: 'danger',
        question: 'The contact and its links to buyers and offers are deleted.',
        opens: 'list',
      },
    ],
    sections: [
      section<Contact, WithId<IdentityBuyer>>({
        title: 'Buyers',
        operation: listBuyersByContact,
        path: paths.buyer,
        paramsOf: ({ id }) => ({ buyerId: id }),
        columns: [
          { name: 'Name', cell: ({ name, id }) => name || id },
          { name: 'E-mail address', cell: ({ info }) => info?.emailAddress },
        ],
        empty: 'No buyers are linked.',
        actions: [{ operation: addContactToBuyer, label: 'Link a buyer' }],
        rowActions: [
          { operation: removeContactFromBuyer, label: 'Unlink', params: ({ id }) => ({ buyerId: id }) },
        ],
      }),
      section<Contact, WithId<WorkloadOffer>>({
        title: 'Offers',
        operation: listOffersByContact,
        path: paths.offer,
        paramsOf: ({ id }) => ({ offerId: id }),
        columns: [
          { name: 'Name', cell: ({ name, id }) => name || id },
          { name: 'Status', cell: ({ status }) => <Status of={status} /> },
        ],
        empty: 'No offers are linked.',
        actions: [{ operation: addContactToOffer, label: 'Link an offer' }],
        rowActions: [
          { operation: removeContactFromOffer, label: 'Unlink', params: ({ id }) => ({ offerId: id }) },
        ],
      }),
    ],
    timeline: 'CONTACT',
  },
});
