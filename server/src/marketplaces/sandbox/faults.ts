import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type MarketplaceAdapter, MarketplaceError } from '../adapter.ts';
import { readableCause } from '../readable-cause.ts';
import { type FaultKind, takeFault } from './fault-store.ts';

type Inside = <T>(work: (scope: OrgTransaction) => Promise<T>) => Promise<T>;
type Call = (...values: unknown[]) => Promise<unknown>;

const creations = ['createOffer', 'createProduct'] as const;
const changes = [
  'updateOffer',
  'extendOffer',
  'cancelOffer',
  'updateProduct',
  'publishProduct',
  'approveAgreement',
  'cancelAgreement',
  'changeQuantity',
] as const;
const readings = [
  'findOffer',
  'readOffer',
  'readOfferByName',
  'findProduct',
  'readProduct',
  'listProducts',
  'readAgreement',
  'findAgreement',
] as const;

/** The port with the faults that somebody asked for: a call fails before it has an effect, or its answer is lost after. */
export function withFaults(adapter: MarketplaceAdapter, partner: string, inside: Inside): MarketplaceAdapter {
  const take = (kinds: readonly FaultKind[]) => inside((scope) => takeFault(scope, partner, kinds));
  const faulty =
    (call: Call, before: readonly FaultKind[], changesSomething: boolean): Call =>
    async (...values) => {
      const fault = await take(before);
      if (fault?.kind === 'RATE_LIMIT')
        throw new MarketplaceError('429 TOO_MANY_REQUESTS', { permanent: false });
      const cause = fault?.cause ?? 'CREATION_FAILED';
      if (fault)
        throw new MarketplaceError(cause, { permanent: fault.permanent, readable: readableCause(cause) });
      const answer = await call(...values);
      if (changesSomething && (await take(['LOSE_ANSWER'])))
        throw new MarketplaceError('the connection was lost before the answer came', { permanent: false });
      return answer;
    };
  const wrapped = (
    names: readonly (keyof MarketplaceAdapter)[],
    before: readonly FaultKind[],
    changesSomething: boolean,
  ) =>
    Object.fromEntries(names.map((name) => [name, faulty(adapter[name] as Call, before, changesSomething)]));
  return {
    ...adapter,
    ...wrapped(creations, ['RATE_LIMIT', 'FAIL_CREATE'], true),
    ...wrapped(changes, ['RATE_LIMIT'], true),
    ...wrapped(readings, ['RATE_LIMIT'], false),
  };
}
