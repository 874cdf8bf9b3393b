import { type Field, fieldsOf, schemaOf } from './fields.ts';
import type { Operation } from './operations.ts';
import { sample, seeded } from './values.ts';

/** Large records, whose fields are tried less deep. */
const large = ['createOffer', 'createProduct', 'updateProductMetaInfo', 'updateEntitlementMetaInfo'];
/** They take the record that createProduct or createOffer takes: a sample of its fields is tried. */
const sampled = [
  'createOrUpdateDraftProduct',
  'updateProduct',
  'createOrUpdateDraftOffer',
  'updateOffer',
  'updateOfferMetaInfo',
  'validateOffer',
];

/** The fields of an operation's body that get values of every kind. */
export function fieldsToTry(operation: Operation, runs: number, seed: number): Field[] {
  const { operationId } = operation;
  const depth = [...large, ...sampled].includes(operationId) ? 2 : 3;
  const fields = fieldsOf(schemaOf(operation), depth);
  return sampled.includes(operationId) ? sample(fields, 30 * runs, seeded(seed)) : fields;
}
