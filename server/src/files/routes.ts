import { z } from 'zod';
import { withoutTag } from '../platform/http/rare.ts';
import { route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { encodeFile, type FileRow, fileColumns } from './columns.ts';
import { fileErrors } from './errors.ts';
import { FilePurpose, FileUpload, StoredFile } from './records.ts';
import { deleteFile, type FileDeps, type IsSigned, show, uploadFile } from './service.ts';
import { attachedPurpose } from './states.ts';
import { selectFile } from './store.ts';

const group = 'Organization';
const notFound = fileErrors.file_not_found.definition;

const example = {
  id: 'fil_01m7z53rfeexsaxs9hq5zzmybg',
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  name: 'terms.pdf',
  contentType: 'application/pdf',
  size: 48213,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  purpose: 'EULA',
  createdBy: 'cli_01m7z53qs0f0vbxn3m9y6gk8r2',
  creationTime: '2026-11-21T13:35:43.669Z',
  url: 'https://tradepost.example/public/file/fil_01m7z53rfeexsaxs9hq5zzmybg?organization=…&expires=…&signature=…',
};

const listParameters = z.object({
  purpose: z
    .union([FilePurpose, z.literal('MERGED_EULA')])
    .optional()
    .meta({
      description: 'Only files with this purpose',
    }),
  ...pageParameters(),
});

export type FileRouteDeps = FileDeps & { isSigned: IsSigned };

export const fileRoutes = (deps: FileRouteDeps) => [
  route({
    method: 'POST',
    path: '/org/{orgId}/file',
    operationId: 'uploadFile',
    group,
    summary: 'Upload a file',
    description:
      'Requires a form (multipart/form-data) with one file: PDF, DOCX, plain text or HTML, detected from its content. When ' +
      'the response is sent, the file is stored durably. Offers can reference the file as a license agreement by its id or link.',
    access: 'files:write',
    bodyFormat: { type: 'form' },
    body: FileUpload,
    example: { file: '(the content)', purpose: 'EULA' },
    quota: 'files',
    response: StoredFile,
    responseExample: example,
    responseDescription: 'The file',
    run: { kind: 'outside', handle: (context, request) => uploadFile(deps, context, request) },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/file',
    operationId: 'listFiles',
    group,
    summary: 'List files',
    description: 'The list is ordered by creation time and id. Links and deleted files are omitted.',
    access: 'files:read',
    query: listParameters,
    response: z.array(StoredFile),
    responseDescription: 'The files',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'stored_file',
          columns: fileColumns,
          filters: { status: 'STORED', purpose: request.query.purpose },
          hidden: { purpose: attachedPurpose },
          encode: encodeFile,
        }),
    },
  }),
  withoutTag(
    route({
      method: 'GET',
      path: '/org/{orgId}/file/{fileId}',
      operationId: 'getFile',
      group,
      summary: 'Get a file with a link to its content',
      access: 'files:read',
      response: StoredFile,
      responseExample: example,
      responseDescription: 'The file, with a link that is valid for an hour',
      errors: [notFound],
      run: {
        kind: 'batch',
        batch: (scope, request) => ({
          statements: [selectFile(scope, request.params.fileId)],
          respond: ([rows]) => {
            const row = rows?.[0];
            if (!row) throw fileErrors.file_not_found();
            return show(deps.links, scope, row as FileRow);
          },
        }),
      },
    }),
  ),
  route({
    method: 'DELETE',
    path: '/org/{orgId}/file/{fileId}',
    operationId: 'deleteFile',
    group,
    summary: 'Delete a file',
    description:
      'The links of the file are revoked immediately, and its content is removed. Documents that the service merged for an ' +
      'offer, and signed documents of an agreement with a channel partner, cannot be deleted.',
    access: 'files:write',
    response: z.string(),
    responseDescription: 'Id of the file',
    errors: [notFound, fileErrors.file_in_use.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteFile(scope, params.fileId, deps.isSigned);
        return { body: params.fileId };
      },
    },
  }),
];
