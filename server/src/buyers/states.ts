/** The status of a buyer. A MERGED buyer has a survivor; only ACTIVE buyers are returned. */
export type BuyerStatus = 'ACTIVE' | 'MERGED' | 'DELETED';
