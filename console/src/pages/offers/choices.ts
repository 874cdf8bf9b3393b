import type { OfferStatus } from '@tradepost/sdk';
import { marketplaceOptions } from '../../ui/marketplaces.ts';

/** The states of offers, the most common state first. Lists contain no deleted offers. */
const states: Readonly<Record<Exclude<OfferStatus, 'DELETED'>, true>> = {
  DRAFT: true,
  PENDING_CREATE: true,
  CREATE_FAILED: true,
  PENDING_ACCEPTANCE: true,
  ACCEPTED: true,
  EXPIRED: true,
  CANCELLED: true,
  REJECTED: true,
  PENDING_UPDATE: true,
  UPDATE_FAILED: true,
  PENDING_CANCEL: true,
  CANCEL_FAILED: true,
  PENDING_PARTNER_ACTION: true,
  ACTIVE: true,
  USED: true,
  VOID: true,
  CREATE_SUCCESS: true,
  UPDATE_SUCCESS: true,
  CANCEL_SUCCESS: true,
  READY_TO_USE: true,
  PREVIEW: true,
  TEST: true,
  RESTRICTED: true,
  DEPRECATED: true,
  INVALID: true,
};

/** The filters of offers, named as in the API. */
export const choices = [
  { name: 'status', label: 'State', options: Object.keys(states) },
  {
    name: 'partner',
    label: 'Marketplace',
    options: marketplaceOptions,
  },
];
