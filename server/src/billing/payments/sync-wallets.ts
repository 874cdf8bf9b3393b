import { changePayACustomer, findBuyer, lockBuyer, providerJob } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { mirrorMethods } from '../wallets/index.ts';
import { payA } from './payA/account.ts';
import {
  CustomerRefused,
  type CustomerRequest,
  type PaymentCustomers,
  type ProviderRegistry,
} from './provider.ts';

type CustomerSync = { customerId: string | undefined; request: CustomerRequest };

/**
 * Synchronizes the wallets of a buyer with the payment provider, and creates a missing customer at the
 * provider. On a retry, the customer is looked up first, because a response may have been lost.
 */
export const syncJobHandler = (providers: ProviderRegistry): JobHandler<{ buyerId: string }> => ({
  definition: providerJob,
  run: async (job) => {
    const { buyerId } = job.payload;
    const known = await job.transaction((scope) => readKnown(scope, buyerId));
    const customers = known && (await providers.find(job, payA))?.customers;
    if (!customers) return job.finish('no customer to synchronize');
    const customerId = known.customerId ?? (await becomeCustomer(customers, known.request, job.attempts));
    const shown = await customers.methods(customerId).catch(unlessRefused);
    if (shown instanceof CustomerRefused)
      return job.finish(`the provider refuses customer ${customerId}: ${shown.message}`, undefined, 'FAILED');
    if (!shown) return job.finish('the customer does not exist at the provider');
    await job.finish(`payment methods found: ${shown.methods.length}`, async (scope) => {
      const present = await findBuyer(scope, buyerId);
      if (!present) return;
      const buyer = await lockBuyer(scope, present.id);
      const customer = (JSON.parse(buyer.info) as { payACustomerId?: string }).payACustomerId;
      // The buyer’s customer id has changed; that change enqueued its own job.
      if (customer !== undefined && customer !== customerId) return;
      const row = customer === undefined ? await changePayACustomer(scope, buyer, customerId) : buyer;
      await mirrorMethods(scope, row, { partner: payA, customerId }, shown);
    });
  },
});

function unlessRefused(error: Error): CustomerRefused {
  if (error instanceof CustomerRefused) return error;
  throw error;
}

const becomeCustomer = async (customers: PaymentCustomers, request: CustomerRequest, attempts: number) =>
  (attempts === 0 ? undefined : await customers.find(request.key)) ?? customers.create(request);

async function readKnown(scope: OrgTransaction, id: string): Promise<CustomerSync | undefined> {
  const buyer = await findBuyer(scope, id);
  if (!buyer) return undefined;
  const info = JSON.parse(buyer.info) as { payACustomerId?: string; emailAddress?: string };
  const { payACustomerId: customerId, emailAddress } = info;
  if (customerId === undefined && buyer.partner !== payA) return undefined;
  return { customerId, request: { key: buyer.id, name: buyer.name ?? '', emailAddress } };
}
