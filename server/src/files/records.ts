import type { z } from 'zod';
import {
  closedEnum,
  codeText,
  idText,
  integer,
  key,
  nameText,
  record,
  text,
  time,
  urlText,
} from '../platform/records/fields.ts';

/** Purposes for which callers may upload a file. */
export const FilePurpose = closedEnum('FilePurpose', 'Purpose of a file.', ['EULA', 'ATTACHMENT']);

export const StoredFile = record('StoredFile', 'A document that was uploaded, or created by the service.', {
  id: idText('Identifier.'),
  organizationID: idText('Organization that owns the file.'),
  name: nameText('File name for downloads.'),
  contentType: codeText('Media type, detected from the content: PDF, DOCX, plain text or HTML.'),
  size: integer('Size in bytes.'),
  sha256: codeText('SHA-256 of the content, in hexadecimal.'),
  purpose: codeText('EULA or ATTACHMENT; MERGED_EULA for files that the service creates.'),
  createdBy: idText('Id of the uploader.'),
  creationTime: time('Time of the upload.'),
  url: urlText('Link to download the content without a token, valid for an hour; absent in lists.'),
});

/** The form of an upload. */
export const FileUpload = record('FileUpload', 'A file and its purpose.', {
  file: text('Content of the file: PDF, DOCX, plain text (UTF-8) or HTML.').meta({
    override: { type: 'string', format: 'binary' },
  }),
  name: key('File name for downloads; default: the name in the form.'),
  purpose: FilePurpose,
});
export type FileUpload = z.infer<typeof FileUpload>;
