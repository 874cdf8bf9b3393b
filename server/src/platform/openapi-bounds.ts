import type { ZodOpenApiOverride } from 'zod-openapi';
import { largestBody } from './config.ts';

/** Every text may hold anything but NUL: see `platform/json.ts`. */
const anyText = '^[^\\u0000]*$';
const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/**
 * Writes into each schema of the document what limits its values anyway: no text or list is longer than the largest
 * body, no text has a NUL character, and integers are of 32 or 64 bits. What the schema says itself is left alone.
 */
export const writeBounds: ZodOpenApiOverride = ({ jsonSchema, zodSchema }) => {
  const { override } = (zodSchema as { meta?: () => { override?: object } | undefined }).meta?.() ?? {};
  const schema = { ...jsonSchema, ...(typeof override === 'object' ? override : {}) };
  if (schema.type === 'string' && schema.enum === undefined && schema.const === undefined) {
    jsonSchema.maxLength ??= largestBody;
    if (schema.format === undefined) jsonSchema.pattern ??= anyText;
  }
  // An element takes one character and a comma.
  if (schema.type === 'array') jsonSchema.maxItems ??= largestBody / 2;
  if (schema.type === 'integer') {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    jsonSchema.format ??= minimum >= int32.minimum && maximum <= int32.maximum ? 'int32' : 'int64';
  }
};
