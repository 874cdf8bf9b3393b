import { list } from '../../platform/records/fields.ts';
import {
  CosellAccountMappingConfig,
  CosellConfigInfo,
  CosellFillerConfigInfo,
  CosellIntelligenceConfigInfo,
  FundingApplicationFieldMappingConfigInfo,
} from '../records.ts';
import { type ConfigurationRecord, checkUnique, type Setting, stampChanges } from './define.ts';

const pairOf = ['cloudPartner', 'crmPartner'];
const program = [...pairOf, 'programType', 'fundingType'];
const direction = ['from', 'to'];

/** The settings of co-selling and funding: arrays, with one entry for each key. */
export const cosellConfiguration: readonly ConfigurationRecord[] = [
  {
    name: 'cosellIntelligenceConfigInfo',
    word: 'CosellIntelligenceConfigInfo',
    group: 'Cosell',
    summary: 'where co-sell signals are used',
    description: 'The older switch for all marketplaces applies to a marketplace whose own switch is unset.',
    schema: CosellIntelligenceConfigInfo,
  },
  {
    name: 'cosellConfigInfoV2',
    word: 'CosellConfigInfoV2',
    group: 'Cosell',
    summary: 'the co-sell configuration',
    description: 'One entry for each marketplace and CRM.',
    schema: list(CosellConfigInfo, 'All entries.'),
    check: (entries) => checkUnique(entries, pairOf),
  },
  {
    name: 'cosellAccountMappingConfigs',
    word: 'CosellAccountMappingConfigs',
    group: 'Cosell',
    summary: 'the field names by CRM',
    description: 'One entry for each CRM; a CRM without an entry uses the default names.',
    schema: list(CosellAccountMappingConfig, 'All entries.'),
    check: (entries) => checkUnique(entries, ['crmPartner']),
    complete: (next, before, { now }) =>
      stampChanges(next, before, ['crmPartner'], { field: 'lastValidatedAt', now }),
  },
  {
    name: 'cosellFillerConfigInfo',
    word: 'CosellFillerConfigInfo',
    group: 'Cosell',
    summary: 'how co-sell records are filled',
    description: 'One entry for each pair of systems.',
    schema: list(CosellFillerConfigInfo, 'All entries.'),
    check: (entries) => checkUnique(entries, direction),
    complete: (next, before, { now }) =>
      stampChanges(
        next.map((entry: Setting) => ({ version: '', ...entry })),
        before,
        direction,
        { field: 'lastModifyTime', now },
      ),
  },
  {
    name: 'fundingApplicationFieldMappingConfigInfo',
    word: 'FundingApplicationFieldMappingConfigInfo',
    group: 'Cosell',
    summary: 'how funding applications are filled',
    description: 'One entry for each marketplace, CRM, programme and kind of funding.',
    schema: list(FundingApplicationFieldMappingConfigInfo, 'All entries.'),
    check: (entries) => checkUnique(entries, program),
    complete: (next, before, { now }) =>
      stampChanges(next, before, program, { field: 'lastModifyTime', now }),
  },
];

type OwnSwitch = Exclude<keyof CosellIntelligenceConfigInfo, 'cosellIntelligenceSignalsEnabled'>;

/** The marketplaces with a separate switch, by their names in the settings. */
type WithSwitch = OwnSwitch extends `${infer Marketplace}SignalsEnabled` ? Marketplace : never;

/**
 * Whether co-sell signals are used for a marketplace (R13): its own switch applies; if its own switch is unset,
 * the older switch for all marketplaces applies.
 */
export function signalsEnabled(
  config: CosellIntelligenceConfigInfo | undefined,
  marketplace: WithSwitch,
): boolean {
  return config?.[`${marketplace}SignalsEnabled`] ?? config?.cosellIntelligenceSignalsEnabled ?? false;
}
