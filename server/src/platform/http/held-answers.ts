import { errors } from '../errors.ts';
import { type Answer, portionBytes, RawJson, TextParts } from './route.ts';

/** Answers below this are not counted: most are, and they are gone at once. */
const countedFrom = 64 * 1024;

/** One portion is being sent while the next is read. */
const ofParts = 2 * portionBytes;

/** Counts the bytes that the process holds of an answer until it was sent. */
export function bytesHeld({ body }: Answer): number {
  if (body instanceof TextParts) return ofParts;
  if (!(body instanceof RawJson)) return 0;
  const { length } = body;
  return length >= countedFrom ? length : 0;
}

export type HeldAnswers = {
  /**
   * Reserves memory for an answer of an organization. Answers what releases it.
   * @throws 503 when the process, or for this organization half of it, has reserved as much as it may
   */
  reserve(organizationId: string | undefined, bytes: number): () => void;
  /** How many bytes are reserved at this moment. */
  reserved(): number;
};

/** Bounds what a process holds of answers whose callers take them slowly, or ask for many at once. */
export function createHeldAnswers(most: number): HeldAnswers {
  const byOrganization = new Map<string, number>();
  let all = 0;
  const add = (organizationId: string, bytes: number) => {
    all += bytes;
    const own = (byOrganization.get(organizationId) ?? 0) + bytes;
    if (own > 0) byOrganization.set(organizationId, own);
    else byOrganization.delete(organizationId);
  };
  return {
    reserve: (organizationId = '', bytes) => {
      const own = byOrganization.get(organizationId) ?? 0;
      // One answer is always let through: it would never be, else.
      if ((all > 0 && all + bytes > most) || (own > 0 && own + bytes > most / 2)) throw tooMany();
      add(organizationId, bytes);
      let ended = false;
      return () => {
        if (!ended) add(organizationId, -bytes);
        ended = true;
      };
    },
    reserved: () => all,
  };
}

const tooMany = () =>
  errors.unavailable('Too many long lists are being sent at this moment. Repeat the request in a moment.', {
    headers: { 'retry-after': '1' },
  });
