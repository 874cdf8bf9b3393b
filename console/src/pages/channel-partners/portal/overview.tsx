import { useParams } from '@tanstack/react-router';
import type { PortalAgreement, PortalChannelPartner, WithId } from '@tradepost/sdk';
import {
  getPortalChannelPartner,
  getPortalReport,
  listPortalAgreements,
} from '../../../generated/partnerPortal.ts';
import { paths } from '../../../paths.ts';
import { Page } from '../../../ui/page.tsx';
import { resourcePages, section } from '../../../ui/resource/index.ts';
import { agreementColumns } from '../agreement-columns.tsx';
import { partnerFacts } from '../partner-facts.tsx';
import { PartnerReport } from '../report.tsx';

type Partner = WithId<PortalChannelPartner>;
type Agreement = WithId<PortalAgreement>;

/** The channel partner for which the member acts, with its agreements. */
export const { RecordPage } = resourcePages<Partner>({
  noun: ['channel partner', 'channel partners'],
  path: paths.portal,
  record: {
    operation: getPortalChannelPartner,
    title: ({ name, id }) => name || id,
    status: ({ status }) => status,
    facts: [
      partnerFacts.type,
      { name: 'Tier', cell: ({ tier }) => tier },
      {
        name: 'Share',
        cell: ({ share }) => share !== undefined && `${share} %, unless an agreement differs`,
      },
      {
        name: 'Protection of deals',
        cell: ({ protectionDays: days }) => days !== undefined && `${days} days`,
      },
      partnerFacts.domains,
      partnerFacts.accounts,
    ],
    sections: [
      section<Partner, Agreement>({
        title: 'Agreements',
        operation: listPortalAgreements,
        columns: [
          ...agreementColumns,
          { name: 'Products', cell: ({ productIds = [] }) => productIds.join(', ') || 'All' },
        ],
        empty: 'No agreements yet. Your tier defines your share.',
      }),
    ],
  },
});

/** The report of the channel partner for which the member acts. */
export function ReportPage() {
  const { orgId } = useParams({ from: paths.overview });
  return (
    <Page title="Report">
      <PartnerReport orgId={orgId} operation={getPortalReport} params={{}} />
    </Page>
  );
}
