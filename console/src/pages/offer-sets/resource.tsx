import type { OfferSet, WithId } from '@tradepost/sdk';
import { Plus } from 'lucide-react';
import {
  cancelOfferSet,
  createOfferSet,
  deleteOfferSet,
  getOfferSet,
  listOfferSets,
  publishOfferSet,
  updateOfferSet,
} from '../../generated/offerSets.ts';
import { sandboxAcceptOfferSet } from '../../generated/sandbox.ts';
import { paths } from '../../paths.ts';
import { CopyId } from '../../ui/copy-id.tsx';
import { withNames } from '../../ui/names-in-text.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { OffersOfSet } from './offers.tsx';

type Set = WithId<OfferSet>;

const form = {
  fields: ['name', 'expireTime', 'info/buyerNotes', 'info/buyerMkAAccountIds', 'metaInfo/internalNote'],
  omit: ['partner'],
  labels: {
    expireTime: 'Expires',
    'info/buyerNotes': 'Notes to the buyer',
    'info/buyerMkAAccountIds': withNames('Accounts of the buyer on marketplace A'),
    'metaInfo/internalNote': 'Internal note',
  },
};
const isDraft = ({ status }: Set): boolean => status === 'DRAFT' || status === 'CREATE_FAILED';
const isOpen = ({ status }: Set): boolean => status === 'PENDING_ACCEPTANCE' || status === 'CANCEL_FAILED';
const isOver = ({ status = 'DRAFT' }: Set): boolean =>
  ['DRAFT', 'CANCELLED', 'EXPIRED', 'REJECTED'].includes(status);

export const { ListPage, RecordPage } = resourcePages<Set>({
  noun: ['offer set', 'offer sets'],
  path: paths.offerSets,
  recordPath: paths.offerSet,
  list: {
    operation: listOfferSets,
    query: { s: 'creation_time:desc' },
    columns: [
      { name: 'Name', cell: ({ name, id }) => name || id },
      { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
      { name: 'Offers', cell: ({ offerIDs }) => offerIDs?.length ?? 0, align: 'end', width: 'narrow' },
      { name: 'Expires', width: 'day', cell: ({ expireTime }) => <Time at={expireTime} only="day" /> },
      { name: 'Created', width: 'day', cell: ({ creationTime }) => <Time at={creationTime} only="day" /> },
    ],
    empty: withNames('No offer sets yet. A set joins offers on marketplace A that a buyer accepts together.'),
    actions: [
      {
        ...form,
        operation: createOfferSet,
        label: 'New offer set',
        kind: 'primary',
        icon: Plus,
        preset: { partner: 'MKA' },
        help: 'Creates a draft without offers. Add offers, then publish the set.',
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getOfferSet,
    title: ({ name, id }) => name || id,
    status: ({ status }) => status,
    facts: [
      {
        name: 'Buyers',
        cell: ({ buyerIDs }, { orgId }) =>
          buyerIDs?.map((id) => (
            <div key={id}>
              <RecordLink orgId={orgId} kind="buyer" id={id} />
            </div>
          )),
      },
      { name: 'Expires', cell: ({ expireTime }) => expireTime && <Time at={expireTime} /> },
      { name: 'At the marketplace', cell: ({ externalID }) => externalID && <CopyId of={externalID} /> },
      { name: 'Notes to the buyer', cell: ({ info }) => info?.buyerNotes },
      { name: 'Internal note', cell: ({ metaInfo }) => metaInfo?.internalNote },
    ],
    actions: [
      {
        operation: publishOfferSet,
        label: 'Publish',
        kind: 'primary',
        question: 'The offers are created at the marketplace, and the buyer can accept them together.',
        reason: ({ offerIDs = [] }) => (offerIDs.length === 0 ? 'Add offers first.' : undefined),
        isHidden: (set) => !isDraft(set),
      },
      {
        operation: sandboxAcceptOfferSet,
        label: 'Accept as buyer',
        isTest: true,
        omit: (sandboxAcceptOfferSet.fields ?? []).map(({ name }) => name),
        isHidden: (set) => !isOpen(set),
      },
      { ...form, operation: updateOfferSet, label: 'Edit' },
      {
        operation: cancelOfferSet,
        label: 'Cancel set',
        kind: 'danger',
        question: 'The buyer can no longer accept the offers. This cannot be undone.',
        isHidden: (set) => !isOpen(set),
      },
      {
        operation: deleteOfferSet,
        label: 'Delete',
        kind: 'danger',
        question: 'The set disappears. The offers of a draft stay as offers of their own.',
        isHidden: (set) => !isOver(set),
        opens: 'list',
      },
    ],
    sections: [{ title: 'Offers', Content: OffersOfSet }],
    timeline: 'OFFER_SET',
  },
});
