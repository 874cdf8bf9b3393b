import { errors } from '../platform/errors.ts';
import { Partner } from './records/index.ts';

/**
 * Parses the partner in a path, case-insensitively.
 * @throws 404 for an unknown partner
 */
export function partnerParameter(given: string | undefined): Partner {
  const result = Partner.safeParse(given?.toUpperCase());
  if (result.success) return result.data;
  throw errors.not_found('Unknown partner.');
}
