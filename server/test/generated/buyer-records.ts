import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** Buyers and contacts, made anew as they are used up. */
export function createBuyerRecords(app: TestApp, org: TestOrganization) {
  let buyerId: string | undefined;
  let otherBuyerId: string | undefined;
  /** One that never bought anything, and so can be deleted. */
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
      // Long texts stay in the record, and each change keeps it twice.
      if (operationId === 'updateContact' && ++changes % 20 === 0) contactId = undefined;
    },
  };
}
