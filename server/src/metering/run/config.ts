import type { PartnerUsageMeteringConfig, UsageMeteringConfigInfo } from '../../organizations/records.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';

/** Reads the organization’s metering settings by partner. */
export async function readMeteringConfig(
  scope: OrgTransaction,
): Promise<(partner: string | null) => PartnerUsageMeteringConfig | undefined> {
  const [row] = await scope.query<{ config: string | null }>({
    name: 'read_metering_config',
    text: `SELECT o.info -> 'usageMeteringConfigInfo' AS config FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  });
  const { partnerUsageMeteringConfigs: configs = [] } = JSON.parse(
    row?.config ?? '{}',
  ) as UsageMeteringConfigInfo;
  return (partner) => configs.find((config) => (config.partner ?? '') === (partner ?? ''));
}
