import type { BuyerReferences } from '../../buyers/index.ts';
import type { Notification, Schedule } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { type ChannelPartnerRow, changeChannelPartner, channelPartnerColumnList } from './store.ts';

/** Removes a deleted contact from the channel partners that reference the contact. */
async function dropContact(scope: OrgTransaction, contactId: string): Promise<void> {
  const naming = await scope.query<ChannelPartnerRow>({
    name: 'lock_channel_partners_of_contact',
    text: `SELECT ${channelPartnerColumnList} FROM channel_partner p
           WHERE p.organization_id = $1 AND $2 = ANY (p.contact_ids) ORDER BY p.id FOR NO KEY UPDATE`,
    values: [scope.organizationId, contactId],
  });
  for (const row of naming) {
    const contact_ids = row.contact_ids.filter((id) => id !== contactId);
    await changeChannelPartner(scope, row, { contact_ids }, { audited: false });
  }
}

/**
 * The references of channel partners to contacts. Deal registrations have a copy of the customer instead of a
 * reference to a buyer.
 */
export const channelPartnerReferences: BuyerReferences = {
  repointBuyers: async () => {},
  holdsBuyer: async () => false,
  dropContact,
};

/** Maximum number of channel partners in one transaction. */
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

/**
 * Returns whether a member left, or now acts for a channel partner and therefore cannot own channel partners.
 */
const hasLeft = ({ entityType, action, record }: Notification): boolean =>
  entityType === 'USER' && (action === 'DELETE' || typeof record.channelPartnerId === 'string');

/** Removes the owner of channel partners when that member leaves or is bound to a channel partner. */
export const ownerLeftSchedule: Schedule = {
  kind: 'partners.ownerLeft',
  nextTime: async (scope, notifications) => {
    if (!notifications.some(hasLeft)) return undefined;
    return (await scope.query(selectOwnerless(scope, 1))).length > 0 ? scope.now : undefined;
  },
  recordDue: async (scope) => {
    const found = await scope.query<ChannelPartnerRow>(selectOwnerless(scope, portion));
    for (const row of found) await changeChannelPartner(scope, row, { owner_id: null }, { audited: false });
    return found.length === portion ? scope.now : undefined;
  },
};
