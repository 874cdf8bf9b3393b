import { z } from 'zod';
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
  onClientDisconnect(listener: () => void): () => void;
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
  repeatBody?: unknown;
  /** The record as returned by a read, for the tag of a record that a batch created. */
  recordAsRead?: RawJson;
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

/** The context of an operation that runs outside of organizations and requires a token. */
export type Caller = { principal: Principal; database: Database; now: Date };

export type BatchRun<Q, B, P = AnyParameters> = {
  kind: 'batch';
  batch: (scope: OrgScope, request: RouteRequest<Q, B, P>) => Batch;
  /**
   * Whether concurrent requests may share a transaction, each after its own access check. Only for high-volume
   * requests whose locks never block other requests, and whose responses contain the record as returned by a read
   * (`recordAsRead`).
   */
  sharesTransaction?: boolean;
  /** Work to await after the access check and before the batch, while no connection is occupied. */
  beforeBatch?: (request: RouteRequest<Q, B, P>) => Promise<void>;
  outside?: RunOutside<Q, B, P>;
  /**
   * Returns a statement that corrects a database error, such as a missing partition, and runs separately before the
   * operation is repeated. Returns undefined for other errors. May throw a different error for the caller.
   */
  repairStatement?: (error: unknown) => Statement | undefined;
  /**
   * Returns the work that some requests need in a transaction before the batch. If this work returns a response,
   * the batch is skipped.
   */
  beforeInTransaction?: (
    request: RouteRequest<Q, B, P>,
  ) => ((scope: OrgTransaction) => Promise<Answer | undefined>) | undefined;
};

/**
 * Processes a long body in parts. Each part is a batch of its own, with its own transaction, access check and quota.
 * Processed parts are kept if a later part fails.
 */
export type PartsRun<Q, B, P = AnyParameters> = {
  kind: 'batch';
  parts: (take: RunPart, request: RouteRequest<Q, B, P>) => Promise<Answer>;
};

export type Run<Q, B, P = AnyParameters, A = AccessRule> =
  | {
      /** Runs outside of organizations; the operation itself reads and writes. Only public operations have no caller. */
      kind: 'plain';
      handle: (
        request: RouteRequest<Q, B, P>,
        caller: A extends 'principal' ? Caller : undefined,
      ) => Promise<Answer> | Answer;
    }
  | BatchRun<Q, B, P>
  | PartsRun<Q, B, P>
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
    };

/** Runs one part of a long body. `units` is the number of quota units that the part uses. */
export type RunPart = (
  part: Pick<BatchRun<unknown, unknown>, 'repairStatement'> & {
    units: number;
    batch: (scope: OrgScope) => Batch;
  },
) => Promise<Answer>;

export type InTransaction = <T>(work: (scope: OrgTransaction) => Promise<T>) => Promise<T>;

/**
 * The allowed callers: everyone, every caller with a token, or members and API clients with the permission in the
 * organization.
 */
export type AccessRule = 'public' | 'principal' | Permission;

/**
 * The format of a body that is not JSON (R1 lists the exceptions).
 * - `raw`: text that the operation parses. `fields` describes a form according to RFC 6749.
 * - `bytes`: bytes that the operation parses.
 * - `form`: `file` and text fields. A large file is stored `onDisk` instead of in memory.
 */
export type BodyFormat = (
  | { type: 'raw'; fields?: z.ZodObject }
  | { type: 'bytes'; mediaType: string }
  | { type: 'form'; onDisk?: true }
) & {
  /** The maximum length of the body in bytes, if larger than the general limit. */
  longest?: number;
  /**
   * Authenticates the sender before the body is read, for operations without a token that accept long bodies.
   * @throws the error to return
   */
  requireSender?: (headers: RouteRequest['headers']) => void;
};

