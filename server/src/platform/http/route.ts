import type { z } from 'zod';
import type { Principal } from '../access/access.ts';
import type { Permission } from '../access/permissions.ts';
import type { OrgScope, OrgTransaction } from '../access/scope.ts';
import type { CsvColumn } from '../csv/write.ts';
import type { Database } from '../database/database.ts';
import type { Row, Statement } from '../database/statement.ts';
import type { ErrorDefinition } from '../errors.ts';
import type { Spool, Upload } from './multipart.ts';

/** JSON that is text already: sent as it is. */
export class RawJson {
  readonly #parts: readonly string[];
  /** @param text the text, or the parts of one so long that it is better never put together */
  constructor(text: string | readonly string[]) {
    this.#parts = typeof text === 'string' ? [text] : text;
  }
  get text(): string {
    const [only] = this.#parts;
    return only !== undefined && this.#parts.length === 1 ? only : this.#parts.join('');
  }
  /** How many characters there are. */
  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }
  /**
   * The bytes of the text. A string of the whole would be copied by each collection of young garbage until it is old,
   * and then lie there; its parts are gone by then.
   */
  bytes(): Buffer {
    const all = Buffer.allocUnsafe(this.#parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
    let end = 0;
    for (const part of this.#parts) end += all.write(part, end);
    return all;
  }
}

/** The bytes of rows that are read at once: what a process holds of a list while it reads on. */
export const portionBytes = 4_000_000;

/** A text that is too long to be held at once: each part is read when the one before was taken. */
export class Portions {
  readonly first: string;
  /** The batch that reads the next part, and answers it as `RawJson`; undefined after the last. */
  readonly next: () => Batch | undefined;
  constructor(first: string, next: () => Batch | undefined) {
    this.first = first;
    this.next = next;
  }
}

/** A long body on its way to the caller. */
export class TextParts {
  readonly first: string;
  readonly next: () => Promise<string | undefined>;
  constructor(first: string, next: () => Promise<string | undefined>) {
    this.first = first;
    this.next = next;
  }
}

/** The parameters that a path names: `orgId` and `fileId` of `/org/{orgId}/file/{fileId}`. */
export type PathParameters<Path extends string> = string extends Path
  ? AnyParameters
  : { readonly [Name in ParameterName<Path>]: string };
type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;
type AnyParameters = Readonly<Record<string, string>>;

/** A request to a path with these parameters, for helpers that several routes share. */
export type WithParameters<Name extends string> = { params: Readonly<Record<Name, string>> };

export type RouteRequest<Q = Record<string, unknown>, B = unknown, P = AnyParameters> = {
  params: P;
  query: Q;
  body: B;
  /** The body as parsed from JSON, before anything was taken away or filled in. */
  parsedBody: unknown;
  /** JSON pointers of what the body has and the operation does not know, without the service's own fields. */
  unknownFields: readonly string[];
  /** The caller asked for `handling=strict`: what would be taken with a warning is refused. */
  strict: boolean;
  rawBody: string;
  /** The same as it was sent, where the operation reads bytes. */
  bytes: Buffer;
  /** The file of a form. */
  upload: Upload | undefined;
  /** The same where it is long, and lies on the disk (`spools`). */
  spool: Spool | undefined;
  /** SHA-256 over the canonical form of the parsed body, made when first asked for. */
  bodyHash(): Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The caller would rather have CSV, which the operation can answer. */
  wantsCsv: boolean;
  url: string;
  requestId: string;
  /** Calls the listener when the caller goes away before it is answered. Answers what ends that. */
  onGone(listener: () => void): () => void;
  /** True when the connection comes from this machine itself. */
  fromLoopback: boolean;
  /** The address that the request came from, as far as proxies are believed. */
  ip: string;
};

/** A list is a header that is sent several times. */
export type AnswerHeaders = Record<string, string | string[]>;

export type Answer = {
  status?: number;
  headers?: AnswerHeaders;
  body: unknown;
  /**
   * What a repeat with the same idempotency key has in place of the body, when that shows a secret that is shown
   * once.
   */
  repeat?: unknown;
  /** The record as a read shows it, when a batch made it: what its tag is of. */
  shown?: RawJson;
  /** It is the same for everybody who asks, with nothing of the caller's in it: it may be compressed. */
  isShared?: true;
};

/** Statements that are sent together, and the answer that is made of their rows. */
export type Batch = {
  statements: Statement[];
  /** The answer, or a second batch when the rows say that more must be read. */
  respond(rows: Row[][]): Answer | Batch;
};

/** The part of an operation that asks outside first, between short transactions that each check the access anew. */
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
       * Whether requests that come together may share a transaction, each behind its own gate: for those that are made by
       * the thousand and lock nothing that others wait for.
       */
      shares?: boolean;
      /** What is waited for before, once the caller may call; no connection is held meanwhile. */
      before?: (request: RouteRequest<Q, B, P>) => Promise<void>;
      outside?: RunOutside<Q, B, P>;
      /**
       * What can be done about a failure of the database, such as a partition that is missing: a statement, which is run by
       * itself before everything is done once more; nothing where there is no help. It may throw what is answered instead.
       */
      mend?: (error: unknown) => Statement | undefined;
      /** What some requests need done in a transaction: it has the answer, or leaves it to the batch. */
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
      /** Calls outside, between short transactions that each check the access anew. It may run twice. */
      kind: 'outside';
      handle: (
        context: { scope: OrgScope; transaction: InTransaction },
        request: RouteRequest<Q, B, P>,
      ) => Promise<Answer>;
    }
  | {
      /**
       * Takes a long body in parts, each an operation of its own: with a transaction, access and quota of its own. What was
       * taken stays when a later part cannot be.
       */
      kind: 'parts';
      handle: (take: TakePart, request: RouteRequest<Q, B, P>) => Promise<Answer>;
    };

