import { type Field, fieldsOf, schemaOf } from './fields.ts';
import type { Operation } from './operations.ts';
import { sample, seeded } from './values.ts';

/** Operations with large records, whose fields are tested to a lower depth. */
const large = ['createOffer', 'createProduct', 'updateProductMetaInfo', 'updateEntitlementMetaInfo'];
/**
 * Operations with the same record as createProduct or createOffer, of which a sample of the fields is tested.
 */
const sampled = [
  'createOrUpdateDraftProduct',
  'updateProduct',
  'createOrUpdateDraftOffer',
  'updateOffer',
  'updateOfferMetaInfo',
  'validateOffer',
];

/** Number of fields of a record that one run tests; different runs test different fields. */
const most = 16;

/**
 * Returns the fields of an operation's body to test: all fields of a small record, a sample of a large
 * record.
 */
export function fieldsToTry(operation: Operation, runs: number, seed: number): Field[] {
  const { operationId } = operation;
  const depth = [...large, ...sampled].includes(operationId) ? 2 : 3;
  const fields = fieldsOf(schemaOf(operation), depth);
  const wanted = (sampled.includes(operationId) ? most / 2 : most) * runs;
  return fields.length > wanted ? sample(fields, wanted, seeded(seed)) : fields;
}
