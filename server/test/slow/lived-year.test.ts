import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, published106 } from '../contract/published-calls.ts';
import { createStrictReader, words } from '../contract/strict.ts';
import { pay, settle } from './lived-year/money.ts';
import { askForHelp, beNotified, bundle, meet } from './lived-year/people.ts';
import { idsOf, readWhole } from './lived-year/reading.ts';
import {
  approveOffers,
  beUnderWay,
  changeAgreements,
  makeAgreements,
  makeOffers,
  sellProducts,
} from './lived-year/sales.ts';
import { measure, use } from './lived-year/use.ts';
import { openWorld, type World } from './lived-year/world.ts';

const start = '2031-01-15T10:20:00Z';
const since = start.slice(0, 10);

let world: World;
beforeAll(async () => {
  world = await openWorld(start);
});
afterAll(() => world.stop());

async function live(): Promise<void> {
  await sellProducts(world);
  await makeOffers(world);
  await approveOffers(world);
  const sold = await makeAgreements(world);
  await changeAgreements(world, sold);
  await pay(world);
  await measure(world);
  await askForHelp(world);
  await bundle(world);
  await meet(world);
  for (const length of ['P1M', 'P5M', 'P6M']) {
    await use(world, sold);
    await world.advance(length);
    await settle(world);
  }
  await beNotified(world);
  await beUnderWay(world);
}

/**
 * Enumeration values of this service that do not occur in the responses of the year. This list may only
 * shrink.
 */
const neverSeen: Readonly<Record<string, readonly string[]>> = {
  ApprovalStatus: [],
  BillableMetricAggregationType: [],
  BillingCycle: [],
  BillingPaymentStatus: [],
  BillingPaymentTransactionType: [],
  BillingWalletType: [],
  CancellationScheduleType: [],
  EntitlementTermType: [''],
  'MeteringUsageRecordGroup.partner': [],
  'OfferInfo.visibility': [],
  PaymentScheduleType: [''],
  PriceModelCategory: [],
  SupportTicketPriority: [],
  SupportTicketTaskType: [],
  TimeUnit: [],
  'WorkloadProduct.productType': [],
  BillingInvoiceStatus: ['DRAFT', 'DELETED', ''],
  BillingWalletStatus: ['DELETED', 'PENDING_VERIFY'],
  EntitlementStatus: ['', 'DELETED'],
  EntityType: [
    'AUDITING_EVENT',
    'CRMB_USER',
    'NEW_CLIENT',
    'USAGE_RECORD_REPORT',
    'WORKFLOW_EXECUTION',
    'ORGANIZATION_INFO',
  ],
  NotificationEventAction: [
    '',
    'SIGN',
    'TEST',
    'ACE_ENGAGEMENT_SCORE_UPDATE',
    'ACE_SALES_REP_UPDATE',
    'ACE_CUSTOMER_EMAIL_UPDATE',
    'MKB_STATUS_UPDATE',
    'WEBHOOK',
  ],
  OfferStatus: [
    '',
    'INVALID',
    'CANCEL_FAILED',
    'CANCEL_SUCCESS',
    'CREATE_SUCCESS',
    'DELETED',
    'DEPRECATED',
    'PENDING_UPDATE',
    'PREVIEW',
    'TEST',
    'UPDATE_FAILED',
    'UPDATE_SUCCESS',
    'VOID',
  ],
};

/** Read operations. */
const reads = published106.filter(({ method }) => method === 'GET');

test('R6 a strict client, generated from the published names, decodes all data of an organization after a year', async () => {
  const reader = createStrictReader();
  await live();
  const ids = await idsOf(world, since);
  const problems: string[] = [];
  const silent: string[] = [];
  for (const call of reads) {
    const read = await readWhole(world, reader, call, { ids, since });
    problems.push(...read.problems);
    if (read.answers === 0) silent.push(nameOf(call));
  }
  expect(world.refused).toEqual([]);
  expect(silent).toEqual([]);
  expect([...new Set(problems)]).toEqual([]);
  const unseen = Object.keys(neverSeen).map((name) => [
    name,
    (words[name] ?? []).filter((word) => !reader.seenWords.get(name)?.has(word)),
  ]);
  expect(Object.fromEntries(unseen)).toEqual(neverSeen);
}, 1_800_000);
