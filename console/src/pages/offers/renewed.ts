/** The interval at which links are refetched, because links expire after an hour and a page may stay open longer. */
export const linkRefetchOptions = { staleTime: 1_800_000, refetchInterval: 1_800_000 };
