import type { ClaimLimits } from './claims.ts';

/** Deliveries wait for others' servers and need little else, so many run at once. */
const ofWell = 512;
/** Slots for endpoints that took nothing at the last attempt: however many there are, they delay no others. */
const ofFailing = 64;
/** A delivery that takes longer leaves its slot to another. */
const slowMs = 5000;
/** The most deliveries that a process runs at once, slow ones included. */
export const mostAtOnce = 2048;
const ofEndpoint = { well: 48, failing: 1 };

export type DeliverySlots = {
  /** How much may be taken now. */
  limits(): ClaimLimits;
  /** Takes a slot. Answers what gives it back. */
  take(failing: boolean): () => void;
};

/**
 * The delivery slots of a process. However many receivers hang, others have slots: a claim takes half of the free
 * ones, and fewer for each endpoint the fewer there are.
 * @param now in milliseconds, never going back
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
