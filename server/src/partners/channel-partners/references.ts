import type { BuyerReferences } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type ChannelPartnerRow, channelPartnerColumnList } from './columns.ts';
import { changeChannelPartner } from './store.ts';

/** Takes a contact that is deleted out of the channel partners that name it. */
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

/** Channel partners name contacts, and no buyers: a deal registration says by itself who its customer is. */
export const channelPartnerReferences: BuyerReferences = {
  repointBuyers: async () => {},
  holdsBuyer: async () => false,
  dropContact,
};
