import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { errors, invalid } from '../errors.ts';
import { endAtLimit, type Form, keepField, partsOf, requireForm, wrongForm } from './multipart.ts';

/** The maximum number of files that a process receives at the same time, in total and for one organization. */
const mostAtOnce = 4;
const mostOfOne = 2;

export type Spools = {
  /**
   * Receives the form of a request with a text file.
   * @throws 400 for invalid UTF-8, 413, 415, 503 while too many files are being received
   */
  take(request: FastifyRequest, organizationId: string): Promise<Form>;
};

/** @param limit the maximum size of a file in bytes */
export function createSpools(limit: number): Spools {
  const taken: string[] = [];
  return {
    take: async (request, organizationId) => {
      const own = taken.filter((id) => id === organizationId).length;
      if (taken.length >= mostAtOnce || own >= mostOfOne) throw tooMany();
      taken.push(organizationId);
      const release = once(() => taken.splice(taken.indexOf(organizationId), 1));
      return takeForm(request, limit, release).catch((error) => {
        release();
        throw error;
      });
    },
  };
}

/**
 * Limits a function to one run. A form that is rejected after its file is closed twice, and the second close must not
 * release the slot of a different form.
 */
const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

const tooMany = () =>
  errors.unavailable('Too many large files are being uploaded. Retry in a moment.', {
    headers: { 'retry-after': '5' },
  });

async function takeForm(request: FastifyRequest, limit: number, release: () => void): Promise<Form> {
  requireForm(request, limit);
  const form: Form = { fields: {}, upload: undefined, spool: undefined, close: release };
  try {
    for await (const part of partsOf(request, limit))
      if (part.type === 'file') Object.assign(form, await spool(part, limit, release));
      else keepField(form, part);
  } catch (error) {
    form.close();
    throw wrongForm(error, limit);
  }
  if (!form.spool) release();
  return form;
}

type FilePart = { filename: string; file: Readable & { truncated?: boolean } };

/**
 * Writes a file to disk. The name is removed before the first write, so that the operating system deletes the file when
 * the process ends.
 */
async function spool(
  { filename, file }: FilePart,
  limit: number,
  release: () => void,
): Promise<Pick<Form, 'spool' | 'close'>> {
  endAtLimit(file, limit);
  const place = path.join(tmpdir(), `tradepost-${randomUUID()}`);
  const handle = await open(place, 'wx+', 0o600);
  await unlink(place);
  const sum = createHash('sha256');
  const text = new TextDecoder('utf-8', { fatal: true });
  try {
    await pipeline(file, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        sum.update(chunk);
        decode(text, chunk);
        await handle.appendFile(chunk);
      }
      decode(text);
    });
  } catch (error) {
    await handle.close();
    throw error;
  }
  const read = () => Readable.from(chunksOf(handle), { objectMode: false });
  return {
    spool: { name: filename, sha256: sum.digest('hex'), read },
    close: once(() => {
      release();
      handle.close().catch(() => {});
    }),
  };
}

const chunkBytes = 65_536;

/** Reads the file by position, because a stream of the handle would close it. */
async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

function decode(text: InstanceType<typeof TextDecoder>, chunk?: Buffer): void {
  try {
    text.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw invalid([{ pointer: '/file', message: 'is not UTF-8' }]);
  }
}
