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
