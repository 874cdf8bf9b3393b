import { any, type Check, like, list, object, whole } from './checks.ts';

/** Constraints on usage and entitlement requests, from the service models. */
const most = 2_147_483_647;
const licence =
  /^arn:aws[a-zA-Z-]*:[A-Za-z0-9][A-Za-z0-9_/.-]{0,62}:[A-Za-z0-9_/.-]{0,63}:[A-Za-z0-9_/.-]{0,63}:[A-Za-z0-9][A-Za-z0-9:_/+=,@.-]{0,1023}$/;

const seconds: Check = (at, field) =>
  typeof at === 'number' && Number.isFinite(at) ? [] : [{ field, message: 'Must be a timestamp' }];

const usageRecord = object(
  { Timestamp: seconds, Dimension: like(1, 255) },
  {
    Quantity: whole(0, most),
    CustomerIdentifier: like(0, 255),
    CustomerAWSAccountId: like(1, 255, /^[0-9]+$/),
    LicenseArn: like(0, 4096, licence),
    UsageAllocations: list(
      1,
      2500,
      // Invalid tags have a separate error name.
      object(
        { AllocatedUsageQuantity: whole(0, most) },
        { Tags: list(1, 50, object({ Key: any, Value: any })) },
      ),
    ),
  },
);

export const meteringRequests: Readonly<Record<string, Check>> = {
  ResolveCustomer: object({ RegistrationToken: like(1, Number.POSITIVE_INFINITY) }),
  BatchMeterUsage: object(
    { UsageRecords: list(0, 25, usageRecord) },
    { ProductCode: like(0, 255, /^[-a-zA-Z0-9/=:_.@]*$/) },
  ),
};

const filterValues = list(1, Number.POSITIVE_INFINITY, any);

export const entitlementRequests: Readonly<Record<string, Check>> = {
  GetEntitlements: object(
    { ProductCode: like(1, 255) },
    {
      Filter: object(
        {},
        {
          CUSTOMER_IDENTIFIER: filterValues,
          CUSTOMER_AWS_ACCOUNT_ID: filterValues,
          DIMENSION: filterValues,
          LICENSE_ARN: filterValues,
        },
      ),
      NextToken: like(1, Number.POSITIVE_INFINITY, /\S+/),
      MaxResults: whole(1, 25),
    },
  ),
};
