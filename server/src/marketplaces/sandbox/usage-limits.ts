import type { MarketplacePartner } from '../partners.ts';
import type { UsageCapabilities } from '../usage.ts';

const hour = 60;
const day = 24 * hour;

/** What holds at each of them, unless it says otherwise. */
const usual = {
  bucket: 'hour',
  atomicBatches: false,
  contiguousIntervals: false,
  zeroAllowed: false,
  heartbeat: false,
} as const;

const inReports =
  'The marketplace shows no single records of usage through an interface: look into its reports of what it billed.';

/**
 * What each marketplace that the sandbox plays takes of usage, as published by it. Not published, and set here: the late
 * window of MKE, and what is taken after the end but on MKA.
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
    // Pages of the vendor still say six hours.
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
    // Reported each hour: what was used in one, by the end of the next.
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
