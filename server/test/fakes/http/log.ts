/** A call to a local service. `outcome` is OK, an error code, or DROPPED. */
export type LoggedCall = {
  operation: string;
  account: string | undefined;
  atMs: number;
  input: unknown;
  outcome: string;
};

/** Creates the log of the calls to a local service, in the order of the responses. */
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
