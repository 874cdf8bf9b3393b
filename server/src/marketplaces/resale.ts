/** Types of offers in which a reseller takes part. */
export const resaleTypes = { out: 'CPPO_OUT', received: 'CPPO_IN', resold: 'CPPO' } as const;
