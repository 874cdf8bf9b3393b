import type { Readable } from 'node:stream';
import multipart, { type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createTurns } from '../database/connection-turns.ts';
import { AppError, errors, invalid } from '../errors.ts';
import { pointerOf, textProblem } from '../records/json.ts';

/** A file as it was sent. */
export type Upload = { name: string; contentType: string; content: Buffer };
/** A long file of a form, which lies on the disk while its request is answered: what is read of it takes little memory. */
export type Spool = {
  name: string;
  /** SHA-256 in hexadecimal digits. */
  sha256: string;
  /** Reads it from its beginning. */
  read(): Readable;
};

export type Form = {
  fields: Record<string, string>;
  upload: Upload | undefined;
  spool: Spool | undefined;
  /** Gives back what the file takes, once the request has been answered. */
  close(): void;
};

/** The most fields of a form beside its file: a few short texts. */
const mostFields = 20;
const formOverhead = 100_000;
const formLimits = { files: 1, fields: mostFields, fieldSize: 4096, parts: mostFields + 1 };

/** The errors of forms that have too much of something. */
const wrongForms: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'The form may have one file.',
  FST_FIELDS_LIMIT: `The form may have ${mostFields} texts beside its file.`,
  FST_PARTS_LIMIT: `The form may have ${mostFields} texts and one file.`,
  FST_PROTO_VIOLATION: 'The form has a field of a name that is not allowed.',
};

/** Lets the routes of this context read forms with files; the form is read only when its caller is known. */
export const takeForms = (app: FastifyInstance) => app.register(multipart);

/** The bytes of files that a process holds in memory at once, unless one file may have more. */
const mostHeld = 320 * 1024 * 1024;
/** How long a form waits until there is a place for its file. */
const longestWaitMs = 30_000;

/** How many files a process holds at once, and how many of them of one organization. */
export function placesFor(fileLimit: number): { slots: number; ofOne: number } {
  const slots = Math.max(4, Math.min(32, Math.floor(mostHeld / fileLimit)));
  return { slots, ofOne: slots / 4 };
}

export type Uploads = {
  /**
   * Reads the form of a request into memory: the hash and the first bytes of its file are needed before anything is written.
   * Until there is a place for the file, nothing is read of the form.
   * @throws 400, 413 beyond the limit, 415, 503 where it waited for too long
   */
  take(request: FastifyRequest, organizationId: string): Promise<Form>;
};

/** @param fileLimit the most bytes of a file */
export function createUploads(fileLimit: number): Uploads {
  const places = createTurns({ ...placesFor(fileLimit), longestMs: longestWaitMs, refuse: tooMany });
  return {
    take: async (request, organizationId) => {
      requireForm(request, fileLimit);
      const close = await places.take(organizationId);
      try {
        return await readForm(request, fileLimit, close);
      } catch (error) {
        close();
        throw wrongForm(error, fileLimit);
      }
    },
  };
}

const tooMany = () =>
  errors.unavailable('Too many files are being taken at this moment. Send it again in a moment.', {
    headers: { 'retry-after': '5' },
  });

async function readForm(request: FastifyRequest, fileLimit: number, close: () => void): Promise<Form> {
  const form: Form = { fields: {}, upload: undefined, spool: undefined, close };
  for await (const part of partsOf(request, fileLimit))
    if (part.type === 'file') {
      endAtLimit(part.file, fileLimit);
      form.upload = { name: part.filename, contentType: part.mimetype, content: await part.toBuffer() };
    } else keepField(form, part);
  return form;
}

/**
 * Reads the parts of a form one by one. Of a request that ended while its caller was looked up no part and no end would ever
 * come. @throws 400
 */
export function partsOf(request: FastifyRequest, fileLimit: number): ReturnType<FastifyRequest['parts']> {
  if (request.raw.destroyed) throw errors.invalid_request('The request ended before its form was read.');
  return request.parts({ limits: { ...formLimits, fileSize: fileLimit } });
}

/** Keeps a text of a form, which may be in any encoding. @throws 400 for what is refused in JSON, too */
export function keepField({ fields }: Form, { fieldname = '', value }: MultipartValue): void {
  const problem =
    textProblem(fieldname) ?? (typeof value === 'string' ? textProblem(value) : 'must be a text');
  if (problem) throw invalid([{ pointer: pointerOf([fieldname]), message: problem }]);
  fields[fieldname] = value as string;
}

/** @throws 413, 415 by what the headers say */
export function requireForm(request: FastifyRequest, fileLimit: number): void {
  if (!request.isMultipart())
    throw errors.unsupported_media_type('The body must be a form: multipart/form-data.');
  if (Number(request.headers['content-length'] ?? 0) > fileLimit + formOverhead) throw tooLarge(fileLimit);
}

/**
 * Ends the reading of a form's file at its limit: the answer does not wait for the rest of the form.
 * @throws 413 where the limit is reached already
 */
export function endAtLimit(file: Readable & { truncated?: boolean }, limit: number): void {
  if (file.truncated) throw tooLarge(limit);
  file.once('limit', () => file.destroy(tooLarge(limit)));
}

/** Makes the error that is answered of one that reading a form ended with. */
export function wrongForm(error: unknown, fileLimit: number): AppError {
  if (error instanceof AppError) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(fileLimit);
  return errors.invalid_request(wrongForms[code ?? ''] ?? 'The form cannot be read.', { cause: error });
}

/** The file of a form that must have one. @throws 400 */
export function requireUpload(upload: Upload | undefined): Upload {
  if (!upload)
    throw invalid([{ pointer: '/file', message: 'is required: a part of the form with a file name' }]);
  return upload;
}

export const tooLarge = (limit: number) =>
  errors.payload_too_large(`A file may have ${limit} bytes at most.`);
