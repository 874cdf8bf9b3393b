import type { OrgScope } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import { customerOf, dealColumnList } from '../deals/index.ts';
import { channelPartnerOf } from './bound.ts';

/** What of a deal registration is its channel partner's to see: not who decided, and not against whom. */
const encode = recordEncoder([
  ['id', 'id', 'text'],
  ['name', 'name', 'text'],
  ['status', 'status', 'text'],
  ['customer', 'customer', 'json'],
  ['productIds', 'product_ids', 'texts'],
  ['amount', 'amount', 'number'],
  ['currency', 'currency', 'text'],
  ['expectedCloseDate', 'expected_close_date', 'text'],
  ['notes', 'notes', 'text'],
  ['hasConflict', 'has_conflict', 'json'],
  ['submissionTime', 'submission_time', 'time'],
  ['decisionTime', 'decision_time', 'time'],
  ['decisionMessage', 'decision_note', 'text'],
  ['protectedProductIds', 'protected_product_ids', 'texts'],
  ['protectionEndTime', 'protection_end_time', 'time'],
  ['closeTime', 'close_time', 'time'],
  ['closeMessage', 'close_note', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
]);

export const encodePortalDeal = (row: Row): string => encode({ ...row, customer: customerOf(row) });

export const selectPortalDeal = (scope: OrgScope, id: string): Statement => ({
  name: 'select_portal_deal_registration',
  text: `SELECT ${dealColumnList} FROM deal_registration d
         WHERE d.organization_id = $1 AND d.id = $2 AND d.channel_partner_id = $3`,
  values: [scope.organizationId, id, channelPartnerOf(scope)],
});
