import { z } from 'zod';

// An export is a gzip file with a line of JSON (the header), followed by frames. A frame consists of one letter, a
// length of four bytes (big-endian) and that many bytes of payload. For each table, in the order of the header, D
// frames contain its rows in the text format of COPY, and an E frame ends it. The last frame is Z, with the SHA-256 of
// everything before it.

export const formatName = 'tradepost-export';
export const formatVersion = 1;
export const largestPayload = 1024 * 1024;

const count = z.int().min(0);
const bound = /^FOR VALUES FROM \('[\d :.+-]+'\) TO \('[\d :.+-]+'\)$/;
const migration = z.object({ name: z.string(), checksum: z.string() });

export const headerSchema = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  appVersion: z.string().optional(),
  postgresVersion: z.string(),
  exportedAt: z.string(),
  migrations: z.array(migration),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  // The partitions that the service created at run time, which are missing in another database after the migrations.
  partitions: z
    .array(z.object({ table: z.string(), name: z.string(), bound: z.string().regex(bound) }))
    .optional(),
  sequences: z.array(z.object({ name: z.string(), next: z.string().regex(/^-?\d+$/) })),
});
export const tableEndSchema = z.object({ table: z.string(), rows: count });
export const trailerSchema = z.object({ tables: count, rows: count, sha256: z.string() });

export type Header = z.infer<typeof headerSchema>;
export type HeaderTable = Header['tables'][number];
export type Trailer = z.infer<typeof trailerSchema>;
export type Migration = z.infer<typeof migration>;
export type FrameType = 'D' | 'E' | 'Z';

/** Creates the bytes of a frame. */
export function frame(type: FrameType, payload: Buffer): Buffer {
  const head = Buffer.alloc(5, type, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

export const jsonFrame = (type: FrameType, value: unknown): Buffer =>
  frame(type, Buffer.from(JSON.stringify(value)));

/** Divides data into frames of a size that readers accept. */
export function* dataFrames(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += largestPayload)
    yield frame('D', data.subarray(at, at + largestPayload));
}
