import { isFirstNotice } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { lockIntegration, nextEvent, recordIntegration } from './store.ts';

/**
 * Alerts people that a marketplace sends what cannot be read, once a day however much of it comes: ABNORMAL_ALERT of its
 * integration.
 */
export async function alertUnreadable(scope: OrgTransaction, partner: string): Promise<void> {
  const integration = await lockIntegration(scope, partner, 'MARKETPLACE');
  if (!integration) return;
  const notice = {
    notificationScope: 'ABNORMAL_ALERT.INTEGRATION',
    entityId: integration.id,
    occasion: scope.now.toISOString().slice(0, 10),
  };
  if (!(await isFirstNotice(scope, notice))) return;
  const row = await nextEvent(scope, integration.id);
  await scope.query(recordIntegration(scope, 'ABNORMAL_ALERT', row, integration));
}
