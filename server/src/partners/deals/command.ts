import type { OrgTransaction } from '../../platform/access/scope.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson } from '../../platform/http/route.ts';
import { isMoveAllowed } from '../../platform/records/moves.ts';
import { lockChannelPartnerForReference, sells } from '../channel-partners/index.ts';
import { partnerErrors } from '../errors.ts';
import { type DealRow, encodeDeal } from './columns.ts';
import { DealRegistration } from './records.ts';
import { type DealStatus, dealMoves } from './states.ts';
import { requireDeal } from './store.ts';

export const path = '/org/{orgId}/dealRegistration';
export const pathOfOne = '/org/{orgId}/dealRegistration/{dealRegistrationId}';
export const group = 'Partner Relationship Management';
export const common = {
  group,
  response: DealRegistration,
  responseDescription: 'The deal registration',
} as const;

/** The commands on a deal registration. Repeating a command has no effect. */
export const step = { ...common, method: 'POST' } as const;
export const notFound = partnerErrors.deal_registration_not_found.definition;
export const state = partnerErrors.deal_registration_state.definition;
export const partnerState = partnerErrors.channel_partner_state.definition;
export const condition = { of: pathOfOne, lock: lockRows(['deal_registration', 'dealRegistrationId']) };
export const show = (row: DealRow) => ({ body: new RawJson(encodeDeal(row)) });

export const stateError = ({ status }: Pick<DealRow, 'status'>, what: string) =>
  partnerErrors.deal_registration_state(`The deal registration is ${status} and ${what}.`);

/**
 * Locks a registration for a transition to a state.
 * @returns whether the registration is already in that state
 * @throws 404 if it does not exist, 409 if the transition is not allowed
 */
export async function lockToMove(
  scope: OrgTransaction,
  id: string,
  to: DealStatus,
): Promise<{ deal: DealRow; isThere: boolean }> {
  const deal = await requireDeal(scope, id);
  if (deal.status === to) return { deal, isThere: true };
  if (!isMoveAllowed(dealMoves, deal.status, to)) throw stateError(deal, `cannot become ${to}`);
  return { deal, isThere: false };
}

/**
 * Requires that a registration's channel partner is ACTIVE, and locks the channel partner against changes.
 * @throws 409 for another status
 */
export async function requireSelling(scope: OrgTransaction, { channel_partner_id: id }: DealRow) {
  const partner = await lockChannelPartnerForReference(scope, id);
  if (!sells(partner.status))
    throw partnerErrors.channel_partner_state(`The channel partner is ${partner.status}, not ACTIVE.`);
  return partner;
}
