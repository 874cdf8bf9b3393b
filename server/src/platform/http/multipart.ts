import type { Readable } from 'node:stream';
import multipart, { type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createTurns } from '../database/connection-turns.ts';
import { AppError, errors, invalid } from '../errors.ts';
import { pointerOf, textProblem } from '../records/json.ts';

/** An uploaded file in memory. */
export type Upload = { name: string; contentType: string; content: Buffer };
/** A large uploaded file, which stays on disk while its request is processed, to save memory. */
export type Spool = {
  name: string;
  /** The SHA-256 in hexadecimal digits. */
  sha256: string;
  /** Reads the file from its beginning. */
  read(): Readable;
};

export type Form = {
  fields: Record<string, string>;
  upload: Upload | undefined;
  spool: Spool | undefined;
  /** Releases the file's memory or disk space after the response. */
  close(): void;
};

/** The maximum number of text fields in a form besides the file. */
const mostFields = 20;
const formOverhead = 100_000;
const formLimits = { files: 1, fields: mostFields, fieldSize: 4096, parts: mostFields + 1 };

/** The errors for forms that exceed a limit. */
const wrongForms: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'The form may contain one file.',
  FST_FIELDS_LIMIT: `The form may contain at most ${mostFields} text fields beside its file.`,
  FST_PARTS_LIMIT: `The form may contain at most ${mostFields} text fields and one file.`,
  FST_PROTO_VIOLATION: 'The form contains a field with a forbidden name.',
};

/**
 * Enables forms with files for the routes of this context. A form is read only after its caller has been authenticated.
 */
export const takeForms = (app: FastifyInstance) => app.register(multipart);

/** The maximum number of bytes of files in memory, increased if required by the file size limit. */
const mostHeld = 320 * 1024 * 1024;
/** The maximum time for which a form waits for a file slot. */
const longestWaitMs = 30_000;

/** Returns the maximum number of files in memory for the process and for one organization. */
export function placesFor(fileLimit: number): { slots: number; perKey: number } {
  const slots = Math.max(4, Math.min(32, Math.floor(mostHeld / fileLimit)));
  return { slots, perKey: slots / 4 };
}

export type Uploads = {
  /**
   * Reads the form of a request into memory, because the file's hash and first bytes are needed before the first write.
   * Reading starts when a file slot is free.
   * @throws 400, 413 above the size limit, 415, 503 if no slot becomes free in time
   */
  take(request: FastifyRequest, organizationId: string): Promise<Form>;
};

/** @param fileLimit the maximum size of a file in bytes */
export function createUploads(fileLimit: number): Uploads {
  const places = createTurns({ ...placesFor(fileLimit), timeoutMs: longestWaitMs, createError: tooMany });
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
  errors.unavailable('Too many files are being uploaded. Retry in a moment.', {
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
 * Reads the parts of a form one by one.
 * @throws 400 if the request ended while its caller was being authenticated, because further parts would never arrive
 */
export function partsOf(request: FastifyRequest, fileLimit: number): ReturnType<FastifyRequest['parts']> {
  if (request.raw.destroyed) throw errors.invalid_request('The request ended before the form was complete.');
  return request.parts({ limits: { ...formLimits, fileSize: fileLimit } });
}

/** Stores a text field of a form. @throws 400 for text that is also invalid in JSON */
export function keepField({ fields }: Form, { fieldname = '', value }: MultipartValue): void {
  const problem =
    textProblem(fieldname) ?? (typeof value === 'string' ? textProblem(value) : 'must be a string');
  if (problem) throw invalid([{ pointer: pointerOf([fieldname]), message: problem }]);
  fields[fieldname] = value as string;
}

/** Checks the headers of a form. @throws 413 above the size limit, 415 for another media type */
export function requireForm(request: FastifyRequest, fileLimit: number): void {
  if (!request.isMultipart())
    throw errors.unsupported_media_type('The body must be a form: multipart/form-data.');
  if (Number(request.headers['content-length'] ?? 0) > fileLimit + formOverhead) throw tooLarge(fileLimit);
}

/**
 * Stops reading a form's file at the size limit, so that the response is sent before the rest of the form arrives.
 * @throws 413 if the limit has already been reached
 */
export function endAtLimit(file: Readable & { truncated?: boolean }, limit: number): void {
  if (file.truncated) throw tooLarge(limit);
  file.once('limit', () => file.destroy(tooLarge(limit)));
}

/** Converts an error in reading a form into the error that the caller receives. */
export function wrongForm(error: unknown, fileLimit: number): AppError {
  if (error instanceof AppError) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(fileLimit);
  return errors.invalid_request(wrongForms[code ?? ''] ?? 'The form cannot be read.', { cause: error });
}

/** Returns the required file of a form. @throws 400 if the file is missing */
export function requireUpload(upload: Upload | undefined): Upload {
  if (!upload)
    throw invalid([{ pointer: '/file', message: 'is required as a part of the form with a file name' }]);
  return upload;
}

export const tooLarge = (limit: number) =>
  errors.payload_too_large(`A file can have at most ${limit} bytes.`);
