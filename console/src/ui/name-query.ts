/** The time that a row must be in view before the names of its records are read. */
export const restMs = 200;

/** Waits for `restMs`; rejects when the wait is aborted. */
const rest = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, restMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/** The query of a record's name. A fast scroll through a long list reads only the names of the rows where it stops. */
export const nameQuery = <Named>(
  queryKey: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Named>,
) => ({
  queryKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Named> => {
    await rest(signal);
    return read(signal);
  },
});
