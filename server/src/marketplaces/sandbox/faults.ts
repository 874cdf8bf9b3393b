import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { Change } from '../changes.ts';
import { MarketplaceError } from '../errors.ts';
import { readableCause } from '../readable-cause.ts';
import type { OfferSpec } from '../specifications.ts';
import { type Fault, type FaultKind, findFaultOf, takeFault, takeFaultOf } from './fault-store.ts';
import { putChangeOff, slowCalls } from './slow-changes.ts';

/** Runs the work in a transaction of the organization for which the sandbox simulates a marketplace. */
export type RunInOrganization = <T>(
  work: (scope: OrgTransaction, found: readonly Row[][]) => Promise<T>,
  /** Statements that are sent with the start of the transaction; `work` receives their rows. */
  first?: readonly Statement[],
) => Promise<T>;
type Call = (...values: unknown[]) => Promise<unknown>;

const creations = ['createOffer', 'createProduct'] as const;
const changes = [
  'updateOffer',
  'extendOffer',
  'cancelOffer',
  'updateProduct',
  'publishProduct',
  'approveAgreement',
  'rejectAgreement',
  'answerRequest',
  'cancelAgreement',
  'withdrawCancellation',
  'changeQuantity',
  'reportUsage',
] as const;
const readings = [
  'findOffer',
  'readOffer',
  'readOfferByName',
  'readChange',
  'findProduct',
  'readProduct',
  'listProducts',
  'listOffers',
  'listAgreements',
  'listAgreementsOf',
  'readAgreement',
  'readRequest',
  'findAgreement',
  'readUsage',
  'readRevenue',
  'resolvePurchase',
] as const;

/** The organization, the simulated marketplace, and the function that opens transactions. */
type Place = { organizationId: string; partner: string; inside: RunInOrganization };

/**
 * Returns whether a call only reads one offer, or creates an offer without a base record. Such calls are
 * frequent and may share a transaction.
 */
function locksNoOther(name: string, [given]: readonly unknown[]): boolean {
  if (name !== 'createOffer') return name === 'readOffer';
  const { basedOn, offerType } = given as OfferSpec;
  return basedOn === undefined && offerType !== 'CPPO';
}

/**
 * The faults that may affect a call: faults before the call takes effect, the loss of its response, and its
 * postponement.
 */
type Strikes = {
  before: readonly FaultKind[];
  loses: boolean;
  putOff?: (scope: OrgTransaction, fault: Fault) => Promise<Change>;
};

/** Error that ends a postponed call; the caller receives the running change. */
class CallPostponed extends Error {
  override readonly name = 'CallPostponed';
  readonly change: Change;
  constructor(change: Change) {
    super('put off');
    this.change = change;
  }
}

/**
 * Wraps the adapter with the injected faults. A fault is consumed in the transaction in which the call reads
 * or changes the sandbox.
 * @param createPort creates the adapter with a function that opens its transactions
 */
export function withFaults(
  createPort: (inside: RunInOrganization) => MarketplaceAdapter,
  { shared, ...place }: Place & { shared: RunInOrganization },
): MarketplaceAdapter {
  const faulty =
    (name: keyof MarketplaceAdapter, strikes: Strikes): Call =>
    (...values) =>
      answerOf(name, strikes, values).catch((error: unknown) => {
        if (error instanceof CallPostponed) return error.change;
        throw error;
      });
  const answerOf = async (
    name: keyof MarketplaceAdapter,
    strikes: Strikes,
    values: readonly unknown[],
  ): Promise<unknown> => {
    const slow = slowCalls.find((known) => known === name);
    const asked = slow && { partner: place.partner, call: slow, given: values };
    const struck = strikeOnce(
      locksNoOther(name, values) ? { ...place, inside: shared } : place,
      asked
        ? {
            ...strikes,
            before: [...strikes.before, 'SLOW'],
            putOff: (scope, { delay }) => putChangeOff(scope, asked, delay),
          }
        : strikes,
    );
    const call = createPort(struck.inside)[name] as Call;
    const answer = await call(...values).catch(async (error: unknown) => {
      // A call that was rejected without a transaction also consumes its faults.
      await struck.unlessAsked({ loses: false });
      throw error;
    });
    await struck.unlessAsked({ loses: strikes.loses });
    if (struck.isAnswerLost())
      throw new MarketplaceError('the connection was lost before the response arrived', { kind: 'unknown' });
    return answer;
  };
  const port = createPort(place.inside);
  const wrapped = (names: readonly (keyof MarketplaceAdapter)[], strikes: Strikes) =>
    Object.fromEntries(
      names.filter((name) => port[name] !== undefined).map((name) => [name, faulty(name, strikes)]),
    );
  return {
    ...port,
    ...wrapped(creations, { before: ['RATE_LIMIT', 'LOSE_CALL', 'FAIL_CREATE'], loses: true }),
    ...wrapped(changes, { before: ['RATE_LIMIT', 'LOSE_CALL'], loses: true }),
    ...wrapped(readings, { before: ['RATE_LIMIT'], loses: false }),
  };
}

/**
 * Creates the function that opens the transactions of one call. The first transaction consumes the faults of
 * the call.
 */
function strikeOnce({ inside, organizationId, partner }: Place, { before, loses, putOff }: Strikes) {
  let isAsked = false;
  let isAnswerLost = false;
  const first = async <T>(
    work: (scope: OrgTransaction, found: readonly Row[][]) => Promise<T>,
    mayBeLost: boolean,
    given: readonly Statement[] = [],
  ): Promise<T> => {
    isAsked = true;
    const done = await inside(
      async (scope, rows) => {
        isAnswerLost = false;
        const [faults, losses] = rows.slice(given.length);
        const [fault] = (faults ?? []) as Fault[];
        if (fault?.kind === 'SLOW' && putOff) return { change: await putOff(scope, fault) };
        if (fault) return { fault };
        const answer = await work(scope, rows);
        if (losses && losses.length > 0)
          isAnswerLost = (await takeFault(scope, partner, ['LOSE_ANSWER'])) !== undefined;
        return { answer };
      },
      [
        ...given,
        takeFaultOf(organizationId, partner, before),
        ...(mayBeLost ? [findFaultOf(organizationId, partner, 'LOSE_ANSWER')] : []),
      ],
    );
    if ('change' in done) throw new CallPostponed(done.change);
    if ('fault' in done) throw failureBy(done.fault);
    return done.answer;
  };
  return {
    inside: (<T>(
      work: (scope: OrgTransaction, found: readonly Row[][]) => Promise<T>,
      given?: readonly Statement[],
    ) => (isAsked ? inside(work, given) : first(work, loses, given))) as RunInOrganization,
    /** Consumes the faults of a call without a transaction. */
    unlessAsked: async ({ loses }: Pick<Strikes, 'loses'>) => {
      if (!isAsked) await first(async () => undefined, loses);
    },
    isAnswerLost: () => isAnswerLost,
  };
}

function failureBy(fault: Fault): MarketplaceError {
  if (fault.kind === 'RATE_LIMIT')
    return new MarketplaceError('429 TOO_MANY_REQUESTS', { kind: 'throttled' });
  if (fault.kind === 'LOSE_CALL')
    return new MarketplaceError('the connection was lost before the call arrived', { kind: 'unknown' });
  const cause = fault.cause ?? 'CREATION_FAILED';
  return new MarketplaceError(cause, {
    kind: fault.permanent ? 'refused' : 'unreachable',
    readable: readableCause(cause),
  });
}
