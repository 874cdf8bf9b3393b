import { z } from 'zod';
import type { createDocument, ZodOpenApiPathsObject } from 'zod-openapi';
import { type ExampleSource, exampleOf, type JsonSchema, nameOf } from './examples.ts';
import { withoutMarks } from './read-only.ts';

type Document = ReturnType<typeof createDocument>;

/** The description of a webhook event for the OpenAPI document. */
export type WebhookDescription = {
  /** `<ACTION>.<ENTITY>` */
  name: string;
  summary: string;
  description: string;
  group: string;
  body: z.ZodType;
};

const headers = z.object({
  'webhook-id': z.string().max(64).meta({ description: 'Id of the event; the same for every attempt' }),
  'webhook-timestamp': z.string().max(20).meta({ description: 'Time of sending, in seconds since 1970' }),
  'webhook-signature': z
    .string()
    .max(1000)
    .meta({ description: 'Signatures according to Standard Webhooks, separated by spaces' }),
  'x-tradepost-signature-256': z.string().max(100).meta({
    description: '`sha256=` and the HMAC-SHA256 of the body with the secret, in hexadecimal',
  }),
});

const operationIdOf = (name: string): string =>
  `receive${name.toLowerCase().replaceAll(/(^|[._])(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`;

const answers = {
  '2XX': { description: 'The event was received' },
  410: { description: 'The receiver refuses further events; its endpoint is disabled' },
  default: { description: 'The event was not received and is sent again later' },
};

/**
 * Creates the path items of webhooks. Payloads are declared as responses until the document is generated, so that they
 * use the response schemas of records; `finishWebhooks` moves them to the request body.
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

/** Moves webhook payloads from the response to the request body, with one shared example for each record type. */
export function finishWebhooks(document: Document, identifiers: ExampleSource['identifiers']): Document {
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
      made[name] ??= { summary: `Example of ${name}`, value };
      media.examples = { [name]: { $ref: `#/components/examples/${name}` } };
    }
  }
  const examples = { ...components.examples, ...made };
  const sorted = Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components: { ...components, schemas, examples: sorted } } as Document;
}
