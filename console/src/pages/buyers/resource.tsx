import type {
  IdentityBuyer,
  UpdateBuyerParams,
  WithId,
  WorkloadEntitlement,
  WorkloadOffer,
} from '@tradepost/sdk';
import { Plus } from 'lucide-react';
import {
  createBuyer,
  deleteBuyer,
  getBuyer,
  listBuyers,
  listEntitlementsByBuyer,
  mergeBuyers,
  revokeBuyerLinks,
  updateBuyer,
} from '../../generated/buyers.ts';
import { listOffers } from '../../generated/offers.ts';
import { addSandboxPaymentMethod } from '../../generated/sandbox.ts';
import { paths } from '../../paths.ts';
import { CopyLink } from '../../ui/copy-link.tsx';
import type { Json } from '../../ui/form/pointers.ts';
import { Marketplace } from '../../ui/marketplace.tsx';
import { resourcePages, section } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { BuyerContacts } from './contacts.tsx';
import { MergePreview } from './merge-preview.tsx';
import { wallets } from './wallets.tsx';

type Buyer = WithId<IdentityBuyer>;

const fields = ['name', 'emailAddress', 'customerId', 'companyInfo', 'language', 'description'];

/** The body of a change that would leave the buyer unchanged. */
const asUpdate = ({ name, description, info }: Buyer): Json => {
  const all: Record<string, unknown> = { ...info, name, description };
  const known = (updateBuyer.fields ?? []).map((field) => field.name as keyof UpdateBuyerParams);
  return Object.fromEntries(known.flatMap((one) => (all[one] === undefined ? [] : [[one, all[one]]])));
};

export const { ListPage, RecordPage } = resourcePages<Buyer>({
  noun: ['buyer', 'buyers'],
  path: paths.buyers,
  recordPath: paths.buyer,
  list: {
    operation: listBuyers,
    query: { order: 'desc' },
    filters: ['partner'],
    columns: [
      {
        name: 'Name',
        sort: 'name',
        cell: ({ name, id }) => name || id,
        csv: ({ id, name }) => ({ Id: id, Name: name }),
      },
      {
        name: 'E-mail address',
        cell: ({ info }) => info?.emailAddress,
        csv: ({ info }) => ({ 'E-mail address': info?.emailAddress }),
      },
      { name: 'Marketplace', width: 'marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
      {
        name: 'Account',
        cell: ({ externalID }) => externalID,
        csv: ({ partner, externalID }) => ({ Marketplace: partner, Account: externalID }),
      },
      {
        name: 'Created',
        sort: 'creationTime',
        width: 'day',
        cell: ({ creationTime }) => <Time at={creationTime} only="day" />,
      },
    ],
    empty: 'No buyers yet',
    actions: [
      {
        operation: createBuyer,
        label: 'New buyer',
        kind: 'primary',
        icon: Plus,
        fields,
        options: { partner: ['PAYA', 'PAYB'] },
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getBuyer,
    title: ({ name, id }) => name || id,
    facts: [
      { name: 'E-mail address', cell: ({ info }) => info?.emailAddress },
      { name: 'Marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
      { name: 'Account', cell: ({ externalID }) => externalID },
      { name: 'Customer ID', cell: ({ info }) => info?.customerId },
      { name: 'Company', cell: ({ info }) => info?.companyInfo?.name },
      { name: 'Description', cell: ({ description }) => description },
      {
        name: 'Buyer’s page',
        cell: ({ info }) => info?.spaUrl && <CopyLink to={info.spaUrl}>Open the page</CopyLink>,
      },
    ],
    actions: [
      { operation: updateBuyer, label: 'Edit', fields, start: asUpdate },
      {
        operation: mergeBuyers,
        label: 'Merge buyers into this one',
        submit: 'Merge',
        help: 'This buyer receives the offers, entitlements, contacts and marketplace accounts of the selected buyers, and values for its empty fields.',
        labels: { buyerIds: 'Buyers that are merged and removed' },
        Preview: MergePreview,
      },
      {
        operation: addSandboxPaymentMethod,
        label: 'Add a payment method',
        submit: 'Add',
        isTest: true,
        fields: ['type', 'outcome'],
      },
      {
        operation: revokeBuyerLinks,
        label: 'Revoke links',
        question:
          'All links to the pages of this buyer, its entitlements and its invoices stop working, also links in mails that were already sent. The buyer needs new links.',
        done: 'The links are revoked.',
      },
      {
        operation: deleteBuyer,
        label: 'Delete',
        kind: 'danger',
        question: 'The buyer is deleted. Buyers with active entitlements cannot be deleted.',
        preset: ({ id }) => ({ $query: { confirm: id } }),
        opens: 'list',
      },
    ],
    sections: [
      { title: 'Contacts', Content: BuyerContacts },
      section<Buyer, WithId<WorkloadOffer>>({
        title: 'Offers',
        operation: listOffers,
        queryOf: ({ id }) => ({ buyerId: id, order: 'desc' }),
        path: paths.offer,
        paramsOf: ({ id }) => ({ offerId: id }),
        columns: [
          { name: 'Name', cell: ({ name, id }) => name || id },
          { name: 'Status', cell: ({ status }) => <Status of={status} /> },
          { name: 'Created', cell: ({ creationTime }) => <Time at={creationTime} only="day" /> },
        ],
        empty: 'No offers yet.',
      }),
      section<Buyer, WithId<WorkloadEntitlement>>({
        title: 'Entitlements',
        operation: listEntitlementsByBuyer,
        path: paths.entitlement,
        paramsOf: ({ id }) => ({ entitlementId: id }),
        columns: [
          { name: 'Name', cell: ({ name, id }) => name || id },
          { name: 'Status', cell: ({ status }) => <Status of={status} /> },
          { name: 'Start', cell: ({ startTime }) => <Time at={startTime} only="day" /> },
        ],
        empty: 'No entitlements yet.',
      }),
      wallets,
    ],
    timeline: 'BUYER',
  },
});
