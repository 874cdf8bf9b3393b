import { invalid } from '../platform/errors.ts';
import { Partner } from './records/index.ts';

/** The partner that a path names, in any letter case. @throws 400 for one that is not known */
export function partnerParameter(given: string | undefined): Partner {
  const result = Partner.safeParse(given?.toUpperCase());
  if (result.success) return result.data;
  throw invalid([{ pointer: 'partner', message: `must be one of ${Partner.options.join(', ')}` }]);
}
