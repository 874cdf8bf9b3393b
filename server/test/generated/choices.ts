import { type Field, fieldsOf } from './fields.ts';
import { bodySchema, type Operation, type Schema } from './operations.ts';
import { sample, seeded } from './values.ts';

/** Without a partner these are refused before anything else of them is looked at. */
export const partners: Record<string, string> = { sandboxOrder: 'MKA', importProducts: 'MKA' };

/** Large records, whose fields are tried less deep. */
const large = ['createOffer', 'createProduct', 'updateProductMetaInfo'];
/** They take the record that createProduct takes: a sample of its fields is tried. */
const sampled = ['createOrUpdateDraftProduct', 'updateProduct'];

export const schemaOf = (operation: Operation): Schema => bodySchema(operation.requestBody) ?? {};

/** The fields of an operation's body that get values of every kind. */
export function fieldsToTry(operation: Operation, runs: number, seed: number): Field[] {
  const { operationId } = operation;
  const depth = [...large, ...sampled].includes(operationId) ? 2 : 3;
  const fields = fieldsOf(schemaOf(operation), depth);
  return sampled.includes(operationId) ? sample(fields, 30 * runs, seeded(seed)) : fields;
}
