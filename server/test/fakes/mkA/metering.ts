import type { Clock } from '../http/clock.ts';
import { type Agreement, type Agreements, licenceOf } from './agreements/agreements.ts';
import { type Entities, isProduct, type Product } from './catalog/entities.ts';
import { invalid, ServiceError } from './errors.ts';
import type { Ids } from './ids.ts';

export type UsageRecord = {
  /** Seconds since 1970. */
  Timestamp: number;
  Dimension: string;
  Quantity?: number;
  CustomerIdentifier?: string;
  CustomerAWSAccountId?: string;
  LicenseArn?: string;
  UsageAllocations?: { AllocatedUsageQuantity: number; Tags?: { Key: string; Value: string }[] }[];
};
type BatchInput = { UsageRecords?: UsageRecord[]; ProductCode?: string };

/** A record of accepted usage, which is billed. */
export type MeteredRecord = {
  id: string;
  agreementId: string;
  dimension: string;
  hourMs: number;
  quantity: number;
};

const hourMs = 3_600_000;
const tokenMs = 4 * hourMs;
const lateMs = 24 * hourMs;
const most = 2_147_483_647;
const refuse = (code: string, message: string) => new ServiceError(code, 400, message);

type Parts = { agreements: Agreements; entities: Entities; clock: Clock; ids: Ids };

/** Simulates buyers' registration tokens (ResolveCustomer) and usage (BatchMeterUsage). */
export function createMetering(parts: Parts) {
  const { agreements, clock, ids } = parts;
  const tokens = new Map<string, { agreementId: string; madeMs: number }>();
  const kept = new Map<string, MeteredRecord>();
  const settings = { unprocessed: 0 };
  return {
    settings,
    /** Returns the accepted usage of one agreement or of all agreements. */
    metered: (agreementId?: string) =>
      [...kept.values()].filter((one) => agreementId === undefined || one.agreementId === agreementId),
    /**
     * Returns the form that the buyer's browser posts to the landing page (`x-amzn-marketplace-token`). The
     * token is valid for four hours.
     */
    registrationToken: (agreementId: string): string => {
      const token = ids.sessionToken();
      tokens.set(token, { agreementId, madeMs: clock.now() });
      return token;
    },
    ResolveCustomer: ({ RegistrationToken = '' }: { RegistrationToken?: string }, account: string) => {
      const token = tokens.get(RegistrationToken);
      const agreement = token && agreements.find(token.agreementId);
      if (!agreement || agreement.manufacturer !== account)
        throw refuse('InvalidTokenException', 'Registration token is invalid.');
      if (token.madeMs + tokenMs < clock.now())
        throw refuse('ExpiredTokenException', 'The submitted registration token has expired.');
      return {
        CustomerIdentifier: agreement.customerIdentifier ?? null,
        CustomerAWSAccountId: agreement.acceptor,
        ProductCode: agreement.productCode,
        LicenseArn: agreement.licenseArn,
      };
    },
    BatchMeterUsage: (input: BatchInput, account: string) => {
      const records = checkBatch(input);
      const found = records.map((record) => checkRecord(record, input, account, parts));
      if (new Set(found.map(({ productId }) => productId)).size > 1)
        throw refuse('InvalidLicenseException', 'All records of a call must be of one product.');
      const processed = Math.max(0, records.length - settings.unprocessed);
      settings.unprocessed = Math.max(0, settings.unprocessed - records.length);
      return {
        Results: records
          .slice(0, processed)
          .map((record, index) => take(record, found[index] as Agreement, kept, ids)),
        UnprocessedRecords: records.slice(processed),
      };
    },
  };
}

/** Validates a call as a whole. */
function checkBatch(input: BatchInput): UsageRecord[] {
  const { UsageRecords: records = [] } = input;
  if (records.length > 25)
    throw invalid(
      400,
      "1 validation error detected: Value at 'usageRecords' failed to satisfy constraint: Member must have length less than or equal to 25",
    );
  if (Buffer.byteLength(JSON.stringify(input)) >= 1_000_000)
    throw invalid(400, 'The request is larger than 1 MB.');
  for (const { Quantity = 0, Dimension } of records)
    if (!Number.isInteger(Quantity) || Quantity < 0 || Quantity > most || !/^\S{1,255}$/.test(Dimension))
      throw invalid(400, "1 validation error detected: Value at 'usageRecords' failed to satisfy constraint");
  return records;
}

/** Validates a record and returns its agreement. An invalid record causes the rejection of the whole call. */
function checkRecord(
  record: UsageRecord,
  { ProductCode }: BatchInput,
  account: string,
  parts: Parts,
): Agreement {
  const { entities, clock } = parts;
  if (!isInTime(record.Timestamp * 1000, clock.now()))
    throw refuse('TimestampOutOfBoundsException', 'The timestamp is out of the allowed range.');
  const agreement =
    ProductCode === undefined
      ? byLicence(record, account, parts)
      : byProduct(record, ProductCode, account, parts);
  const product = entities.find(agreement.productId);
  // The marketplace itself meters software in the buyer's account, so sellers cannot report its usage.
  if (product?.kind !== 'SaaSProduct')
    throw refuse('InvalidLicenseException', 'Usage in batches is for SaaS products.');
  if (!isMetered(isProduct(product) ? product : undefined, record.Dimension))
    throw refuse(
      'InvalidUsageDimensionException',
      `The dimension ${record.Dimension} is not one of the product.`,
    );
  checkAllocations(record);
  return agreement;
}

