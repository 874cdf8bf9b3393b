import type { RareProperties, Route, RouteRequest } from './route.ts';

const adding =
  (properties: RareProperties) =>
  (route: Route): Route => ({ ...route, ...properties });

/** Marks a deprecated operation: another operation replaces it, or it is no longer useful. */
export const deprecated = adding({ deprecated: true });

/** Marks an operation that recognizes repeats before the idempotency key is checked. */
export const recognizesRepeats = adding({ recognizesRepeats: true });

/**
 * Marks an operation of which a repeat with the same idempotency key is performed again with the same result, so that
 * responses are not stored.
 */
export const idempotent = adding({ isIdempotent: true });

/** Marks a read whose every response contains new content, such as a fresh link, so that the response has no tag. */
export const withoutTag = adding({ hasNoTag: true });

/**
 * Declares that an operation also acts in a second organization, in which the caller needs the same permission.
 * @param idOf returns the id of the second organization
 */
export const inSecondOrganization = <B>(
  idOf: (request: RouteRequest<unknown, B>) => string | undefined,
  route: Route,
): Route => adding({ secondOrganization: idOf })(route);
