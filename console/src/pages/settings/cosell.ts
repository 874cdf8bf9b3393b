import {
  getCosellAccountMappingConfigs,
  updateCosellAccountMappingConfigs,
} from '../../generated/cosellAccountMappingConfigs.ts';
import { getCosellConfigInfoV2, updateCosellConfigInfoV2 } from '../../generated/cosellConfigInfoV2.ts';
import {
  getCosellFillerConfigInfo,
  updateCosellFillerConfigInfo,
} from '../../generated/cosellFillerConfigInfo.ts';
import {
  getCosellIntelligenceConfigInfo,
  updateCosellIntelligenceConfigInfo,
} from '../../generated/cosellIntelligenceConfigInfo.ts';
import {
  getFundingApplicationFieldMappingConfigInfo,
  updateFundingApplicationFieldMappingConfigInfo,
} from '../../generated/fundingApplicationFieldMappingConfigInfo.ts';
import type { Operation } from '../../ui/operation/operation.ts';
import type { Config } from './config.tsx';

/** A configuration that is a list of entries, which a change replaces. */
const entries = (title: string, help: string, read: Operation, update: Operation): Config => ({
  title,
  help,
  read,
  edit: {
    operation: update,
    help: 'The entries replace the stored entries.',
    labels: { $items: 'Entries' },
    omit: ['lastValidatedAt', 'lastModifyTime'],
    start: (of) => ({ $items: of }),
  },
  empty: 'No entries; the default values apply.',
});

export const cosell: readonly Config[] = [
  {
    title: 'Co-sell signals',
    help: 'The marketplaces whose signals are used.',
    read: getCosellIntelligenceConfigInfo,
    edit: { operation: updateCosellIntelligenceConfigInfo, help: '' },
    empty: 'No switch is set.',
  },
  entries('Co-selling', 'By marketplace and CRM.', getCosellConfigInfoV2, updateCosellConfigInfoV2),
  entries(
    'Field names',
    'The names of fields in each CRM, if they differ from the default names.',
    getCosellAccountMappingConfigs,
    updateCosellAccountMappingConfigs,
  ),
  entries(
    'Filling of co-sell records',
    'The mapping of fields between two systems.',
    getCosellFillerConfigInfo,
    updateCosellFillerConfigInfo,
  ),
  entries(
    'Filling of funding applications',
    'The mapping of fields by marketplace, CRM and programme.',
    getFundingApplicationFieldMappingConfigInfo,
    updateFundingApplicationFieldMappingConfigInfo,
  ),
];
