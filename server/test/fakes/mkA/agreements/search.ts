import type { Pages } from '../../http/pages.ts';
import { type Agreement, type Agreements, licenceOf } from './agreements.ts';
import { endTimeBehavior, proposalSummary, wrong } from './reads.ts';

/** The body of SearchAgreements. */
export type SearchInput = {
  catalog?: string;
  filters?: { name?: string; values?: string[] }[];
  sort?: { sortBy?: string; sortOrder?: string };
  maxResults?: number;
  nextToken?: string;
};

/**
 * The filters by equality: the compared value of an agreement, by filter name. Times have separate filters.
 */
const equal: Readonly<Record<string, (agreement: Agreement) => string | undefined>> = {
  ResourceIdentifier: ({ productId }) => productId,
  ResourceType: ({ productKind }) => productKind,
  AcceptorAccountId: ({ acceptor }) => acceptor,
  OfferId: ({ offer }) => offer.id,
  OfferSetId: ({ offer }) => offer.offerSetId,
  Status: ({ status }) => status,
  AgreementType: () => 'PurchaseAgreement',
  EndTimeBehaviorType: (agreement) => endTimeBehavior(agreement)?.type,
  EndTimeBehaviorReasonCode: (agreement) => endTimeBehavior(agreement)?.reasonCode,
  InitialAgreementId: ({ initialAgreementId }) => initialAgreementId,
};
const times: Readonly<Record<string, (agreement: Agreement) => number | undefined>> = {
  StartTime: ({ startMs }) => startMs,
  EndTime: ({ endMs }) => endMs,
  LastUpdateTime: ({ updatedMs }) => updatedMs,
};

type Filter = { name: string; value: string };

function meets(agreement: Agreement, { name, value }: Filter): boolean {
  if (name === 'PartyType') return true;
  if (name === 'LicenseArn') return licenceOf(agreement.licenseArn) === licenceOf(value);
  const [, side, time = ''] = /^(Before|After)(\w+)$/.exec(name) ?? [];
  if (side === undefined) return equal[name]?.(agreement) === value;
  const ms = times[time]?.(agreement) ?? Number.POSITIVE_INFINITY;
  return side === 'Before' ? ms < Date.parse(value) : ms > Date.parse(value);
}

function checked({ catalog, filters = [] }: SearchInput): Filter[] {
  if (catalog !== undefined && catalog !== 'AWSMarketplace')
    throw wrong('INVALID_CATALOG', `There is no catalog ${catalog}.`);
  if (filters.length < 1 || filters.length > 10)
    throw wrong('INVALID_FILTERS', 'Provide between 1 and 10 filters.');
  const all = filters.map(({ name = '', values = [] }) => {
    const [, time] = /^(?:Before|After)(\w+)$/.exec(name) ?? [];
    const isKnown =
      name === 'PartyType' || name === 'LicenseArn' || name in equal || (time !== undefined && time in times);
    if (!isKnown) throw wrong('INVALID_FILTER_NAME', `The filter ${name} is not supported.`);
    const [value] = values;
    if (values.length !== 1 || value === undefined || (time !== undefined && Number.isNaN(Date.parse(value))))
      throw wrong('INVALID_FILTER_VALUES', `The filter ${name} takes one value.`);
    return { name, value };
  });
  const given = (name: string) => all.find((filter) => filter.name === name)?.value;
  if (given('AgreementType') !== 'PurchaseAgreement')
    throw wrong('INVALID_FILTERS', 'The filter AgreementType is required: PurchaseAgreement.');
  if (!['Proposer', 'Acceptor'].includes(given('PartyType') ?? ''))
    throw wrong('INVALID_FILTERS', 'The filter PartyType is required: Proposer or Acceptor.');
  return all;
}

/** Creates the search for agreements on a replica that may lag behind. */
export function createSearch(agreements: Agreements, pages: Pages, now: () => number, lagMs: () => number) {
  const list = (input: SearchInput, account: string): Agreement[] => {
    const filters = checked(input);
    const isProposer = filters.some(({ name, value }) => name === 'PartyType' && value === 'Proposer');
    const { sortBy = 'EndTime', sortOrder = 'ASCENDING' } = input.sort ?? {};
    const timeOf = times[sortBy];
    if (!timeOf || (sortBy !== 'EndTime' && !isProposer))
      throw wrong('INVALID_SORT_BY', `${sortBy} is not supported.`);
    if (!['ASCENDING', 'DESCENDING'].includes(sortOrder))
      throw wrong('INVALID_SORT_ORDER', 'sortOrder is not valid.');
    const turned = sortOrder === 'DESCENDING' ? -1 : 1;
    const end = Number.MAX_SAFE_INTEGER;
    const all = lagMs() > 0 ? agreements.asOf(now() - lagMs()) : agreements.all();
    return all
      .filter((one) => (isProposer ? one.proposer : one.acceptor) === account)
      .filter((one) => filters.every((filter) => meets(one, filter)))
      .sort((a, b) => ((timeOf(a) ?? end) - (timeOf(b) ?? end)) * turned || (a.id < b.id ? -1 : 1));
  };
  return {
    SearchAgreements: (input: SearchInput, account: string) => {
      const { maxResults = 50, nextToken } = input;
      if (!Number.isInteger(maxResults) || maxResults < 1 || maxResults > 50)
        throw wrong('INVALID_MAX_RESULTS', 'maxResults must be between 1 and 50.');
      const page =
        nextToken === undefined
          ? pages.first(list(input, account), maxResults)
          : pages.next<Agreement>(nextToken, maxResults);
      if (!page) throw wrong('INVALID_NEXT_TOKEN', 'nextToken is not valid.');
      return { agreementViewSummaries: page.rows.map(summary), nextToken: page.next };
    },
  };
}

const summary = (agreement: Agreement) => ({
  agreementId: agreement.id,
  acceptanceTime: agreement.acceptedMs / 1000,
  startTime: agreement.startMs / 1000,
  endTime: agreement.endMs === undefined ? undefined : agreement.endMs / 1000,
  lastUpdateTime: agreement.updatedMs / 1000,
  agreementType: 'PurchaseAgreement',
  acceptor: { accountId: agreement.acceptor },
  proposer: { accountId: agreement.proposer },
  proposalSummary: proposalSummary(agreement),
  status: agreement.status,
  entitlements: [{ licenseArn: agreement.licenseArn }],
  initialAgreementId: agreement.initialAgreementId,
  endTimeBehaviorType: endTimeBehavior(agreement)?.type,
  endTimeBehaviorReasonCode: endTimeBehavior(agreement)?.reasonCode,
});