/** Finds the agreement by account and license, for a product with licenses. */
function byLicence(record: UsageRecord, account: string, { agreements }: Parts): Agreement {
  if (record.CustomerIdentifier !== undefined)
    throw refuse('InvalidCustomerIdentifierException', 'Use CustomerAWSAccountId and LicenseArn.');
  const agreement = agreements.ofLicence(record.LicenseArn ?? '');
  const isOwn = agreement?.acceptor === record.CustomerAWSAccountId && agreement?.manufacturer === account;
  const isEarly = record.Timestamp * 1000 < Math.floor((agreement?.startMs ?? 0) / hourMs) * hourMs;
  if (agreement && isOwn && !isEarly) return agreement;
  throw refuse(
    'InvalidLicenseException',
    'Ensure the LicenseArn is valid, matches the customer, and usage is within the license activation period.',
  );
}

/** Finds the latest agreement by product code and customer, for an older product. */
function byProduct(
  record: UsageRecord,
  code: string,
  account: string,
  { agreements, entities }: Parts,
): Agreement {
  if (entities.productOwner(code) !== account)
    throw refuse('InvalidProductCodeException', `The product code ${code} is not valid.`);
  const { CustomerIdentifier: customer, CustomerAWSAccountId: buyer } = record;
  if ((customer === undefined) === (buyer === undefined))
    throw refuse('InvalidCustomerIdentifierException', 'Provide CustomerIdentifier or CustomerAWSAccountId.');
  const ofProduct = agreements.all().filter(({ productCode }) => productCode === code);
  if (ofProduct.some(({ customerIdentifier }) => customerIdentifier === undefined))
    throw refuse(
      'InvalidProductCodeException',
      'ProductCode is not supported for products that use LicenseArn.',
    );
  const found = ofProduct.findLast((one) =>
    customer === undefined ? one.acceptor === buyer : one.customerIdentifier === customer,
  );
  if (!found)
    throw refuse(
      'InvalidCustomerIdentifierException',
      'You have metered usage for a customer that does not exist.',
    );
  return found;
}

/**
 * Returns whether usage is still accepted: within 24 hours, and no later than 06:00 UTC on the first day of
 * the next month.
 */
function isInTime(atMs: number, nowMs: number): boolean {
  const now = new Date(nowMs);
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const isOfPast = atMs < month && nowMs >= month + 6 * hourMs;
  return atMs <= nowMs && atMs > nowMs - lateMs && !isOfPast;
}

const isMetered = (product: Product | undefined, key: string): boolean =>
  product?.dimensions.find(({ Key }) => Key === key)?.Types.some((type) => /Metered$/.test(type)) ?? false;

function checkAllocations({ UsageAllocations: allocations, Quantity = 0 }: UsageRecord): void {
  if (!allocations) return;
  const sum = allocations.reduce((all, { AllocatedUsageQuantity }) => all + AllocatedUsageQuantity, 0);
  if (allocations.length < 1 || allocations.length > 2500 || sum !== Quantity)
    throw refuse(
      'InvalidUsageAllocationsException',
      'Sum of allocated usage quantities is not equal to the usage quantity.',
    );
  const isBad = ({ Key, Value }: { Key: string; Value: string }) =>
    Key.length < 1 || Key.length > 100 || Value.length < 1 || Value.length > 256;
  if (allocations.some(({ Tags = [] }) => Tags.length > 5 || Tags.some(isBad)))
    throw refuse('InvalidTagException', 'The tag is invalid, or the number of tags is greater than 5.');
}

/**
 * Determines the result of a record. The first quantity of an hour applies; an equal quantity counts as a
 * repeat, and a different quantity is rejected.
 */
function take(record: UsageRecord, agreement: Agreement, kept: Map<string, MeteredRecord>, ids: Ids) {
  if (agreement.license !== 'PROVISIONED') return { UsageRecord: record, Status: 'CustomerNotSubscribed' };
  const quantity = record.Quantity ?? 0;
  const hour = Math.floor((record.Timestamp * 1000) / hourMs) * hourMs;
  // Usage by product and usage by license are stored separately, so usage that a seller reports both ways is
  // billed twice.
  const under = record.LicenseArn === undefined ? agreement.productCode : licenceOf(agreement.licenseArn);
  const key = [agreement.acceptor, under, record.Dimension, hour].join(' ');
  const known = kept.get(key);
  if (known) {
    const Status = known.quantity === quantity ? 'Success' : 'DuplicateRecord';
    return { UsageRecord: record, MeteringRecordId: known.id, Status };
  }
  const id = ids.uuid();
  kept.set(key, { id, agreementId: agreement.id, dimension: record.Dimension, hourMs: hour, quantity });
  return { UsageRecord: record, MeteringRecordId: id, Status: 'Success' };
}