/** The use of an organization's quota. */
export type QuotaUse<Q, B, P = AnyParameters> = {
  name: string;
  /** Returns the units that a request uses; 1 by default. */
  units?: (request: RouteRequest<Q, B, P>) => number;
  /** Returns the response to a recognized repeat if the quota is exhausted. */
  onExceeded?: (scope: OrgTransaction, request: RouteRequest<Q, B, P>) => Promise<Answer | undefined>;
};

/** The definition of an operation. Properties that few operations have are added by the functions of `rare.ts`. */
export type RouteDefinition<
  QS extends z.ZodObject,
  BS extends z.ZodType,
  Path extends string = string,
  A extends AccessRule = AccessRule,
> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /**
   * The path. A parameter whose name ends in `ExternalId` contains an identifier of another system, which may contain
   * slashes. A path that ends in `/*` includes all subpaths that have no other operation.
   */
  path: Path;
  operationId: string;
  /** The endpoint group of the specification: the tag in the OpenAPI document. */
  group: string;
  summary: string;
  description?: string;
  access: A;
  query?: QS;
  /** The body, which is required unless the schema is optional. */
  body?: BS;
  /** The format of the body; JSON by default. */
  bodyFormat?: BodyFormat;
  /** The dotted names of fields that the service sets. These fields are removed from the body before validation. */
  serverSetFields?: readonly string[];
  /** The fields that a record must have. A PATCH that sets such a field to null is rejected. */
  requiredFields?: readonly string[];
  /**
   * Enables `If-Match`. The condition refers to the record that GET returns at the path `of`, by default the same path.
   * `lock` locks the same rows as the operation, in the same order, up to the record.
   */
  condition?: { of?: string; lock: (scope: OrgTransaction, params: PathParameters<Path>) => Promise<void> };
  response: z.ZodType;
  responseDescription: string;
  /** The CSV columns that the operation returns if the caller prefers CSV (`Accept`). */
  csv?: readonly CsvColumn[];
  /** The operation's own errors besides the general errors. */
  errors?: readonly ErrorDefinition[];
  /** The organization's quota that the operation consumes. */
  quota?: string | QuotaUse<z.output<QS>, z.output<BS>, PathParameters<Path>>;
  /** An example for the OpenAPI document. Default: a generated example. */
  example?: unknown;
  responseExample?: unknown;
  /** True if the operation is omitted from the OpenAPI document. */
  hidden?: true;
  run: Run<z.output<QS>, z.output<BS>, PathParameters<Path>, A>;
};

/** Properties of few operations. The functions of `rare.ts` set and explain them. */
export type RareProperties = {
  secondOrganization?: (request: RouteRequest<unknown, never>) => string | undefined;
  recognizesRepeats?: true;
  deprecated?: true;
  hasNoTag?: true;
  isIdempotent?: true;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of routes has schemas of many types
type AnyDefinition = RouteDefinition<any, any, string, any>;

/** An operation as the server runs it. */
export type Route = Omit<AnyDefinition, 'quota'> &
  RareProperties & {
    /** True if there is a body, and the schema in the definition is not optional. */
    bodyRequired: boolean;
    quota?: QuotaUse<unknown, unknown> | undefined;
  };

/** Declares an operation. The server adds authentication, validation, scope and transaction around the handler. */
export function route<
  QS extends z.ZodObject,
  BS extends z.ZodType,
  Path extends string,
  A extends AccessRule = AccessRule,
>(definition: RouteDefinition<QS, BS, Path, A>): Route {
  const { body, quota, ...rest } = definition as unknown as AnyDefinition;
  const isOptional = body instanceof z.ZodOptional;
  return {
    ...rest,
    body: isOptional ? body.unwrap() : body,
    bodyRequired: body !== undefined && !isOptional,
    quota: typeof quota === 'string' ? { name: quota } : quota,
  };
}

/** Returns the organization in an operation's path. */
export function organizationOf({ params }: Pick<RouteRequest, 'params'>): string {
  const { orgId } = params;
  if (orgId === undefined) throw new Error('the path of the operation has no {orgId}');
  return orgId;
}

export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
