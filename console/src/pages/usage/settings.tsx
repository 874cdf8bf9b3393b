import type { PartnerUsageMeteringConfig, UsageMeteringConfigInfo } from '@tradepost/sdk';
import {
  getUsageMeteringConfigInfo,
  updateUsageMeteringConfigInfo,
} from '../../generated/usageMeteringConfigInfo.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import { resourcePages } from '../../ui/resource/index.ts';
import { ShortTable } from '../../ui/short-table.tsx';

/** Words for the settings of a marketplace that are switched on. */
const settings: readonly [keyof PartnerUsageMeteringConfig, string][] = [
  ['enableZeroUsage', 'Hours without usage are reported as zero'],
  ['enableBillableDimension', 'Usage is counted by billable metrics'],
  ['enableDimensionMapping', 'Dimensions are mapped'],
  ['enableCommitWithAdditionalUsageMetering', 'Only usage above a commit is metered'],
  ['enableCommitWithAdditionalUsageAtListPrice', 'Usage above a commit costs the list price'],
];

export const { RecordPage } = resourcePages<UsageMeteringConfigInfo>({
  noun: ['usage settings', 'usage settings'],
  path: paths.usageSettings,
  record: {
    operation: getUsageMeteringConfigInfo,
    title: () => 'Usage settings',
    facts: [],
    actions: [{ operation: updateUsageMeteringConfigInfo, label: 'Edit', kind: 'primary' }],
    sections: [{ title: 'Marketplaces', Content: Marketplaces }],
  },
});

function Marketplaces({ record }: { record: UsageMeteringConfigInfo }) {
  const rows = record.partnerUsageMeteringConfigs ?? [];
  return (
    <Card
      title="Marketplaces"
      help="How usage is settled and reported, for each marketplace. Marketplaces without an entry have the default settings."
      isFlush
    >
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-quiet">
          All marketplaces have the default settings. Choose Edit to add a marketplace.
        </p>
      ) : (
        <ShortTable
          label="Marketplaces"
          isFlush
          rows={rows}
          keyOf={({ partner }, at) => partner ?? `${at}`}
          columns={[
            { name: 'Marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
            { name: 'Settings', cell: (row) => <Settings of={row} /> },
            { name: 'Mapped dimensions', cell: ({ dimensionMappingV2: map }) => mappings(map) },
          ]}
        />
      )}
    </Card>
  );
}

const Settings = ({ of }: { of: PartnerUsageMeteringConfig }) => {
  const on = settings.filter(([name]) => of[name] === true);
  if (on.length === 0) return <>Default</>;
  return (
    <ul>
      {on.map(([name, words]) => (
        <li key={name}>{words}</li>
      ))}
    </ul>
  );
};

const mappings = (map: PartnerUsageMeteringConfig['dimensionMappingV2']): string =>
  Object.keys(map ?? {}).join(', ') || '–';
