import { z } from 'zod';
import type { createDocument, ZodOpenApiPathsObject } from 'zod-openapi';
import { exampleOf, type JsonSchema, type Known, nameOf } from './examples.ts';
import { withoutMarks } from './read-only.ts';

type Document = ReturnType<typeof createDocument>;

/** An event that is sent to whoever wants it, for the OpenAPI document. */
export type WebhookDescription = {
  /** `<ACTION>.<ENTITY>` */
  name: string;
  summary: string;
  description: string;
  group: string;
  body: z.ZodType;
};

const headers = z.object({
  'webhook-id': z.string().max(64).meta({ description: 'The event: the same at each attempt' }),
  'webhook-timestamp': z.string().max(20).meta({ description: 'When it was sent: seconds since 1970' }),
  'webhook-signature': z
    .string()
    .max(1000)
    .meta({ description: 'Signatures as Standard Webhooks says, with blanks between them' }),
  'x-tradepost-signature-256': z.string().max(100).meta({
    description: '`sha256=` and the HMAC-SHA256 of the body with the secret, in hexadecimal digits',
  }),
});

const operationIdOf = (name: string): string =>
  `receive${name.toLowerCase().replaceAll(/(^|[._])(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`;

const answers = {
  '2XX': { description: 'The receiver has it' },
  410: { description: 'The receiver wants nothing any more: its endpoint is disabled' },
  default: { description: 'The receiver has it not: it is sent again later' },
};

/**
 * Makes paths of webhooks. What is sent stands where answers do until the document is made: its records are those that
 * answers have.
 */
export const webhookPaths = (webhooks: readonly WebhookDescription[]): ZodOpenApiPathsObject =>
  Object.fromEntries(
    webhooks.map(({ name, summary, description, group, body }) => [
      name,
      {
        post: {
          operationId: operationIdOf(name),
          summary,
          description,
          tags: [group],
          security: [],
          requestParams: { header: headers },
          responses: { 200: { description: 'Sent', content: { 'application/json': { schema: body } } } },
        },
      },
    ]),
  );

type Media = { schema?: JsonSchema; examples?: Record<string, unknown> };
type Post = {
  requestBody?: { required: true; content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
};

const payloadOf = ({ post }: { post: Post }): string =>
  nameOf(post.responses['200']?.content?.['application/json']?.schema?.$ref ?? '');

/** Puts what is sent in its place, with an example: one for each kind of record, among the components. */
export function finishWebhooks(document: Document, identifiers: Known['identifiers']): Document {
  const components = document.components ?? {};
  const payloads = Object.values(document.webhooks ?? {}).map((item) => payloadOf(item as { post: Post }));
  const schemas = withoutMarks((components.schemas ?? {}) as Record<string, JsonSchema>, payloads);
  const made: Record<string, unknown> = {};
  for (const { post } of Object.values(document.webhooks ?? {}) as unknown as { post: Post }[]) {
    const content = post.responses['200']?.content ?? {};
    post.requestBody = { required: true, content };
    post.responses = answers;
    for (const media of Object.values(content)) {
      const name = nameOf(media.schema?.$ref ?? '');
      const value = exampleOf(media.schema ?? {}, { schemas, examples: {}, identifiers });
      made[name] ??= { summary: `An example of ${name}`, value };
      media.examples = { [name]: { $ref: `#/components/examples/${name}` } };
    }
  }
  const examples = { ...components.examples, ...made };
  const sorted = Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components: { ...components, schemas, examples: sorted } } as Document;
}
