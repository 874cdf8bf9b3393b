import type { z } from 'zod';
import {
  closedEnum,
  codeText,
  idText,
  key,
  nameText,
  record,
  text,
  time,
  urlText,
  whole,
} from '../platform/records/fields.ts';

/** The purposes for which callers may upload a file. */
export const FilePurpose = closedEnum('FilePurpose', 'What a file is for.', ['EULA', 'ATTACHMENT']);

export const StoredFile = record('StoredFile', 'A document that was uploaded, or made by the service.', {
  id: idText('Identifier.'),
  organizationID: idText('Organization that has it.'),
  name: nameText('Name that it is downloaded with.'),
  contentType: codeText('What it holds, as its first bytes tell: PDF, DOCX, plain text or HTML.'),
  size: whole('Number of bytes.'),
  sha256: codeText('SHA-256 of the content, in hexadecimal digits.'),
  purpose: codeText('EULA or ATTACHMENT; MERGED_EULA is the service’s own.'),
  createdBy: idText('Who uploaded it.'),
  creationTime: time('When it was uploaded.'),
  url: urlText('Where anybody can download it for an hour, without a token; lists are without it.'),
});

/** The form of an upload. */
export const FileUpload = record('FileUpload', 'A file and what it is for.', {
  file: text('The file: PDF, DOCX, plain text (UTF-8) or HTML.').meta({
    override: { type: 'string', format: 'binary' },
  }),
  name: key('Name to download it with; the name that it was sent with when absent.'),
  purpose: FilePurpose,
});
export type FileUpload = z.infer<typeof FileUpload>;
