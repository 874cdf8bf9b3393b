import type { Notification, Schedule } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { type ChannelPartnerRow, channelPartnerColumnList } from './columns.ts';
import { changeChannelPartner } from './store.ts';

/** The most channel partners in one transaction. */
const portion = 200;

const selectOwnerless = (scope: OrgTransaction, most: number): Statement => ({
  name: 'select_channel_partners_whose_owner_left',
  text: `SELECT ${channelPartnerColumnList} FROM channel_partner p
         WHERE p.organization_id = $1 AND p.owner_id IS NOT NULL
           AND NOT EXISTS (SELECT FROM member m WHERE m.organization_id = $1 AND m.id = p.owner_id
             AND m.status = 'ACTIVE' AND m.channel_partner_id IS NULL)
         ORDER BY p.id LIMIT $2 FOR NO KEY UPDATE OF p`,
  values: [scope.organizationId, most],
});

/** Whoever acts for a channel partner is none of the organization's people any more. */
const left = ({ entityType, action, record }: Notification): boolean =>
  entityType === 'USER' && (action === 'DELETE' || typeof record.channelPartnerId === 'string');

/** Has nobody look after the channel partners of a member who left or is bound to one, once the trail says so. */
export const ownerLeftSchedule: Schedule = {
  kind: 'partners.ownerLeft',
  nextTime: async (scope, notifications) => {
    if (!notifications.some(left)) return undefined;
    return (await scope.query(selectOwnerless(scope, 1))).length > 0 ? scope.now : undefined;
  },
  recordDue: async (scope) => {
    const found = await scope.query<ChannelPartnerRow>(selectOwnerless(scope, portion));
    for (const row of found) await changeChannelPartner(scope, row, { owner_id: null }, { audited: false });
    return found.length === portion ? scope.now : undefined;
  },
};
