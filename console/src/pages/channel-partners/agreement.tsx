import {
  deleteChannelPartnerAgreement,
  getChannelPartnerAgreement,
  updateChannelPartnerAgreement,
} from '../../generated/channelPartners.ts';
import { paths } from '../../paths.ts';
import { EntityLink } from '../../ui/resource/entity-link.tsx';
import { RecordLinks, resourcePages } from '../../ui/resource/index.ts';
import {
  type Agreement,
  agreementColumns,
  agreementFields,
  agreementKinds,
  agreementLabels,
} from './agreement-columns.tsx';

/** An agreement with a channel partner. */
export const { RecordPage } = resourcePages<Agreement>({
  noun: ['agreement', 'channel partner'],
  path: paths.channelPartner,
  record: {
    operation: getChannelPartnerAgreement,
    title: ({ name, id }) => name || id,
    facts: [
      ...agreementColumns.filter(({ name }) => name !== 'Name'),
      {
        name: 'Products',
        cell: ({ productIds = [] }, { orgId }) =>
          productIds.length === 0 ? 'All' : <RecordLinks orgId={orgId} kind="product" ids={productIds} />,
      },
      {
        name: 'Signed document',
        cell: ({ fileId }, { orgId }) => fileId && <EntityLink orgId={orgId} type="FILE" id={fileId} />,
      },
    ],
    actions: [
      {
        operation: updateChannelPartnerAgreement,
        label: 'Edit',
        help: 'Earlier sales keep their share.',
        fields: agreementFields,
        labels: agreementLabels,
        kinds: agreementKinds,
      },
      {
        operation: deleteChannelPartnerAgreement,
        label: 'Delete',
        kind: 'danger',
        question:
          'Delete only an agreement that was created by mistake. To end an agreement, edit its last day.',
        opens: 'list',
      },
    ],
    timeline: 'CHANNEL_PARTNER_AGREEMENT',
  },
});
