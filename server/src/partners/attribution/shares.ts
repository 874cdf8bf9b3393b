import type { OrgTransaction } from '../../platform/access/scope.ts';

/**
 * The share that a channel partner has of what it brings on a day: that of the agreement that is in force for the product and
 * the customer's country, else that of its tier, else none. Where nobody said which country, the agreement for all countries,
 * else the first.
 */
export async function shareOf(
  scope: OrgTransaction,
  channelPartnerId: string,
  { productId, country, day }: { productId: string | null; country: string | null; day: string },
): Promise<string> {
  const [row] = await scope.query<{ share: string | null }>({
    name: 'find_share_of_channel_partner',
    text: `SELECT coalesce((
             SELECT a.share FROM channel_partner_agreement a
             WHERE a.organization_id = $1 AND a.channel_partner_id = $2 AND a.start_date <= $4::date
               AND (a.end_date IS NULL OR a.end_date > $4::date)
               AND (a.product_ids = '{}' OR $3 = ANY (a.product_ids))
               AND ($5::text IS NULL OR a.countries = '{}' OR $5 = ANY (a.countries))
             ORDER BY a.product_ids = '{}', a.countries <> '{}', a.creation_time, a.id LIMIT 1),
             t.share, 0) AS share
           FROM channel_partner p
             LEFT JOIN channel_partner_tier t ON t.organization_id = p.organization_id AND t.id = p.tier_id
           WHERE p.organization_id = $1 AND p.id = $2`,
    values: [scope.organizationId, channelPartnerId, productId, day, country],
  });
  return row?.share ?? '0';
}
