import { z } from 'zod';
import type { InOrganization } from '../platform/access/scope.ts';
import { type Answer, route } from '../platform/http/route.ts';
import { linkErrors, linkParameters } from '../platform/secrets/signed-links.ts';
import type { FileRow } from './columns.ts';
import { fileErrors } from './errors.ts';
import { contentPath } from './links.ts';
import { type FileDeps, keyOf, throwStorageUnavailable } from './service.ts';
import { findAnyFile } from './store.ts';

export type PublicFileDeps = FileDeps & { inOrganization: InOrganization; now: () => Date };

/** The types that browsers may display. Other types, in particular HTML, are downloaded. */
const shown = ['application/pdf', 'text/plain', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/**
 * Returns headers for a user's document, with which browsers run no scripts in the document and do not guess its type.
 */
export function documentHeaders({ name, content_type: type }: Pick<FileRow, 'name' | 'content_type'>) {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_');
  const disposition = shown.includes(type) ? 'inline' : 'attachment';
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-disposition': `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  };
}

export const publicFileRoutes = (deps: PublicFileDeps) => [
  route({
    method: 'GET',
    path: contentPath,
    operationId: 'downloadFile',
    group: 'Organization',
    summary: 'Download the content of a file with a signed link',
    access: 'public',
    hidden: true,
    query: linkParameters,
    response: z.string(),
    responseDescription: 'The content',
    errors: [
      linkErrors.link_invalid.definition,
      linkErrors.link_expired.definition,
      fileErrors.file_not_found.definition,
    ],
    run: {
      kind: 'plain',
      handle: ({ params, query, requestId }) => download(deps, params.fileId, query, requestId),
    },
  }),
];

async function download(
  { links, storage, inOrganization, now }: PublicFileDeps,
  fileId: string,
  query: z.output<typeof linkParameters>,
  requestId: string,
): Promise<Answer> {
  const { organizationId, id } = links.open(fileId, query, now());
  const row = await inOrganization(organizationId, requestId, (scope) => findAnyFile(scope, id));
  const content = row && (await storage.get(keyOf(organizationId, id)).catch(throwStorageUnavailable));
  if (!row || !content) throw fileErrors.file_not_found();
  return { headers: { ...documentHeaders(row), 'content-length': String(row.size) }, body: content };
}
