import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** Operations that need a listing at a marketplace. */
const ofListings = ['synchronizeProduct', 'sandboxChangeProduct'];

/** Provides products in the required state, and replaces used-up products with direct products. */
export function createProductRecords(app: TestApp, { id, token }: TestOrganization) {
  let listed: string | undefined;
  let direct: string | undefined;
  let changes = 0;
  const post = async (path: string, body: object) =>
    (await app.request('POST', `/org/${id}${path}`, { token, body })).body;
  const findListed = async (): Promise<string> => {
    await post('/product/sync', { partner: 'MKA' });
    await app.drainJobs();
    return (await app.request('GET', `/org/${id}/product?partner=MKA`, { token })).body[0].id;
  };
  return {
    productId: async ({ operationId }: Operation): Promise<string> => {
      if (ofListings.includes(operationId)) {
        listed ??= await findListed();
        return listed;
      }
      direct ??= (await post('/product', { name: 'Direct' })).id as string;
      return direct;
    },
    used: ({ operationId }: Operation) => {
      if (operationId === 'publishProduct' || operationId === 'deleteProduct') direct = undefined;
      // A product with hundreds of fields would make each further change slow.
      if (operationId.startsWith('updateProduct') && ++changes % 20 === 0) direct = undefined;
    },
  };
}
