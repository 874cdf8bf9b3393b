/** The status of a buyer. One that is MERGED leads to the buyer that it became part of; only ACTIVE ones are shown. */
export type BuyerStatus = 'ACTIVE' | 'MERGED' | 'DELETED';
