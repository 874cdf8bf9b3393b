/** The keywords of JSON Schema that the document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
  anyOf?: Schema[];
  enum?: (string | number)[];
  const?: string | number;
  description?: string;
  deprecated?: boolean;
  examples?: unknown[];
  format?: string;
  maximum?: number;
};

export type Media = Record<string, { schema?: Schema }>;

export type Parameter = {
  in: string;
  name: string;
  schema: Schema;
  description?: string;
  required?: boolean;
};

export type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Media };
  responses: Record<string, { content?: Media }>;
};

/** What the generator reads of an OpenAPI document. */
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
};

export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The schema that is meant, behind its reference. */
export const resolve = (document: Document, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[nameOf(schema.$ref)] ?? {});
