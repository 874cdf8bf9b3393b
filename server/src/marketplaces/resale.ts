/** Types of offers in which a reseller takes part. */
export const resaleTypes = { out: 'CPPO_OUT', received: 'CPPO_IN', resold: 'CPPO' } as const;

/** A violation of an authorization by a resale offer: the marketplace's code, the field, and the remedy. */
export type ResaleRefusal = { code: string; pointer: string; readable: string };
