import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** Provides buyers and contacts, and replaces records that an operation has used up. */
export function createBuyerRecords(app: TestApp, org: TestOrganization) {
  let buyerId: string | undefined;
  let otherBuyerId: string | undefined;
  /** A buyer without purchases, which can be deleted. */
  let idleBuyerId: string | undefined;
  let contactId: string | undefined;
  let changes = 0;
  const create = async (noun: string): Promise<string> =>
    (await app.request('POST', `/org/${org.id}/${noun}`, { token: org.token, body: {} })).body.id;
  return {
    ids: async ({ operationId }: Operation) => {
      buyerId ??= await create('buyer');
      idleBuyerId ??= await create('buyer');
      otherBuyerId ??= await create('buyer');
      contactId ??= await create('contact');
      return { buyerId: operationId === 'deleteBuyer' ? idleBuyerId : buyerId, otherBuyerId, contactId };
    },
    used: ({ operationId }: Operation) => {
      if (operationId === 'deleteBuyer') idleBuyerId = undefined;
      if (operationId === 'mergeBuyers') otherBuyerId = undefined;
      if (operationId === 'deleteContact') contactId = undefined;
      // Test values leave long texts in the record, and each change stores two copies, so the record is
      // replaced.
      if (operationId === 'updateContact' && ++changes % 20 === 0) contactId = undefined;
    },
  };
}
