import type { UsageRecordResult } from '@aws-sdk/client-marketplace-metering';
import { LRUCache } from 'lru-cache';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import { usageMirror } from '../sandbox/usage-mirrors.ts';
import type { UsageAnswer, UsageCall, UsageRecord, UsageVerdict } from '../usage.ts';
import type { AgreementCalls } from './agreements/agreement-calls.ts';
import { type Calls, rates } from './calls.ts';
import { capabilities } from './capabilities.ts';
import type { ProductFacts } from './products.ts';

type Deps = {
  calls: Pick<Calls, 'call' | 'settings'>;
  agreements: AgreementCalls;
  products: ProductFacts;
  now: () => Date;
};

/** The account, license and product for which usage is reported. */
type Customer = { account: string; license: string | undefined; productId: string | undefined };
type UsageEntry = { record: UsageRecord; at: number; customer: Customer };

/** Error codes about the content of a record or call. */
const faults = new Set([
  'TimestampOutOfBoundsException',
  'InvalidLicenseException',
  'InvalidUsageDimensionException',
  'InvalidCustomerIdentifierException',
  'InvalidProductCodeException',
  'InvalidUsageAllocationsException',
  'InvalidTagException',
  'ValidationException',
]);

const mostKnown = 5000;
const maximumBatch = capabilities.usage?.maximumBatch ?? 25;

/**
 * Creates the function that finds the account and license of an agreement; undefined if the agreement does
 * not exist.
 */
function createCustomerOf({ agreements }: Deps) {
  const customers = new LRUCache<string, Customer>({ max: mostKnown });
  return async (agreementId: string): Promise<Customer | undefined> => {
    const known = customers.get(agreementId);
    if (known) return known;
    const described = await agreements.describe(agreementId);
    if (!described) return undefined;
    const license = (await agreements.grants(agreementId)).find(({ licenseArn }) => licenseArn)?.licenseArn;
    const customer = {
      account: described.acceptor?.accountId ?? '',
      license,
      productId: described.proposalSummary?.resources?.[0]?.id,
    };
    // The marketplace issues a license some time after the agreement.
    if (license) customers.set(agreementId, customer);
    return customer;
  };
}

type BatchResult = { verdicts: readonly UsageVerdict[]; fault?: { code: string; message: string } };

/** Creates the function that sends records and returns their outcomes, in order. */
function createSend(deps: Deps) {
  /** All records of one call must have the same product. */
  const codeOf = async ([first]: readonly UsageEntry[]): Promise<string | undefined> =>
    first?.customer.productId && deps.products.codeOf(first.customer.productId);

  return async (sent: readonly UsageEntry[], byCode: boolean): Promise<BatchResult> => {
    const ProductCode = byCode ? await codeOf(sent) : undefined;
    const UsageRecords = sent.map(({ record, customer }) => ({
      Timestamp: new Date(record.hour),
      Dimension: record.dimension,
      Quantity: Number(record.quantity),
      CustomerAWSAccountId: customer.account,
      ...(byCode ? {} : { LicenseArn: customer.license as string }),
    }));
    const broken = sent.find(({ record }) => !isQuantity(record.quantity));
    if (broken) return { verdicts: [], fault: badQuantity(broken.record) };
    if (sent.length > maximumBatch) return { verdicts: [], fault: tooMany };
    try {
      const { Results = [], UnprocessedRecords = [] } = await deps.calls.call(
        'metering',
        (client, { BatchMeterUsageCommand }) =>
          client.send(new BatchMeterUsageCommand({ UsageRecords, ...(ProductCode ? { ProductCode } : {}) })),
        { rate: rates.meterUsage, effect: 'writes', explain: explained },
      );
      const results = byIdentity(Results.map((result) => [result.UsageRecord, result]));
      const skipped = byIdentity(UnprocessedRecords.map((record) => [record, record]));
      return {
        verdicts: UsageRecords.map((record) => {
          const identity = identityOf(record);
          return skipped.has(identity) ? notProcessed : verdictOf(results.get(identity));
        }),
      };
    } catch (error) {
      if (error instanceof Fault)
        return { verdicts: [], fault: { code: error.code, message: error.message } };
      throw error;
    }
  };
}

/**
 * Creates the adapter method that reports usage: by license, or by product if the seller has configured this.
 */
