import { MarketplaceAgreementClient } from '@aws-sdk/client-marketplace-agreement';
import { type Change, MarketplaceCatalogClient } from '@aws-sdk/client-marketplace-catalog';
import { MarketplaceEntitlementServiceClient } from '@aws-sdk/client-marketplace-entitlement-service';
import { MarketplaceMeteringClient } from '@aws-sdk/client-marketplace-metering';
import { SQSClient } from '@aws-sdk/client-sqs';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { takeViolations } from '../violations.ts';

/** The credentials with which an official client signs. */
export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** Creates the official clients of all services, unchanged except for their endpoint. */
export function clientsFor(endpoint: string, credentials: Credentials, region = 'us-east-1') {
  const settings = { endpoint, credentials, region, maxAttempts: 1 };
  return {
    catalog: new MarketplaceCatalogClient(settings),
    agreement: new MarketplaceAgreementClient(settings),
    entitlement: new MarketplaceEntitlementServiceClient(settings),
    metering: new MarketplaceMeteringClient(settings),
    sqs: new SQSClient({ ...settings, useQueueUrlAsEndpoint: false }),
    sts: new STSClient(settings),
  };
}
export type Clients = ReturnType<typeof clientsFor>;

/** Assumes a role and returns the session credentials. */
export async function assume(
  endpoint: string,
  operator: Credentials,
  role: { RoleArn: string; ExternalId?: string; DurationSeconds?: number },
): Promise<Credentials> {
  const { sts } = clientsFor(endpoint, operator);
  const { Credentials: given } = await sts.send(
    new AssumeRoleCommand({ RoleSessionName: 'tradepost', ...role }),
  );
  return {
    accessKeyId: given?.AccessKeyId ?? '',
    secretAccessKey: given?.SecretAccessKey ?? '',
    sessionToken: given?.SessionToken ?? '',
  };
}

/**
 * Reads the error of a rejected call: name, status and members. A test may deliberately send input that no
 * model allows.
 */
export const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Error & { $metadata?: { httpStatusCode?: number } }) => {
      takeViolations();
      return { name: error.name, status: error.$metadata?.httpStatusCode, message: error.message, error };
    },
  );

/** Returns the changes that create and release a private offer for a contract. */
export function privateOffer(
  productId: string,
  {
    buyer = '111122223333',
    name = 'Offer',
    until = '2031-05-31',
    terms = {},
  }: {
    buyer?: string;
    name?: string;
    until?: string;
    terms?: Record<string, Change['DetailsDocument']>;
  } = {},
): Change[] {
  const id = '$CreateOffer.Entity.Identifier';
  const details: Record<string, Change['DetailsDocument']> = {
    UpdateInformation: { Description: 'Made by a test' },
    UpdateTargeting: { PositiveTargeting: { BuyerAccounts: [buyer] } },
    UpdateLegalTerms: {
      Terms: [{ Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] }],
    },
    UpdatePricingTerms: {
      PricingModel: 'Contract',
      Terms: [
        {
          Type: 'ConfigurableUpfrontPricingTerm',
          CurrencyCode: 'USD',
          RateCards: [
            {
              Selector: { Type: 'Duration', Value: 'P12M' },
              Constraints: { MultipleDimensionSelection: 'Allowed', QuantityConfiguration: 'Allowed' },
              RateCard: [{ DimensionKey: 'seats', Price: '300.00' }],
            },
          ],
        },
      ],
    },
    UpdateAvailability: { AvailabilityEndDate: until },
    ...terms,
    ReleaseOffer: {},
  };
  return [
    {
      ChangeType: 'CreateOffer',
      ChangeName: 'CreateOffer',
      Entity: { Type: 'Offer@1.0' },
      DetailsDocument: { ProductId: productId, Name: name },
    },
    ...Object.entries(details).flatMap(([ChangeType, DetailsDocument]) =>
      DetailsDocument === undefined
        ? []
        : [{ ChangeType, Entity: { Type: 'Offer@1.0', Identifier: id }, DetailsDocument }],
    ),
  ];
}
