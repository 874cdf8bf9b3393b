import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Records } from '../http/record-tags.ts';
import type { Route } from '../http/route.ts';

const tagHeader = {
  ETag: {
    description: 'The tag of the record: it changes with whatever GET shows of it, for this caller',
    schema: { type: 'string', maxLength: 200, pattern: '^(W/)?"[A-Za-z0-9_-]+"$' },
  },
} as const;

const tagsParameter = (description: string) => z.string().max(8000).optional().meta({ description });

const ifMatch = z.object({
  'If-Match': tagsParameter(
    'Tags, or * for any: the operation is done when the record has one of them, and is a 412 otherwise',
  ),
});
const ifNoneMatch = z.object({
  'If-None-Match': tagsParameter(
    'Tags that the caller has: the answer is a 304 when the record has one of them',
  ),
});

/** Describes what an operation says of tags: the headers that it takes and answers. */
export function describeTags(
  records: Records,
  route: Route,
  operation: ZodOpenApiOperationObject,
): ZodOpenApiOperationObject {
  const isRead = records.isRead(route);
  const header = isRead ? ifNoneMatch : records.changedBy(route) ? ifMatch : undefined;
  const isTagged = isRead || records.answeredBy(route) !== undefined;
  if (!header && !isTagged) return operation;
  const done = (operation.responses as Record<string, object>)['200'];
  return {
    ...operation,
    ...(header ? { requestParams: { ...operation.requestParams, header } } : {}),
    responses: {
      ...operation.responses,
      ...(isTagged ? { 200: { ...done, headers: tagHeader } } : {}),
      ...(isRead ? { 304: { description: 'The caller has it already.', headers: tagHeader } } : {}),
    } as ZodOpenApiOperationObject['responses'],
  };
}