export function createUsagePort(deps: Deps): Pick<MarketplaceAdapter, 'reportUsage'> {
  const { now } = deps;
  const customerOf = createCustomerOf(deps);
  const send = createSend(deps);

  async function report({ records }: UsageCall): Promise<UsageAnswer> {
    const byCode = deps.calls.settings().usageByProductCode;
    const verdicts: UsageVerdict[] = [];
    const sent: UsageEntry[] = [];
    for (const [at, record] of records.entries()) {
      const customer = await customerOf(record.agreementId);
      if (!customer) return refusedWhole(records, unknownAgreement(record), record.key);
      const kind = customer.productId && (await deps.products.kindOf(customer.productId));
      if (kind && kind !== 'saas') {
        verdicts[at] = measuredThere;
        continue;
      }
      if (customer.license || byCode) sent.push({ record, at, customer });
      else verdicts[at] = noLicenseYet;
    }
    if (sent.length > 0) {
      const answer = await send(sent, byCode);
      if (answer.fault) return refusedWhole(records, answer.fault, only(sent)?.record.key);
      for (const [index, { at }] of sent.entries()) verdicts[at] = answer.verdicts[index] as UsageVerdict;
    }
    return { verdicts, mirrors: mirrorsOf(records, verdicts) };
  }

  const mirrorsOf = (records: readonly UsageRecord[], verdicts: readonly UsageVerdict[]) =>
    records.map((record, index) => usageMirror('MKA', record, verdicts[index] as UsageVerdict, now()));

  function refusedWhole(
    records: readonly UsageRecord[],
    { code, message }: { code: string; message: string },
    recordKey: string | undefined,
  ): UsageAnswer {
    const verdicts = records.map((): UsageVerdict => ({ kind: 'rejected', code, message, permanent: true }));
    return { verdicts, refusedFor: { code, message, recordKey }, mirrors: mirrorsOf(records, verdicts) };
  }

  return { reportUsage: report };
}

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

const isQuantity = (text: string): boolean => /^\d+(\.0+)?$/.test(text) && Number(text) <= 2_147_483_647;

const tooMany = {
  code: 'ValidationException',
  message: `a call accepts at most ${maximumBatch} records`,
};
const badQuantity = ({ quantity }: UsageRecord) => ({
  code: 'ValidationException',
  message: `the quantity ${quantity} must be a whole number from 0 to 2147483647`,
});
const unknownAgreement = ({ agreementId }: UsageRecord) => ({
  code: 'InvalidLicenseException',
  message: `the marketplace has no agreement ${agreementId}`,
});
/** The marketplace measures software in the buyer's account itself; professional services have no usage. */
const measuredThere: UsageVerdict = {
  kind: 'rejected',
  code: 'NOT_SUPPORTED',
  message:
    'the marketplace accepts usage reports for hosted software only: it measures images, containers and models itself',
  permanent: true,
};
const noLicenseYet: UsageVerdict = {
  kind: 'retry',
  code: 'LicenseNotReady',
  message: 'the marketplace has not issued the license of the agreement yet',
};
const notProcessed: UsageVerdict = {
  kind: 'retry',
  code: 'Unprocessed',
  message: 'the marketplace did not process the record',
};

/** Rejection of the whole call because of one record's content. */
class Fault extends MarketplaceError {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message, { kind: 'refused' });
    this.code = code;
  }
}

function explained(thrown: unknown): MarketplaceError | undefined {
  const { name = '', message = '' } = (thrown ?? {}) as { name?: string; message?: string };
  return faults.has(name) ? new Fault(name, message.slice(0, 500) || name) : undefined;
}

type RecordIdentity = {
  CustomerAWSAccountId?: string | undefined;
  LicenseArn?: string | undefined;
  Dimension?: string | undefined;
  Timestamp?: Date | undefined;
};

/**
 * Returns the key of a record: license id, dimension and hour. The id is used because a license can have
 * different resource names.
 */
const identityOf = ({ CustomerAWSAccountId, LicenseArn, Dimension, Timestamp }: RecordIdentity): string =>
  JSON.stringify([
    CustomerAWSAccountId,
    LicenseArn && (/l-[0-9a-z]+$/.exec(LicenseArn)?.[0] ?? LicenseArn),
    Dimension,
    Timestamp && Math.floor(Timestamp.getTime() / 1000),
  ]);

const byIdentity = <Item>(
  list: readonly (readonly [RecordIdentity | undefined, Item])[],
): Map<string, Item> =>
  new Map(list.flatMap(([record, item]) => (record ? [[identityOf(record), item] as const] : [])));

function verdictOf(result: UsageRecordResult | undefined): UsageVerdict {
  const { Status, MeteringRecordId } = result ?? {};
  if (Status === 'Success') return { kind: 'accepted', externalId: MeteringRecordId };
  // The marketplace keeps the first quantity, which its response does not contain.
  if (Status === 'DuplicateRecord') return { kind: 'duplicateOther', externalId: MeteringRecordId };
  if (Status === 'CustomerNotSubscribed')
    return {
      kind: 'rejected',
      code: Status,
      message: 'the customer has no agreement for this product at that time',
      permanent: true,
      isEnded: true,
    };
  return { kind: 'unknown', message: "the marketplace's response does not contain the record" };
}
