import type { ChannelPartner, DealRegistration, WithId } from '@tradepost/sdk';
import {
  createChannelPartner,
  createChannelPartnerAgreement,
  deleteChannelPartner,
  getChannelPartner,
  getChannelPartnerReport,
  listChannelPartnerAgreements,
  listChannelPartners,
  updateChannelPartner,
} from '../../generated/channelPartners.ts';
import { createDealRegistration, listDealRegistrations } from '../../generated/dealRegistrations.ts';
import { inviteMember } from '../../generated/members.ts';
import { paths } from '../../paths.ts';
import { RecordLink, RecordLinks, resourcePages, section } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import {
  type Agreement,
  agreementColumns,
  agreementFields,
  agreementKinds,
  agreementLabels,
} from './agreement-columns.tsx';
import { dealColumns, sellerDealForm } from './deal-columns.tsx';
import { partnerFacts } from './partner-facts.tsx';
import { PartnerReport } from './report.tsx';

type Partner = WithId<ChannelPartner>;

const fields = ['name', 'type', 'status', 'tierId', 'domains', 'accounts', 'contactIds', 'notes'];
const kinds = { tierId: 'tier' };
const labels = {
  tierId: 'Tier',
  ownerId: 'Responsible member',
  contactIds: 'Contacts',
  accounts: 'Accounts at marketplaces',
};

export const { ListPage, RecordPage } = resourcePages<Partner>({
  noun: ['channel partner', 'channel partners'],
  path: paths.channelPartners,
  recordPath: paths.channelPartner,
  list: {
    operation: listChannelPartners,
    query: { order: 'desc' },
    filters: ['status', 'type', 'name'],
    columns: [
      { name: 'Name', cell: ({ name }) => name, width: 'wide' },
      partnerFacts.type,
      { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
      partnerFacts.domains,
      { name: 'Created', width: 'day', cell: ({ creationTime }) => <Time at={creationTime} only="day" /> },
    ],
    empty: 'No channel partners yet. Channel partners sell for you or refer customers, and earn a share.',
    actions: [
      {
        operation: createChannelPartner,
        label: 'New channel partner',
        kind: 'primary',
        fields,
        labels,
        kinds,
        help: '',
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getChannelPartner,
    title: ({ name, id }) => name || id,
    status: ({ status }) => status,
    facts: [
      partnerFacts.type,
      {
        name: 'Tier',
        cell: ({ tierId }, { orgId }) => tierId && <RecordLink orgId={orgId} kind="tier" id={tierId} />,
      },
      partnerFacts.domains,
      partnerFacts.accounts,
      {
        name: 'Contacts',
        cell: ({ contactIds = [] }, { orgId }) =>
          contactIds.length > 0 && <RecordLinks orgId={orgId} kind="contact" ids={contactIds} />,
      },
      { name: 'Responsible member', cell: ({ ownerId }) => ownerId },
      { name: 'Notes', cell: ({ notes }) => notes },
    ],
    actions: [
      { operation: updateChannelPartner, label: 'Edit', fields, labels, kinds, help: '' },
      {
        operation: inviteMember,
        label: 'Invite to the portal',
        submit: 'Invite',
        help: 'The person can use only the partner portal: the offers, deals and report of this channel partner.',
        omit: ['role', 'channelPartnerId'],
        preset: ({ id }) => ({ channelPartnerId: id }),
        reason: ({ status }) =>
          status === 'ACTIVE' ? undefined : 'Only an active channel partner can use the portal.',
        done: 'The invitation is sent.',
      },
      {
        operation: deleteChannelPartner,
        label: 'Delete',
        kind: 'danger',
        question: 'The channel partner is deleted. Its sales keep their reference to it.',
        opens: 'list',
      },
    ],
    sections: [
      section<Partner, Agreement>({
        title: 'Agreements',
        operation: listChannelPartnerAgreements,
        path: paths.agreement,
        paramsOf: ({ id }) => ({ agreementId: id }),
        columns: agreementColumns,
        empty: 'No agreements yet. An agreement defines the share for products, countries and a period.',
        actions: [
          {
            operation: createChannelPartnerAgreement,
            label: 'New agreement',
            fields: agreementFields,
            labels: agreementLabels,
            kinds: agreementKinds,
          },
        ],
      }),
      section<Partner, WithId<DealRegistration>>({
        title: 'Deals',
        tab: 'Deals',
        operation: listDealRegistrations,
        queryOf: ({ id }) => ({ channelPartnerId: id, order: 'desc' }),
        path: paths.deal,
        paramsOf: ({ id }) => ({ dealRegistrationId: id }),
        columns: dealColumns,
        empty: 'No deals yet.',
        actions: [
          {
            operation: createDealRegistration,
            label: 'New deal',
            ...sellerDealForm,
            preset: ({ id }) => ({ channelPartnerId: id }),
            omit: ['channelPartnerId'],
          },
        ],
      }),
      {
        title: 'Report',
        tab: 'Report',
        Content: (page) => <PartnerReport {...page} operation={getChannelPartnerReport} />,
      },
    ],
    timeline: 'CHANNEL_PARTNER',
  },
});
