import type { ZodOpenApiOverride } from 'zod-openapi';
import { longestText } from '../records/fields.ts';

/** The pattern of any text without NUL, which `platform/records/json.ts` rejects. */
const anyText = '^[^\\u0000]*$';
/**
 * The upper bound for arrays without a specific limit. Such arrays occur in responses without paging and are always
 * shorter.
 */
const mostRows = 100_000;
const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/**
 * Adds the general bounds to each schema of the document: the length of texts, the exclusion of NUL (which
 * `platform/records/json.ts` rejects), and the size of integers (32 or 64 bits). Bounds in the schema are kept.
 */
export const writeBounds: ZodOpenApiOverride = ({ jsonSchema, zodSchema }) => {
  const { override } = (zodSchema as { meta?: () => { override?: object } | undefined }).meta?.() ?? {};
  const schema = { ...jsonSchema, ...(typeof override === 'object' ? override : {}) };
  if (schema.type === 'string' && schema.enum === undefined && schema.const === undefined) {
    jsonSchema.maxLength ??= longestText;
    if (schema.format === undefined) jsonSchema.pattern ??= anyText;
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    // Numbers in a query are parsed from text, whose length bounds must not apply to the number.
    delete jsonSchema.maxLength;
    delete jsonSchema.pattern;
  }
  if (schema.type === 'array') jsonSchema.maxItems ??= mostRows;
  if (schema.type === 'integer') {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    jsonSchema.format ??= minimum >= int32.minimum && maximum <= int32.maximum ? 'int32' : 'int64';
  }
};
