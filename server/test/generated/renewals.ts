import type { TestApp, TestOrganization } from '../harness.ts';
import { createBillingRecords } from './billing-records.ts';
import { uploadText } from './file-records.ts';
import { writeArticle } from './knowledge-records.ts';
import type { Operation } from './operations.ts';
import { renewedPartners } from './partner-records.ts';
import { paidRecords } from './payment-records.ts';
import { createWebhookRecords } from './webhook-records.ts';

type Renewal = (app: TestApp, org: TestOrganization, buyerId: string) => Promise<object>;

const made =
  (noun: string, parameter: string): Renewal =>
  async (app, { id, token }) => {
    const reply = await app.request('POST', `/org/${id}/${noun}`, { token, body: { name: 'x' } });
    return { [parameter]: reply.body.id };
  };

const renewals: Readonly<Record<string, Renewal>> = {
  deleteKnowledgeArticle: async (app, org) => ({ articleId: await writeArticle(app, org) }),
  deleteContact: made('contact', 'contactId'),
  deleteAddon: (app, org) => createBillingRecords(app, org).ids(),
  deleteWebhook: (app, org) => createWebhookRecords(app, org).ids(),
  deleteFile: async (app, org) => ({ fileId: await uploadText(app, org) }),
  deleteOfferSet: made('offerSet', 'offerSetId'),
  deleteBuyerWallet: paidRecords,
  closeCreditWallet: paidRecords,
};

/** Replaces the records that a call has deleted. */
export const renewed = async (
  app: TestApp,
  org: TestOrganization,
  { operation, ids }: { operation: Operation; ids: Readonly<Record<string, string>> },
): Promise<object> => ({
  ...(await renewals[operation.operationId]?.(app, org, ids.buyerId as string)),
  ...(await renewedPartners(app, org, operation)),
});
