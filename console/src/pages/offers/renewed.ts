/** Links of the service are good for an hour: they are read again before that, for a page may stay open. */
export const renewed = { staleTime: 1_800_000, refetchInterval: 1_800_000 };
