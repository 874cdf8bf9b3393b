/**
 * What goes wrong with a call. The connection ends before anything was done, or after all of it was; `onDrop` is what a test does
 * at that moment, such as killing the caller.
 */
export type Fault =
  | { kind: 'DROP'; afterCommit: boolean; onDrop?: () => void }
  | { kind: 'DELAY'; ms: number }
  | { kind: 'ERROR'; status: number; code: string; message: string; headers?: Record<string, string> };

/** Faults that wait for their call, in the order in which they were asked for; `*` is any operation. */
export function createFaultPlan() {
  const waiting: { operation: string; fault: Fault; times: number }[] = [];
  return {
    add: (operation: string, fault: Fault, times = 1) => void waiting.push({ operation, fault, times }),
    /** Takes the faults that meet a call: a delay and what is done after it. */
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
    /** How many calls are still to meet a fault. */
    left: () => waiting.reduce((sum, { times }) => sum + times, 0),
  };
}
export type FaultPlan = ReturnType<typeof createFaultPlan>;
