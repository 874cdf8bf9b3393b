import type {
  AcceptedTerm,
  AgreementEntitlement,
  AgreementViewSummary,
  DescribeAgreementOutput,
} from '@aws-sdk/client-marketplace-agreement';
import type { Entitlement } from '@aws-sdk/client-marketplace-entitlement-service';
import type { Calls } from '../calls.ts';
import { Catalog } from '../catalog.ts';
import { noneIfAbsent } from '../errors.ts';
import { cancellationCalls } from './cancellations.ts';
import { AgreementType, isAgreementId, readAllPages } from './paging.ts';

const mostListed = 50;
const mostEntitlements = 25;

export type Filters = Readonly<Record<string, string>>;
export type AgreementPage = { agreements: readonly AgreementViewSummary[]; next: string | undefined };

/** Reads the agreements of one seller from the marketplace's agreement and entitlement services. */
export const createAgreementCalls = ({ call }: Pick<Calls, 'call'>) => ({
  ...searches(call),
  ...readings(call),
  ...cancellationCalls(call),
});

function searches(call: Calls['call']) {
  const search = async (
    filters: Filters,
    { sortBy = 'LastUpdateTime', token }: { sortBy?: string; token?: string | undefined } = {},
  ): Promise<AgreementPage> => {
    const asked = { PartyType: 'Proposer', AgreementType, ...filters };
    const { agreementViewSummaries = [], nextToken } = await call(
      'agreement',
      (client, { SearchAgreementsCommand }) =>
        client.send(
          new SearchAgreementsCommand({
            catalog: Catalog,
            filters: Object.entries(asked).map(([name, value]) => ({ name, values: [value] })),
            sort: { sortBy, sortOrder: 'ASCENDING' },
            maxResults: mostListed,
            ...(token ? { nextToken: token } : {}),
          }),
        ),
    );
    return { agreements: agreementViewSummaries, next: nextToken };
  };

  return {
    search,
    searchAll: (filters: Filters, sortBy?: string) =>
      readAllPages(async (token) => {
        const { agreements, next } = await search(filters, { token, ...(sortBy ? { sortBy } : {}) });
        return { items: agreements, next };
      }),
  };
}

const readings = (call: Calls['call']) => ({
  describe: async (agreementId: string): Promise<DescribeAgreementOutput | undefined> =>
    isAgreementId(agreementId)
      ? call('agreement', (client, { DescribeAgreementCommand }) =>
          client.send(new DescribeAgreementCommand({ agreementId })).catch(noneIfAbsent),
        )
      : undefined,
  terms: (agreementId: string): Promise<AcceptedTerm[]> =>
    readAllPages(async (nextToken) => {
      const shown = await call('agreement', (client, { GetAgreementTermsCommand }) =>
        client.send(new GetAgreementTermsCommand({ agreementId, ...(nextToken ? { nextToken } : {}) })),
      );
      return { items: shown.acceptedTerms, next: shown.nextToken };
    }),
  /** Lists the grants of the agreement with their licenses. */
  grants: (agreementId: string): Promise<AgreementEntitlement[]> =>
    readAllPages(async (nextToken) => {
      const shown = await call('agreement', (client, { GetAgreementEntitlementsCommand }) =>
        client
          .send(new GetAgreementEntitlementsCommand({ agreementId, ...(nextToken ? { nextToken } : {}) }))
          .catch(noneIfAbsent),
      );
      return { items: shown?.agreementEntitlements, next: shown?.nextToken };
    }),
  /** Lists the quantity that a customer may use of each dimension, with the license. */
  entitlements: (ProductCode: string, licenseArn: string): Promise<Entitlement[]> =>
    readAllPages(async (NextToken) => {
      const shown = await call('entitlement', (client, { GetEntitlementsCommand }) =>
        client.send(
          new GetEntitlementsCommand({
            ProductCode,
            Filter: { LICENSE_ARN: [licenseArn] },
            MaxResults: mostEntitlements,
            ...(NextToken ? { NextToken } : {}),
          }),
        ),
      );
      return { items: shown.Entitlements, next: shown.NextToken };
    }),
});

export type AgreementCalls = ReturnType<typeof createAgreementCalls>;
