import type {
  AcceptedTerm,
  AgreementEntitlement,
  AgreementViewSummary,
  DescribeAgreementOutput,
} from '@aws-sdk/client-marketplace-agreement';
import type { Entitlement } from '@aws-sdk/client-marketplace-entitlement-service';
import type { Calls } from '../calls.ts';
import { Catalog } from '../catalog.ts';
import { noneIfAbsent, refusal } from '../errors.ts';

const AgreementType = 'PurchaseAgreement';
const mostListed = 50;
const mostEntitlements = 25;

export type Filters = Readonly<Record<string, string>>;
export type AgreementPage = { agreements: readonly AgreementViewSummary[]; next: string | undefined };

/** What the service lets a caller name; anything else it would refuse in words of its own. */
const isAgreementId = (text: string): boolean => /^[A-Za-z0-9_/-]{1,64}$/.test(text);

/** All of what is shown by pages, of which some may be empty. */
async function all<Item>(
  page: (
    token: string | undefined,
  ) => Promise<{ items: readonly Item[] | undefined; next: string | undefined }>,
): Promise<Item[]> {
  const found: Item[] = [];
  let token: string | undefined;
  do {
    const { items = [], next } = await page(token);
    found.push(...items);
    token = next;
  } while (token);
  return found;
}

/** The agreements of one seller, as the services answer them. */
export const createAgreementCalls = ({ call }: Pick<Calls, 'call'>) => ({
  ...searches(call),
  ...readings(call),
  ...ends(call),
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
      all(async (token) => {
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
    all(async (nextToken) => {
      const shown = await call('agreement', (client, { GetAgreementTermsCommand }) =>
        client.send(new GetAgreementTermsCommand({ agreementId, ...(nextToken ? { nextToken } : {}) })),
      );
      return { items: shown.acceptedTerms, next: shown.nextToken };
    }),
  /** What the agreement grants, and by which license. */
  grants: (agreementId: string): Promise<AgreementEntitlement[]> =>
    all(async (nextToken) => {
      const shown = await call('agreement', (client, { GetAgreementEntitlementsCommand }) =>
        client
          .send(new GetAgreementEntitlementsCommand({ agreementId, ...(nextToken ? { nextToken } : {}) }))
          .catch(noneIfAbsent),
      );
      return { items: shown?.agreementEntitlements, next: shown?.nextToken };
    }),
  /** What a customer may use of each dimension, by license. */
  entitlements: (ProductCode: string, licenseArn: string): Promise<Entitlement[]> =>
    all(async (NextToken) => {
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

const ends = (call: Calls['call']) => ({
  /** The agreements whose buyers are asked to agree to their end; of one, or of all. */
  endsAsked: async (agreementId?: string): Promise<Set<string>> => {
    const items = await all(async (nextToken) => {
      const shown = await call('agreement', (client, { ListAgreementCancellationRequestsCommand }) =>
        client.send(
          new ListAgreementCancellationRequestsCommand({
            partyType: 'Proposer',
            status: 'PENDING_APPROVAL',
            catalog: Catalog,
            agreementType: AgreementType,
            ...(agreementId ? { agreementId } : {}),
            ...(nextToken ? { nextToken } : {}),
          }),
        ),
      );
      return { items: shown.items, next: shown.nextToken };
    });
    return new Set(items.flatMap((item) => item.agreementId ?? []));
  },
  /**
   * Asks the buyer to agree to the end of an agreement. The same token again asks nothing new.
   * @param clientToken of letters, digits and hyphens
   */
  askForEnd: async (agreementId: string, clientToken: string): Promise<void> => {
    if (!isAgreementId(agreementId)) throw refusal('ResourceNotFoundException');
    await call(
      'agreement',
      (client, { SendAgreementCancellationRequestCommand }) =>
        client
          .send(
            new SendAgreementCancellationRequestCommand({
              agreementId,
              clientToken,
              reasonCode: 'OTHER',
              description: 'The seller asks for the end of the agreement.',
            }),
          )
          .catch(fineIfAsked),
      { effect: 'writes' },
    );
  },
});
export type AgreementCalls = ReturnType<typeof createAgreementCalls>;

/** One request waits for the buyer already. */
function fineIfAsked(thrown: unknown): undefined {
  if ((thrown as { name?: string } | undefined)?.name === 'ConflictException') return undefined;
  throw thrown;
}
