import { marketplaces, type World } from './world.ts';

/**
 * Reports an hour of usage for each sale: accepted, rejected by the marketplace, without a result, retried
 * and deleted.
 */
export async function use({ app, by, tried }: World, sold: Readonly<Record<string, string>>): Promise<void> {
  const groups = Object.values(sold)
    .filter(Boolean)
    .map((entitlementID) => ({
      entitlementID,
      records: { gpu: 60 },
      metaInfo: { properties: { run: '1' } },
    }));
  await tried('POST', 'batchCreateUsageRecordGroups', groups);
  await tried('POST', 'batchValidateUsageRecordGroups', groups);
  for (const kind of ['REJECT_USAGE', 'SKIP_USAGE'])
    for (const partner of marketplaces)
      await by.post('sandbox/fault', { partner, kind, permanent: kind === 'REJECT_USAGE' });
  await app.drainJobs();
  for (const id of Object.values(sold).filter(Boolean)) {
    await tried('POST', `entitlement/${id}/usageRecordGroup`, { records: { gpu: 1, disk: 2 } });
    await tried('POST', `entitlement/${id}/usageRecordGroup`, { records: { gpu: 1 } });
  }
  const { usageRecordGroups } = await by.get('usageRecordGroup');
  for (const [index, { id }] of usageRecordGroups.slice(0, 6).entries()) {
    if (index % 2 === 0) await tried('POST', `usageRecordGroup/${id}/retry`);
    else await tried('DELETE', `usageRecordGroup/${id}`);
  }
}

const aggregations = ['COUNT', 'UNIQUE_COUNT', 'SUM', 'MAX', 'LAST'] as const;
const tier = { firstUnit: 0, flatFee: 1 };
const prices = {
  basic: {
    priceModelBasic: { unitAmount: 2 },
    minimumCommit: 50,
    discount: { discountType: 'PERCENTAGE', value: 10 },
  },
  tiered: { priceModelTiered: { tiers: [{ ...tier, unitAmount: 1 }] } },
  bulk: { priceModelBulk: { bulkSize: 10, bulkAmount: 5 } },
  volume: { priceModelVolume: { tiers: [{ unitAmount: 1, flatFee: 0 }] } },
  percentage: { priceModelPercentage: { percentageRate: 100, flatFee: 0 } },
  'tiered-percentage': { priceModelTieredPercentage: { tiers: [{ ...tier, percentageRate: 100 }] } },
  matrix: {
    priceModelMatrix: {
      defaultUnitAmount: 1,
      matrix: [{ properties: [{ name: 'os', value: 'linux' }], unitAmount: 10 }],
    },
  },
};

/** Creates metrics of each type, and prices of each category that use the metrics. */
export async function measure({ by, advance }: World): Promise<void> {
  const metrics: string[] = [];
  for (const aggregationType of aggregations) {
    const unique = aggregationType === 'UNIQUE_COUNT' ? { propertyUniqueOn: 'user' } : {};
    const info = { groupBys: ['os'], ...unique };
    const { id } = await by.post('billableMetric', {
      name: `By ${aggregationType}`,
      aggregationType,
      info,
      ...unique,
    });
    metrics.push(id);
  }
  for (const [index, [category, price]] of Object.entries(prices).entries()) {
    const billableMetricId = metrics[category === 'matrix' ? 2 : index % metrics.length];
    const dimension = { name: category, billableMetricId, category, ...price };
    const sold = await by.direct({ info: { currency: 'USD', billableDimensions: [dimension] } });
    await by.post(`entitlement/${sold.id}/usageRecordGroup`, {
      billableRecords: [
        {
          key: billableMetricId,
          value: 3,
          properties: { os: 'linux', user: 'ann' },
        },
      ],
    });
  }
  const unused = await by.post('billableMetric', { name: 'Unused', aggregationType: 'SUM' });
  await by.patch(`billableMetric/${unused.id}`, { status: 'DELETED' });
  await advance('PT2H');
}
