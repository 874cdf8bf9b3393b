import type { ClaimLimits } from './claims.ts';

/** Deliveries wait for others' servers and need little else: many are on their way at once. */
const ofWell = 512;
/** Of endpoints that took nothing at the last attempt: however many there are, they keep no other waiting. */
const ofFailing = 64;
/** A delivery that has been on its way for so long leaves its place to another. */
const slowMs = 5000;
/** As many as a process has on their way in all, those that are slow among them. */
export const mostAtOnce = 2048;
const ofEndpoint = { well: 48, failing: 1 };

export type DeliverySlots = {
  /** How much may be taken now. */
  limits(): ClaimLimits;
  /** Takes a place. Answers what gives it back. */
  take(failing: boolean): () => void;
};

/**
 * The places of a process. However many receivers hang, they leave places to the others: a claim takes half of what is
 * free, and fewer for each endpoint the fewer there are.
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
