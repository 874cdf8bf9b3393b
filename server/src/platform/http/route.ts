import type { z } from 'zod';
import type { Principal } from '../access/access.ts';
import type { Permission } from '../access/permissions.ts';
import type { OrgScope, OrgTransaction } from '../access/scope.ts';
import type { CsvColumn } from '../csv/write.ts';
import type { Database } from '../database/database.ts';
import type { Row, Statement } from '../database/statement.ts';
import type { ErrorDefinition } from '../errors.ts';
import type { Spool, Upload } from './multipart.ts';

/** A response body that is already JSON text and is sent unchanged. */
export class RawJson {
  readonly #parts: readonly string[];
  /** @param text the text, or its parts if joining the text would be expensive */
  constructor(text: string | readonly string[]) {
    this.#parts = typeof text === 'string' ? [text] : text;
  }
  get text(): string {
    const [only] = this.#parts;
    return only !== undefined && this.#parts.length === 1 ? only : this.#parts.join('');
  }
  /** The number of characters. */
  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }
  /**
   * Returns the bytes of the text. The parts are encoded separately, because the garbage collector would copy a joined
   * string several times and then keep it in old space, whereas parts are collected earlier.
   */
  bytes(): Buffer {
    const all = Buffer.allocUnsafe(this.#parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
    let end = 0;
    for (const part of this.#parts) end += all.write(part, end);
    return all;
  }
}

/**
 * The size in bytes of one portion of a list. A process keeps at most one portion in memory while it reads the next
 * portion.
 */
export const portionBytes = 4_000_000;

/**
 * A text that exceeds the memory limit of one response. Each portion is read after the previous portion has been sent.
 */
export class Portions {
  readonly first: string;
  /** Returns the batch that reads the next portion as `RawJson`; undefined after the last portion. */
  readonly next: () => Batch | undefined;
  constructor(first: string, next: () => Batch | undefined) {
    this.first = first;
    this.next = next;
  }
}

/** A long response body that is being sent in parts. */
export class TextParts {
  readonly first: string;
  readonly next: () => Promise<string | undefined>;
  constructor(first: string, next: () => Promise<string | undefined>) {
    this.first = first;
    this.next = next;
  }
}

/** The parameters in a path: `orgId` and `fileId` of `/org/{orgId}/file/{fileId}`. */
export type PathParameters<Path extends string> = string extends Path
  ? AnyParameters
  : { readonly [Name in ParameterName<Path>]: string };
type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;
type AnyParameters = Readonly<Record<string, string>>;

/** A request with these path parameters, for helpers that several routes share. */
export type WithParameters<Name extends string> = { params: Readonly<Record<Name, string>> };

export type RouteRequest<Q = Record<string, unknown>, B = unknown, P = AnyParameters> = {
  params: P;
  query: Q;
  body: B;
  /** The body as parsed from JSON, before fields are removed or added. */
  parsedBody: unknown;
  /** The JSON pointers of the unknown fields of the body, except fields that the service sets. */
  unknownFields: readonly string[];
  /** True for `handling=strict`: input that would otherwise cause a warning is rejected. */
  strict: boolean;
  rawBody: string;
  /** The body as sent, for operations that read bytes. */
  bytes: Buffer;
  /** The file of a form, in memory. */
  upload: Upload | undefined;
  /** The large file of a form, on disk (`spools`). */
  spool: Spool | undefined;
  /** Returns the SHA-256 of the parsed body in canonical format, computed at the first call. */
  bodyHash(): Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** True if the caller prefers CSV and the operation supports CSV. */
  wantsCsv: boolean;
  url: string;
  requestId: string;
  /**
   * Calls the listener when the caller disconnects before the response. Returns the function that removes the listener.
   */
  onGone(listener: () => void): () => void;
  /** True for a connection from this machine. */
  fromLoopback: boolean;
  /** The client address, determined with the configured number of trusted proxies. */
  ip: string;
};

/** The response headers. A header with a list of values is sent several times. */
export type AnswerHeaders = Record<string, string | string[]>;

export type Answer = {
  status?: number;
  headers?: AnswerHeaders;
  body: unknown;
  /**
   * The body for a repeat with the same idempotency key, if the original body contains a secret that is returned only
   * once.
   */
  repeat?: unknown;
  /** The record as returned by a read, for the tag of a record that a batch created. */
  shown?: RawJson;
  /** True if the response is the same for all callers and may therefore be compressed. */
  isShared?: true;
};

/** The statements that are sent together, and the function that builds the response from their rows. */
export type Batch = {
  statements: Statement[];
  /** Returns the response, or a second batch when more rows must be read. */
  respond(rows: Row[][]): Answer | Batch;
};

/**
 * Creates the first part of an operation that calls other systems between short transactions. Each transaction checks
 * the access again.
 */
type RunOutside<Q, B, P> = (
  request: RouteRequest<Q, B, P>,
) => ((context: { transaction: InTransaction }) => Promise<void>) | undefined;

export type Run<Q, B, P = AnyParameters> =
  | { kind: 'plain'; handle: (request: RouteRequest<Q, B, P>) => Promise<Answer> | Answer }
  | {
      kind: 'principal';
      handle: (
        context: { principal: Principal; database: Database; now: Date },
        request: RouteRequest<Q, B, P>,
      ) => Promise<Answer>;
    }
  | {
      kind: 'batch';
      batch: (scope: OrgScope, request: RouteRequest<Q, B, P>) => Batch;
      /**
       * Whether concurrent requests may share a transaction, each after its own access check. Only for high-volume
       * requests whose locks never block other requests.
       */
      shares?: boolean;
      /** Work to await after the access check and before the batch, while no connection is occupied. */
      before?: (request: RouteRequest<Q, B, P>) => Promise<void>;
      outside?: RunOutside<Q, B, P>;
      /**
       * Returns a statement that corrects a database error, such as a missing partition, and runs separately before the
       * operation is repeated. Returns undefined for other errors. May throw a different error for the caller.
       */
      mend?: (error: unknown) => Statement | undefined;
      /**
       * Returns the work that some requests need in a transaction before the batch. If this work returns a response,
       * the batch is skipped.
       */
      first?: (
        request: RouteRequest<Q, B, P>,
      ) => ((scope: OrgTransaction) => Promise<Answer | undefined>) | undefined;
    }
  | {
      kind: 'transaction';
      handle: (scope: OrgTransaction, request: RouteRequest<Q, B, P>) => Promise<Answer>;
      outside?: RunOutside<Q, B, P>;
    }
  | {
      /**
       * Calls other systems between short transactions, each of which checks the access again. The work may run twice.
       */
      kind: 'outside';
      handle: (
        context: { scope: OrgScope; transaction: InTransaction },
        request: RouteRequest<Q, B, P>,
      ) => Promise<Answer>;
    }
  | {
      /**
       * Processes a long body in parts. Each part is a separate operation with its own transaction, access check and
       * quota. Processed parts are kept if a later part fails.
       */
      kind: 'parts';
      handle: (take: TakePart, request: RouteRequest<Q, B, P>) => Promise<Answer>;
    };

/** Runs one part of a long body. `units` is the number of quota units that the part uses. */
export type TakePart = (
  part: Pick<Extract<Run<unknown, unknown>, { kind: 'batch' }>, 'mend'> & {
    units: number;
    batch: (scope: OrgScope) => Batch;
  },
) => Promise<Answer>;

export type InTransaction = <T>(work: (scope: OrgTransaction) => Promise<T>) => Promise<T>;

export type RouteDefinition<QS extends z.ZodObject, BS extends z.ZodType, Path extends string = string> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: Path;
  /** The operation handles all subpaths that have no other operation. */
  below?: true;
  /** The path parameters with an identifier of another system, which may contain slashes. */
  externalIds?: readonly string[];
  operationId: string;
  /** The endpoint group of the specification. */
  group: string;
  summary: string;
  description?: string;
  /**
   * The allowed callers: everyone, every caller with a token, or members and API clients with the permission in the
   * organization.
   */
  access: 'public' | 'principal' | Permission;
  query?: QS;
  body?: BS;
  bodyRequired?: boolean;
  /** The dotted names of fields that the service sets. These fields are removed from the body before validation. */
  ignored?: readonly string[];
  /**
   * The ignored fields that identify a record, such as the id of a draft. The OpenAPI document leaves these fields
   * unmarked instead of read-only.
   */
  meant?: readonly string[];
  /** The fields that a record must have. A PATCH that sets such a field to null is rejected. */
  needed?: readonly string[];
  /**
   * The format of the body; JSON by default (R1 lists the exceptions). The operation itself parses a raw body, as text
   * or bytes. A form consists of `file` and text fields.
   */
  bodyFormat?: 'json' | 'raw' | 'bytes' | 'form';
  /** The media type of a body of bytes. */
  mediaType?: string;
  /** The maximum length of the body in bytes, if larger than the general limit. */
  bodyLimit?: number;
  /**
   * Authenticates the sender before the body is read, for operations without a token that accept long bodies.
   * @throws the error to return
   */
  requireSender?: (headers: RouteRequest['headers']) => void;
  /** True if the form's file is large and is stored on disk instead of in memory. */
  spools?: true;
  /**
   * Enables `If-Match`. The condition refers to the record that GET returns at the path `of`, by default the same path.
   * `lock` locks the same rows as the operation, in the same order, up to the record.
   */
  condition?: { of?: string; lock: (scope: OrgTransaction, params: PathParameters<Path>) => Promise<void> };
  /** The fields of a raw form body, for operations with errors according to RFC 6749. */
  form?: z.ZodObject;
  response: z.ZodType;
  responseDescription: string;
  /** The CSV columns that the operation returns if the caller prefers CSV (`Accept`). */
  csv?: readonly CsvColumn[];
  /** The operation's own errors besides the general errors. */
  errors?: readonly ErrorDefinition[];
  /** The organization's quota that the operation consumes. */
  quota?: string;
  /** An example for the OpenAPI document. Default: a generated example. */
  example?: unknown;
  responseExample?: unknown;
  /** True if every response contains new content, such as a fresh link, so that the response has no tag. */
  isAnew?: true;
  /**
   * Returns true if a fast check proves that a body is valid and clean. All other bodies are validated with the schema.
   */
  isPlain?: (body: unknown) => boolean;
  /**
   * True if the response contains the record as returned by a read (`shown`), so that its tag needs no further read.
   */
  showsItself?: true;
  /**
   * True if a repeat with the same idempotency key is performed again with the same result, so that responses are not
   * stored.
   */
  repeatsAlike?: true;
  /** Returns the quota units that a request uses; 1 by default. */
  units?: (request: RouteRequest<z.output<QS>, z.output<BS>, PathParameters<Path>>) => number;
  /** True if the operation recognizes repeats before the idempotency key is checked. */
  deduplicates?: true;
  /** Returns the response to a recognized repeat if the quota is exhausted. */
  whenFull?: (
    scope: OrgTransaction,
    request: RouteRequest<z.output<QS>, z.output<BS>, PathParameters<Path>>,
  ) => Promise<Answer | undefined>;
  /**
   * Returns the second organization in which the operation acts; the caller needs the same permission in this
   * organization.
   */
  alsoIn?: (request: RouteRequest<z.output<QS>, z.output<BS>, PathParameters<Path>>) => string | undefined;
  /** True if the operation is deprecated: another operation replaces it, or it is no longer useful. */
  deprecated?: true;
  /** True if the operation is omitted from the OpenAPI document. */
  hidden?: true;
  run: Run<z.output<QS>, z.output<BS>, PathParameters<Path>>;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of routes has schemas of many types
export type Route = RouteDefinition<any, any, string>;

/** Declares an operation. The server adds authentication, validation, scope and transaction around the handler. */
export const route = <QS extends z.ZodObject, BS extends z.ZodType, Path extends string>(
  definition: RouteDefinition<QS, BS, Path>,
): Route => definition as unknown as Route;

/** Returns the organization in an operation's path. */
export function organizationOf({ params }: Pick<RouteRequest, 'params'>): string {
  const { orgId } = params;
  if (orgId === undefined) throw new Error('the path of the operation has no {orgId}');
  return orgId;
}

export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
