import { startMkA } from '../../../fakes/mkA/server.ts';
import type { Chance } from '../../seeded.ts';
import type { World } from '../world.ts';

/** Starts the local service of marketplace A with a seller and a product. */
export async function startSide(chance: Chance) {
  const service = await startMkA({ seed: String(chance.seed) });
  service.limitRates(false);
  service.pace({ preparingMs: 20_000, applyingMs: 40_000 });
  const seller = service.addSeller();
  const product = seller.addProduct({ title: 'Insight', dimensions: ['seats', 'usedHours'] });
  const { roleArn: iamRoleArn, queueArn } = seller;
  return {
    partner: 'MKA' as const,
    endpoint: service.url,
    operator: service.operator,
    service,
    seller,
    product,
    integration: { credentials: {}, info: { mkAIntegration: { iamRoleArn, queueArn } } },
    trust: (externalId: string) => service.trust(iamRoleArn, { externalId }),
    unread: () => service.messagesOf(seller.accountId),
  };
}
export type SideA = Awaited<ReturnType<typeof startSide>>;
export type WorldA = World<SideA>;
