import type { ClaimLimits } from './claims.ts';

/**
 * The number of slots for healthy endpoints. Many deliveries can run concurrently, because they mostly wait for other
 * servers.
 */
const ofWell = 512;
/**
 * The number of separate slots for endpoints whose last attempt failed, so that they do not delay healthy endpoints.
 */
const ofFailing = 64;
/** The time after which a delivery no longer counts against the slots of healthy endpoints. */
const slowMs = 5000;
/** The maximum number of concurrent deliveries of a process, including slow deliveries. */
export const mostAtOnce = 2048;
const ofEndpoint = { well: 48, failing: 1 };

export type DeliverySlots = {
  /** Returns how many deliveries may be claimed now. */
  limits(): ClaimLimits;
  /** Acquires a slot. Returns the function that releases the slot. */
  take(failing: boolean): () => void;
};

/**
 * Creates the delivery slots of a process. A claim uses half of the free slots, and the limit of an endpoint decreases
 * with the number of free slots, so that slots remain available even if many receivers hang.
 * @param now the monotonic clock, in milliseconds
 */
export function createDeliverySlots(now: () => number): DeliverySlots {
  const taken = new Set<{ failing: boolean; since: number }>();
  return {
    limits: () => {
      const failing = [...taken].filter((slot) => slot.failing).length;
      const quick = [...taken].filter((slot) => !slot.failing && now() - slot.since < slowMs).length;
      const well = taken.size - failing;
      const free = Math.max(0, Math.min(ofWell - quick, mostAtOnce - ofFailing - well));
      const freeFailing = Math.max(0, ofFailing - failing);
      return {
        free: Math.ceil(free / 2),
        freeFailing,
        ofEndpoint: Math.min(ofEndpoint.well, Math.ceil(free / 8)),
        ofFailing: ofEndpoint.failing,
      };
    },
    take: (failing) => {
      const slot = { failing, since: now() };
      taken.add(slot);
      return () => void taken.delete(slot);
    },
  };
}
