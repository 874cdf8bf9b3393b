/** One call that a local service had. `outcome` is OK, an error's code, or DROPPED. */
export type LoggedCall = {
  operation: string;
  account: string | undefined;
  atMs: number;
  input: unknown;
  outcome: string;
};

/** The calls that a local service had, in the order in which they were answered. */
export function createCallLog() {
  const calls: LoggedCall[] = [];
  return {
    calls,
    add: (call: LoggedCall) => void calls.push(call),
    of: (operation: string) => calls.filter((call) => call.operation === operation),
    count: (operation: string) => calls.filter((call) => call.operation === operation).length,
    clear: () => void calls.splice(0),
  };
}
export type CallLog = ReturnType<typeof createCallLog>;
