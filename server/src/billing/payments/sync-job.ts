import { changePayACustomer, findBuyer, lockBuyer, providerJob } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { mirrorMethods } from '../wallets/index.ts';
import { payA } from './payA/index.ts';
import {
  CustomerRefused,
  type CustomerRequest,
  type PaymentCustomers,
  type ProviderRegistry,
} from './provider.ts';

type Known = { customerId: string | undefined; request: CustomerRequest };

/**
 * Makes a buyer a customer of the payment provider where it is none yet, and its wallets what the provider shows. From the second
 * try on a customer is looked for first, as an answer may have been lost.
 */
export const syncJobHandler = (providers: ProviderRegistry): JobHandler<{ buyerId: string }> => ({
  definition: providerJob,
  run: async (job) => {
    const { buyerId } = job.payload;
    const known = await job.transaction((scope) => readKnown(scope, buyerId));
    const customers = known && (await providers.find(job, payA))?.customers;
    if (!customers) return job.finish('there is nobody to ask');
    const customerId = known.customerId ?? (await becomeCustomer(customers, known.request, job.attempts));
    const shown = await customers.methods(customerId).catch(unlessRefused);
    if (shown instanceof CustomerRefused)
      return job.finish(`the provider refuses customer ${customerId}: ${shown.message}`, undefined, 'FAILED');
    if (!shown) return job.finish('the provider knows no such customer');
    await job.finish(`${shown.methods.length} means of payment`, async (scope) => {
      const present = await findBuyer(scope, buyerId);
      if (!present) return;
      const buyer = await lockBuyer(scope, present.id);
      const customer = (JSON.parse(buyer.info) as { payACustomerId?: string }).payACustomerId;
      // Another customer was named meanwhile: that change has a job of its own.
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

async function readKnown(scope: OrgTransaction, id: string): Promise<Known | undefined> {
  const buyer = await findBuyer(scope, id);
  if (!buyer) return undefined;
  const info = JSON.parse(buyer.info) as { payACustomerId?: string; emailAddress?: string };
  const { payACustomerId: customerId, emailAddress } = info;
  if (customerId === undefined && buyer.partner !== payA) return undefined;
  return { customerId, request: { key: buyer.id, name: buyer.name ?? '', emailAddress } };
}
