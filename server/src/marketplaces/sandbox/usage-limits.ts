import type { MarketplacePartner } from '../partners.ts';
import type { UsageCapabilities } from '../usage.ts';

const hour = 60;
const day = 24 * hour;

/** Defaults for all marketplaces. */
const usual = {
  bucket: 'hour',
  atomicBatches: false,
  contiguousIntervals: false,
  zeroAllowed: false,
  heartbeat: false,
} as const;

const inReports =
  'The marketplace has no API to read single usage records. Check its billing reports instead.';

/**
 * The published usage limits of each simulated marketplace. Two values are unpublished and assumed: the
 * reporting window of MKE, and the deadline after the end of an agreement on all marketplaces except MKA.
 */
export const usageLimits: Readonly<Record<MarketplacePartner, UsageCapabilities | undefined>> = {
  MKA: {
    ...usual,
    maximumBatch: 25,
    maximumBytes: 1_000_000,
    productsPerCall: 1,
    integers: 'all',
    maximumQuantity: 2_147_483_647,
    zeroAllowed: true,
    lateMinutes: day,
    // Some pages of the vendor still state six hours.
    alertMinutes: 6 * hour,
    finalMinutes: hour,
    monthEnd: { hour: 6, zone: 'UTC' },
    rate: { calls: 10, perSeconds: 1, each: 'seller' },
    atomicBatches: true,
    unknown: 'safe',
    unreadable: inReports,
    heartbeat: true,
  },
  MKB: {
    ...usual,
    maximumBatch: 25,
    integers: 'none',
    lateMinutes: day,
    alertMinutes: day,
    finalMinutes: day,
    unknown: 'safe',
  },
  MKC: {
    ...usual,
    maximumBatch: 1000,
    maximumBytes: 1_000_000,
    integers: 'byValueType',
    // Reports are hourly; the usage of an hour is due by the end of the next hour.
    lateMinutes: 2 * hour,
    alertMinutes: 2 * hour,
    finalMinutes: hour,
    monthEnd: { hour: 1, zone: 'America/Los_Angeles' },
    contiguousIntervals: true,
    unknown: 'sameKey',
    unreadable: inReports,
  },
  MKD: {
    ...usual,
    maximumBatch: 100,
    productsPerCall: 1,
    integers: 'all',
    zeroAllowed: true,
    lateMinutes: 2 * hour - 1,
    alertMinutes: 2 * hour - 1,
    finalMinutes: 2 * hour - 1,
    rate: { calls: 1, perSeconds: 60, each: 'agreement' },
    atomicBatches: true,
    unknown: 'hold',
    unreadable: inReports,
  },
  MKE: {
    ...usual,
    maximumBatch: 100,
    integers: 'none',
    lateMinutes: day,
    alertMinutes: day,
    finalMinutes: day,
    unknown: 'safe',
    unreadable: inReports,
  },
  MKF: undefined,
};
