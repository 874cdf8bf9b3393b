import { useParams } from '@tanstack/react-router';
import type { OrganizationQuota, WithId } from '@tradepost/sdk';
import { lazy, Suspense } from 'react';
import { listQuotas } from '../../generated/quotas.ts';
import { paths } from '../../paths.ts';
import { labelOf } from '../../ui/operation/words.ts';
import { Page } from '../../ui/page.tsx';
import { section } from '../../ui/resource/index.ts';
import { Section } from '../../ui/resource/section.tsx';
import { useTab } from '../../ui/tabs.tsx';
import { type Config, ConfigCard } from './config.tsx';
import { ai, general, onboarding, organization, privateOffers, signupPage, singleSignOn } from './configs.ts';
import { cosell } from './cosell.ts';

/** The setting is loaded with its tab. */
const BuyerRequests = lazy(async () => ({ default: (await import('./buyer-requests.tsx')).BuyerRequests }));

const tabs = [
  { name: 'general', label: 'General' },
  { name: 'sign-in', label: 'Sign-in' },
  { name: 'offers', label: 'Offers and buyers' },
  { name: 'ai', label: 'AI' },
  { name: 'co-sell', label: 'Co-sell' },
  { name: 'quotas', label: 'Quotas' },
];
const configsOf: Readonly<Record<string, readonly Config[]>> = {
  general: [organization, onboarding, general],
  'sign-in': [singleSignOn],
  offers: [privateOffers, signupPage],
  ai: [ai],
  'co-sell': cosell,
};

const count = new Intl.NumberFormat();

const quotas = section<undefined, WithId<OrganizationQuota>>({
  title: 'Quotas',
  operation: listQuotas,
  columns: [
    { name: 'Quota', cell: ({ name = '' }) => labelOf(name) },
    { name: 'Counted', cell: ({ description }) => description },
    { name: 'Used', cell: ({ used = 0 }) => count.format(used), align: 'end' },
    { name: 'Maximum', cell: ({ maximum = 0 }) => count.format(maximum), align: 'end' },
  ],
  empty: 'No quotas.',
});

/** The settings of the organization, in parts. */
export function SettingsPage() {
  const { orgId } = useParams({ from: paths.settings });
  const tab = useTab(tabs);
  return (
    <Page title="Settings" tabs={tabs}>
      {configsOf[tab]?.map((config) => (
        <ConfigCard key={config.title} orgId={orgId} config={config} />
      ))}
      {tab === 'offers' && (
        <Suspense fallback={null}>
          <BuyerRequests orgId={orgId} />
        </Suspense>
      )}
      {tab === 'quotas' && <Section section={quotas} orgId={orgId} params={{}} record={undefined} />}
    </Page>
  );
}
