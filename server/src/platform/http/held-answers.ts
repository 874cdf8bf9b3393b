import { errors } from '../errors.ts';
import { type Answer, portionBytes, RawJson, TextParts } from './route.ts';

/** The minimum size of a counted response. Smaller responses, which are the majority, are sent immediately. */
const countedFrom = 64 * 1024;

/** The bytes counted for a response in portions, of which one portion is sent while the next portion is read. */
const ofParts = 2 * portionBytes;

/** Returns the size of a response in bytes, which the process keeps in memory until it is sent. */
export function responseBytes({ body }: Answer): number {
  if (body instanceof TextParts) return ofParts;
  if (!(body instanceof RawJson)) return 0;
  const { length } = body;
  return length >= countedFrom ? length : 0;
}

export type ResponseMemory = {
  /**
   * Reserves memory for a response to an organization. Returns the function that releases it.
   * @throws 503 when the reservations would exceed the limit of the process, or half of the limit for this organization
   */
  reserve(organizationId: string | undefined, bytes: number): () => void;
  /** Returns the number of reserved bytes. */
  reserved(): number;
};

/** Creates the limit on memory for responses that callers read slowly or request in large numbers. */
export function createResponseMemory(most: number): ResponseMemory {
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
      // A single response is always allowed, so that a response larger than the limit can be sent.
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
  errors.unavailable('Too many large responses are being sent. Retry in a moment.', {
    headers: { 'retry-after': '1' },
  });