/** @param units what the part draws of the quota */
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
  /** It answers whatever lies below the path, where no other operation does. */
  below?: true;
  /** Parameters of the path that hold an id of another system's making, which may have slashes. */
  externalIds?: readonly string[];
  operationId: string;
  /** The endpoint group of the specification. */
  group: string;
  summary: string;
  description?: string;
  /** Who may call: anybody, anybody with a token, or a role of the organization with the permission. */
  access: 'public' | 'principal' | Permission;
  query?: QS;
  body?: BS;
  bodyRequired?: boolean;
  /** Dotted names of fields that are the service's: taken out of the body before it is judged. */
  ignored?: readonly string[];
  /** Those of them that still say which record is meant, as the id of a draft does: the document does not mark them. */
  meant?: readonly string[];
  /** Fields that the record never is without: a null for one in a PATCH is refused. */
  needed?: readonly string[];
  /**
   * How the body comes; JSON by default (R1 lists the exceptions). A raw body is the operation's to read, as text or as
   * bytes. A form has a file, `file`, and texts.
   */
  bodyFormat?: 'json' | 'raw' | 'bytes' | 'form';
  /** What a body of bytes holds. */
  mediaType?: string;
  /** The longest body in bytes, where it is longer than that of other operations may be. */
  bodyLimit?: number;
  /**
   * Judges who sends, before anything of the body is read: for operations without a token that take long bodies.
   * @throws what is answered instead
   */
  requireSender?: (headers: RouteRequest['headers']) => void;
  /** The file of the form is long: it is put on the disk, and not into memory. */
  spools?: true;
  /**
   * Takes `If-Match`: of the record that GET shows at `of`, at the same path when absent. `lock` locks what the
   * operation locks, in its order, up to the record's row.
   */
  condition?: { of?: string; lock: (scope: OrgTransaction, params: PathParameters<Path>) => Promise<void> };
  /** What a raw body holds, when it is a form whose errors are those of RFC 6749. */
  form?: z.ZodObject;
  response: z.ZodType;
  responseDescription: string;
  /** Answers CSV too, with these columns, to who would rather have that (`Accept`). */
  csv?: readonly CsvColumn[];
  /** Domain errors beside the general ones. */
  errors?: readonly ErrorDefinition[];
  /** The quota of the organization that the operation draws on. */
  quota?: string;
  /** For the OpenAPI document, which makes examples up where there are none. */
  example?: unknown;
  responseExample?: unknown;
  /** Each answer has something new, such as a link that is good from now on: it has no tag. */
  isAnew?: true;
  /**
   * Says of a body that it is as its schema wants it and has nothing to be cleaned, in less time than that takes; whatever
   * it does not say so of goes by the schema.
   */
  isPlain?: (body: unknown) => boolean;
  /** Its answer brings what a read shows (`shown`): it is not read once more for its tag. */
  showsItself?: true;
  /** A repeat with the same idempotency key is done once more, and comes to the same by itself: no answer is kept. */
  repeatsAlike?: true;
  /** The units of its quota that a request draws; one when absent. */
  units?: (request: RouteRequest<z.output<QS>, z.output<BS>, PathParameters<Path>>) => number;
  /** The operation recognises repeats by itself, before any idempotency key. */
  deduplicates?: true;
  /** Answers a repeat that the operation would have recognised, when the quota is used up. */
  whenFull?: (
    scope: OrgTransaction,
    request: RouteRequest<z.output<QS>, z.output<BS>, PathParameters<Path>>,
  ) => Promise<Answer | undefined>;
  /** Another organization that the operation acts in too: the caller needs the same permission there. */
  alsoIn?: (request: RouteRequest<z.output<QS>, z.output<BS>, PathParameters<Path>>) => string | undefined;
  /** Goes on working, and has a successor or no use any more. */
  deprecated?: true;
  /** Left out of the OpenAPI document. */
  hidden?: true;
  run: Run<z.output<QS>, z.output<BS>, PathParameters<Path>>;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of routes has schemas of many types
export type Route = RouteDefinition<any, any, string>;

/** Declares one operation. Everything around the handler is done once, in the server. */
export const route = <QS extends z.ZodObject, BS extends z.ZodType, Path extends string>(
  definition: RouteDefinition<QS, BS, Path>,
): Route => definition as unknown as Route;

/** The organization of an operation that runs in one: its path names it. */
export function organizationOf({ params }: Pick<RouteRequest, 'params'>): string {
  const { orgId } = params;
  if (orgId === undefined) throw new Error('the path of an operation of an organization names none');
  return orgId;
}

export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
