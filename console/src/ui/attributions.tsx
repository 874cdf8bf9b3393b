import type { OfferAttribution, WithId } from '@tradepost/sdk';
import { listEntitlementAttributions } from '../generated/entitlements.ts';
import { deleteOfferAttribution, listOfferAttributions, setOfferAttribution } from '../generated/offers.ts';
import { RecordLink, section } from './resource/index.ts';
import { Section } from './resource/section.tsx';
import { nameOf } from './words.ts';

type Sold = { id: string };
type Attribution = WithId<OfferAttribution>;

const common = {
  title: 'Channel partners',
  columns: [
    {
      name: 'Channel partner',
      cell: ({ channelPartnerId: id }: Attribution, { orgId }: { orgId: string }) =>
        id && <RecordLink orgId={orgId} kind="channelPartner" id={id} />,
    },
    { name: 'Share', cell: ({ share }: Attribution) => share !== undefined && `${share} %` },
    { name: 'Kind', cell: ({ kind }: Attribution) => nameOf(kind) },
    { name: 'Basis', cell: ({ basis }: Attribution) => nameOf(basis) },
  ],
  empty: 'No channel partner has a share of this sale.',
};

const ofOffer = section<Sold, Attribution>({
  ...common,
  operation: listOfferAttributions,
  actions: [
    {
      operation: setOfferAttribution,
      label: 'Attribute to a channel partner',
      submit: 'Attribute',
      help: 'The shares of an offer add up to at most 100 percent. After the acceptance, they cannot change.',
      labels: { channelPartnerId: 'Channel partner', share: 'Share in percent' },
    },
  ],
  rowActions: [
    {
      operation: deleteOfferAttribution,
      label: 'Remove',
      question: 'The channel partner loses its share of this sale.',
      params: ({ channelPartnerId }) => ({ channelPartnerId }),
    },
  ],
});
const ofEntitlement = section<Sold, Attribution>({ ...common, operation: listEntitlementAttributions });

type Props = { orgId: string; id: string };

/** The channel partners that have a share of an offer. */
export const OfferAttributions = ({ orgId, id }: Props) => (
  <Section section={ofOffer} orgId={orgId} params={{ offerId: id }} record={{ id }} />
);

/** The channel partners that have a share of an entitlement. */
export const EntitlementAttributions = ({ orgId, id }: Props) => (
  <Section section={ofEntitlement} orgId={orgId} params={{ entitlementId: id }} record={{ id }} />
);
