import type { ZodOpenApiOverride } from 'zod-openapi';
import { longestText } from '../records/fields.ts';

/** Every text may hold anything but NUL: see `platform/records/json.ts`. */
const anyText = '^[^\\u0000]*$';
/** Lists of bodies have their own limits; an answer that is no page has as many rows as there are, never so many. */
const mostRows = 100_000;
const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/**
 * Writes into each schema of the document what limits its values anyway: how long any text may be and that it has no
 * NUL character (`platform/records/json.ts` refuses others), and that integers are of 32 or 64 bits. What the schema says itself
 * is left alone.
 */
export const writeBounds: ZodOpenApiOverride = ({ jsonSchema, zodSchema }) => {
  const { override } = (zodSchema as { meta?: () => { override?: object } | undefined }).meta?.() ?? {};
  const schema = { ...jsonSchema, ...(typeof override === 'object' ? override : {}) };
  if (schema.type === 'string' && schema.enum === undefined && schema.const === undefined) {
    jsonSchema.maxLength ??= longestText;
    if (schema.format === undefined) jsonSchema.pattern ??= anyText;
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    // Of a number that is written as text, in a query.
    delete jsonSchema.maxLength;
    delete jsonSchema.pattern;
  }
  if (schema.type === 'array') jsonSchema.maxItems ??= mostRows;
  if (schema.type === 'integer') {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    jsonSchema.format ??= minimum >= int32.minimum && maximum <= int32.maximum ? 'int32' : 'int64';
  }
};
