/**
 * A fault of a call. The connection breaks before or after the effect of the call; `onDrop` is the test’s
 * action at that time, such as killing the caller.
 */
export type Fault =
  | { kind: 'DROP'; afterCommit: boolean; onDrop?: () => void }
  | { kind: 'DELAY'; ms: number }
  | { kind: 'ERROR'; status: number; code: string; message: string; headers?: Record<string, string> };

/**
 * Creates the list of pending faults, which are consumed in the order in which they were added; `*` matches
 * any operation.
 */
export function createFaultPlan() {
  const waiting: { operation: string; fault: Fault; times: number }[] = [];
  return {
    add: (operation: string, fault: Fault, times = 1) => void waiting.push({ operation, fault, times }),
    /** Consumes the faults of a call: a delay, and an action after the delay. */
    take: (operation: string): Fault[] => {
      const met: Fault[] = [];
      for (const one of [...waiting]) {
        if (one.operation !== operation && one.operation !== '*') continue;
        met.push(one.fault);
        one.times -= 1;
        if (one.times <= 0) waiting.splice(waiting.indexOf(one), 1);
        if (one.fault.kind !== 'DELAY') break;
      }
      return met;
    },
    clear: () => void waiting.splice(0),
    /** Returns the number of pending faults. */
    left: () => waiting.reduce((sum, { times }) => sum + times, 0),
  };
}
export type FaultPlan = ReturnType<typeof createFaultPlan>;

export type ErrorFault = Omit<Fault & { kind: 'ERROR' }, 'kind'>;

/** Creates the functions with which tests inject faults. */
export function createFaultDoor(faults: FaultPlan) {
  const failNext = (operation: string, fault: ErrorFault, times = 1) =>
    faults.add(operation, { kind: 'ERROR', ...fault }, times);
  return {
    /** Breaks the connection of the next call to an operation, before or after the operation is executed. */
    dropNextAnswer: (
      operation: string,
      { afterCommit, times = 1, onDrop }: { afterCommit: boolean; times?: number; onDrop?: () => void },
    ) => faults.add(operation, { kind: 'DROP', afterCommit, ...(onDrop && { onDrop }) }, times),
    failNext,
    /** Refuses the next calls with 429 and the vendor's words. */
    throttleNext: (
      operation: string,
      { retryAfterS, times = 1 }: { retryAfterS?: number | undefined; times?: number | undefined },
      words: Pick<ErrorFault, 'code' | 'message'>,
    ) => {
      const headers = retryAfterS === undefined ? {} : { headers: { 'retry-after': String(retryAfterS) } };
      failNext(operation, { status: 429, ...words, ...headers }, times);
    },
    delayNext: (operation: string, ms: number, times = 1) =>
      faults.add(operation, { kind: 'DELAY', ms }, times),
    clearFaults: faults.clear,
  };
}
