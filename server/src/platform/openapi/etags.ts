import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Records } from '../http/record-tags.ts';
import type { Route } from '../http/route.ts';

const tagHeader = {
  ETag: {
    description: 'Entity tag of the record. It changes when the response of GET changes for this caller',
    schema: { type: 'string', maxLength: 200, pattern: '^(W/)?"[A-Za-z0-9_-]+"$' },
  },
} as const;

const tagsParameter = (description: string) => z.string().max(8000).optional().meta({ description });

const ifMatch = z.object({
  'If-Match': tagsParameter(
    'Entity tags, or * for any. Unless one of them matches the record, the operation fails with 412',
  ),
});
const ifNoneMatch = z.object({
  'If-None-Match': tagsParameter(
    'Entity tags that the caller has. If one of them matches the record, the response is 304',
  ),
});

/** Adds the ETag headers of requests and responses to an operation's description. */
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
      ...(isRead
        ? { 304: { description: 'The caller already has the current record.', headers: tagHeader } }
        : {}),
    } as ZodOpenApiOperationObject['responses'],
  };
}
