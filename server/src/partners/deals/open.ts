import type { OrgTransaction } from '../../platform/access/scope.ts';
import { inList } from '../../platform/records/moves.ts';
import { openStates } from './states.ts';

/** Reads whether a deal registration of a channel partner has not come to its end. */
export async function hasOpenDeals(scope: OrgTransaction, channelPartnerId: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'open_deal_of_channel_partner',
    text: `SELECT id FROM deal_registration WHERE organization_id = $1 AND channel_partner_id = $2
             AND status IN (${inList(openStates)}) LIMIT 1`,
    values: [scope.organizationId, channelPartnerId],
  });
  return rows.length > 0;
}
