import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import {
  type FrameType,
  formatName,
  formatVersion,
  type Header,
  type HeaderTable,
  headerSchema,
  largestPayload,
  type Trailer,
  tableEndSchema,
  trailerSchema,
} from './format.ts';

const longestHeader = 16 * 1024 * 1024;
const newline = 0x0a;
const anyHeader = z.object({ format: z.unknown(), version: z.unknown() });

/** Processes the rows of a table; returns the number of rows, if known. */
export type TakeTable = (table: HeaderTable, data: AsyncIterable<Buffer>) => Promise<number | undefined>;

/**
 * Reads an export from beginning to end and passes each table to `takeTable`. Only when this function returns is the
 * file verified to be complete and unchanged.
 * @throws Error if the file is truncated or changed, or has a different format or format version
 */
export async function readArchive(
  file: string,
  takeTable: TakeTable,
): Promise<{ header: Header; trailer: Trailer }> {
  const bytes = createGunzip({ chunkSize: 256 * 1024 });
  pipeline(createReadStream(file), bytes, () => {});
  try {
    return await readAll(new Frames(bytes, file), takeTable);
  } finally {
    bytes.destroy();
  }
}

/** Verifies a whole file without importing it. */
export const verifyArchive = (file: string) =>
  readArchive(file, async (_table, data) => {
    for await (const _chunk of data);
    return undefined;
  });

async function readAll(frames: Frames, takeTable: TakeTable): Promise<{ header: Header; trailer: Trailer }> {
  const header = await readHeader(frames);
  let rows = 0;
  for (const table of header.tables) {
    let end: z.infer<typeof tableEndSchema> | undefined;
    const data = async function* () {
      for (;;) {
        const { type, payload } = await frames.next();
        if (type === 'D') yield payload;
        else if (type !== 'E') throw frames.damaged();
        else {
          end = frames.parse(tableEndSchema, payload);
          return;
        }
      }
    };
    const taken = await takeTable(table, data());
    if (end?.table !== table.name || (taken ?? end.rows) !== end.rows) throw frames.damaged();
    rows += end.rows;
  }
  const sha256 = frames.digest();
  const { type, payload } = await frames.next();
  if (type !== 'Z') throw frames.damaged();
  const trailer = frames.parse(trailerSchema, payload);
  const whole = trailer.sha256 === sha256 && trailer.tables === header.tables.length && trailer.rows === rows;
  if (!whole || !(await frames.ended())) throw frames.damaged();
  return { header, trailer };
}

async function readHeader(frames: Frames): Promise<Header> {
  const line = await frames.line();
  const { format, version } = frames.parse(anyHeader, line);
  if (format !== formatName) throw frames.damaged();
  if (version !== formatVersion)
    throw new Error(
      `${frames.file} is an export of format ${JSON.stringify(version)}; this program reads format ${formatVersion}`,
    );
  return frames.parse(headerSchema, line);
}

class Frames {
  readonly file: string;
  readonly #source: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>, file: string) {
    this.file = file;
    this.#source = source[Symbol.asyncIterator]();
  }

  damaged(cause?: unknown): Error {
    return new Error(`${this.file} is truncated, was changed, or is not an export of this program`, {
      cause,
    });
  }

  parse<S extends z.ZodType>(schema: S, json: Buffer): z.output<S> {
    try {
      return schema.parse(JSON.parse(json.toString()));
    } catch (error) {
      throw this.damaged(error);
    }
  }

  async line(): Promise<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(newline);
      if (at >= 0) return this.#take(at + 1);
      if (this.#held.length > longestHeader || !(await this.#pull())) throw this.damaged();
    }
  }

  async next(): Promise<{ type: FrameType; payload: Buffer }> {
    await this.#need(5);
    const head = this.#take(5);
    const length = head.readUInt32BE(1);
    if (length > largestPayload) throw this.damaged();
    await this.#need(length);
    return { type: head.toString('latin1', 0, 1) as FrameType, payload: this.#take(length) };
  }

  /** SHA-256 of all bytes read so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async ended(): Promise<boolean> {
    return this.#held.length === 0 && !(await this.#pull());
  }

  async #need(length: number): Promise<void> {
    while (this.#held.length < length) if (!(await this.#pull())) throw this.damaged();
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #pull(): Promise<boolean> {
    try {
      const { value, done } = await this.#source.next();
      if (done) return false;
      this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
      return true;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      throw code.startsWith('Z_') ? this.damaged(error) : error;
    }
  }
}
