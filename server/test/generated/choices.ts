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

/** How many fields of a record are tried in one run; more runs try more of them, in the end all. */
const most = 16;

/** The fields of an operation's body that get values of every kind: all of a small record, a sample of a large one. */
export function fieldsToTry(operation: Operation, runs: number, seed: number): Field[] {
  const { operationId } = operation;
  const depth = [...large, ...sampled].includes(operationId) ? 2 : 3;
  const fields = fieldsOf(schemaOf(operation), depth);
  const wanted = (sampled.includes(operationId) ? most / 2 : most) * runs;
  return fields.length > wanted ? sample(fields, wanted, seeded(seed)) : fields;
}
