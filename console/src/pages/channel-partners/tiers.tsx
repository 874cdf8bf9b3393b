import type { ChannelPartnerTier, WithId } from '@tradepost/sdk';
import {
  createChannelPartnerTier,
  deleteChannelPartnerTier,
  getChannelPartnerTier,
  listChannelPartnerTiers,
  updateChannelPartnerTier,
} from '../../generated/channelPartnerTiers.ts';
import { paths } from '../../paths.ts';
import { resourcePages } from '../../ui/resource/index.ts';

type Tier = WithId<ChannelPartnerTier>;

const fields = ['name', 'rank', 'share', 'protectionDays'];
const labels = { share: 'Share in percent', protectionDays: 'Protection of deals in days' };

export const { ListPage, RecordPage } = resourcePages<Tier>({
  noun: ['tier', 'tiers'],
  path: paths.tiers,
  recordPath: paths.tier,
  list: {
    operation: listChannelPartnerTiers,
    columns: [
      { name: 'Name', cell: ({ name }) => name, width: 'wide' },
      { name: 'Rank', cell: ({ rank }) => rank, align: 'end' },
      { name: 'Share', cell: ({ share }) => share !== undefined && `${share} %`, align: 'end' },
      {
        name: 'Protection',
        cell: ({ protectionDays: days }) => days !== undefined && `${days} days`,
        align: 'end',
      },
    ],
    empty:
      'No tiers yet. A tier defines the share of channel partners, and how long their deals are protected.',
    actions: [
      {
        operation: createChannelPartnerTier,
        label: 'New tier',
        kind: 'primary',
        fields,
        labels,
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getChannelPartnerTier,
    title: ({ name, id }) => name || id,
    facts: [
      { name: 'Rank', cell: ({ rank }) => rank },
      { name: 'Share', cell: ({ share }) => share !== undefined && `${share} %` },
      { name: 'Protection', cell: ({ protectionDays: days }) => days !== undefined && `${days} days` },
    ],
    actions: [
      { operation: updateChannelPartnerTier, label: 'Edit', fields, labels },
      {
        operation: deleteChannelPartnerTier,
        label: 'Delete',
        kind: 'danger',
        question: 'The tier is deleted. A tier that channel partners have cannot be deleted.',
        opens: 'list',
      },
    ],
    timeline: 'CHANNEL_PARTNER_TIER',
  },
});
