import { z } from 'zod';
import { type DatabaseRoles, usualRoles } from '../database/roles.ts';

/** The most that `BODY_LIMIT` may allow, in bytes. */
export const largestBody = 100_000_000;

const attempts = z.coerce.number().int().min(1).max(1_000_000);
/** At most a year. */
const hours = z.coerce.number().int().max(8760);
const port = z.coerce.number().int().min(0).max(65535);
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

/** A name that SQL takes as it is, wherever it stands. */
const roleName = z
  .string()
  .regex(
    /^(?!pg_|current_|session_)[a-z][a-z0-9]*_[a-z0-9_]{1,50}$/,
    'must be small letters, digits and underscores, one underscore at least',
  );

/** Exact decimals: what is charged is reckoned with them. */
const price = '(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,9})?';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The most letters before the `@` of `SUPPORT_REPLY_TO`: a `+` and a token of 50 follow, and an address has 64 there. */
const replyAddress = z
  .email()
  .max(180)
  .regex(
    /^[a-z0-9._-]{1,13}@[a-z0-9.-]+$/,
    'must have small letters only, and 13 at most before the @, without a +',
  );

const environment = z.object({
  PORT: port.default(8080),
  HEALTH_PORT: port.optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(5),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: url.optional(),
  AUTH_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_APP_ROLE: roleName.default(usualRoles.app),
  DATABASE_SYSTEM_ROLE: roleName.default(usualRoles.system),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_PIPELINES: z.coerce.number().int().min(1).max(32).default(4),
  MASTER_KEY: z
    .string()
    .regex(
      /^[0-9a-fA-F]{64}$/,
      'must be 64 hexadecimal digits (32 bytes), as `openssl rand -hex 32` prints them',
    )
    .optional(),
  MASTER_KEY_PREVIOUS: z
    .string()
    .regex(/^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64})*$/, 'must be keys like MASTER_KEY, with a comma between them')
    .optional(),
  MIGRATE: z.enum(['auto', 'off']).default('auto'),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|[1-9])$/, 'must be true, false, or the number of proxies, 1 to 9')
    .default('false'),
  SIGN_IN_RATE: attempts.default(60),
  SIGN_UP_RATE: attempts.default(20),
  TOKEN_FAILURE_RATE: attempts.default(60),
  SESSION_HOURS: hours.min(1).default(720),
  SESSION_IDLE_HOURS: hours.min(2).default(168),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('no-reply@tradepost.invalid'),
  SUPPORT_EMAIL: z.email().max(254).optional(),
  SUPPORT_REPLY_TO: replyAddress.optional(),
  SUPPORT_MAIL_SECRET: z.string().min(16).max(1000).optional(),
  SSO_ALLOW_INSECURE_ISSUER: z.enum(['true', 'false']).default('false'),
  WEBHOOK_ALLOW_INSECURE_URL: z.enum(['true', 'false']).default('false'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  ACCESS_LOG: z.enum(['true', 'false']).default('true'),
  METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  BODY_LIMIT: z.coerce.number().int().min(1024).max(largestBody).default(1_048_576),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(32),
  PULL_CONCURRENCY: z.coerce.number().int().min(1).max(5000).default(500),
  LIST_MEMORY: z.coerce.number().int().min(1_000_000).max(10_000_000_000).default(134_217_728),
  STORAGE_URL: z.url({ protocol: /^(file|s3|https?)$/ }).optional(),
  STORAGE_ACCESS_KEY_ID: z.string().optional(),
  STORAGE_SECRET_ACCESS_KEY: z.string().optional(),
  FILE_LIMIT: z.coerce.number().int().min(1024).max(largestBody).default(10_485_760),
  TAX_RATES: z.string().refine(isJson, 'must be JSON: a list of rules').optional(),
  AI_URL: url
    .refine((value) => !/[@?#]/.test(value), 'must be an address without user name, query and fragment')
    .optional(),
  AI_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,4000}$/, 'must be printable, without blanks')
    .optional(),
  AI_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be printable, without blanks')
    .optional(),
  AI_PRICES: z
    .string()
    .regex(
      new RegExp(`^${price},${price}$`),
      'must be two decimals with a comma between: cents for a million tokens of input, and of output',
    )
    .optional(),
  AI_MAX_OUTPUT_TOKENS: z.coerce.number().int().min(16).max(16_384).default(800),
  MKA_ACCESS_KEY_ID: z
    .string()
    .regex(/^[A-Z0-9]{16,128}$/, 'must be the id of an access key')
    .optional(),
  MKA_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be printable, without blanks')
    .optional(),
  MKA_PRINCIPAL: z
    .string()
    .regex(
      /^arn:[a-z-]+:iam::\d{12}:(user|role)\/[\w+=,.@/-]{1,512}$/,
      'must be the name of a user or a role',
    )
    .optional(),
  CSV_LIMIT: z.coerce.number().int().min(1024).max(4_294_967_296).default(268_435_456),
});

/** A language model of the operator. Prices are cents for a million tokens, as exact decimals. */
export type OperatorAi = Readonly<{
  url: string;
  model: string;
  prices: Readonly<{ input: string; output: string }>;
}>;

/** Keys of the operator by which roles of customers are taken on, and whose they are. */
export type RoleKeys = Readonly<{ accessKeyId: string; secretAccessKey: string; principal: string }>;

/** Everything that the environment decides, read once. Secrets stand apart, so that no log prints them by chance. */
export type Config = Readonly<{
  port: number;
  /** Where a process that only works answers probes; absent: nowhere. */
  healthPort: number | undefined;
  /** For how long a process that only serves goes on answering after a signal to end. */
  drainSeconds: number;
  host: string;
  /** Absent: the listening address. */
  baseUrl: string | undefined;
  authUrl: string | undefined;
  dataDir: string;
  databaseRoles: DatabaseRoles;
  databasePool: number;
  databasePipelines: number;
  migrate: 'auto' | 'off';
  /** How many proxies stand before the service, each of which adds to `X-Forwarded-For` where a request came from. */
  proxies: number;
  /** How many attempts without a token an address has in a minute. */
  attemptLimits: Readonly<{ signIn: number; signUp: number; failedTokens: number }>;
  /** How long a sign-in lasts, and how long it lasts unused. */
  sessionLimits: Readonly<{ hours: number; idleHours: number }>;
  mailFrom: string;
  /** Where the operator is mailed about support tickets; absent: nowhere. */
  supportEmail: string | undefined;
  /** Where answers to mails about support tickets go, a token before the `@`; absent: mails cannot be answered. */
  supportReplyTo: string | undefined;
  ssoAllowInsecureIssuer: boolean;
  webhookAllowInsecureUrl: boolean;
  logLevel: string;
  /** Whether each answer is a line of the log. */
  accessLog: boolean;
  /** Whether the parts of traces are sent somewhere; where and which, the SDK reads itself. */
  sendsTraces: boolean;
  bodyLimit: number;
  /** How many bytes of long answers the process holds at once. */
  listMemory: number;
  workerConcurrency: number;
  /** How many queues at others a process waits on at once. */
  pullConcurrency: number;
  /** Where the content of files lies; absent: a folder of `dataDir`. */
  storageUrl: string | undefined;
  /** The largest file, in bytes. */
  fileLimit: number;
  /** The largest CSV file, in bytes. */
  csvLimit: number;
  /** The language model that the operator provides; absent: none. */
  ai: OperatorAi | undefined;
  /** The most tokens that a language model may answer with, whoever provides it. */
  aiMaxOutputTokens: number;
  /** Rules by which invoices are taxed, as JSON; absent: none. */
  taxRates: string | undefined;
  secrets: Readonly<{
    databaseUrl: string | undefined;
    masterKey: string | undefined;
    /** Keys that decrypt what they encrypted once, or will encrypt soon; nothing is encrypted with them. */
    otherMasterKeys: readonly string[];
    smtpUrl: string | undefined;
    metricsToken: string | undefined;
    /** By which the mail server shows that it is it. */
    supportMail: string | undefined;
    /** There when `ai` is. */
    aiKey: string | undefined;
    /** Absent: organizations enter keys of their own. */
    roleKeys: RoleKeys | undefined;
    /** There when `storageUrl` is a bucket. */
    storage: Readonly<{ accessKeyId: string; secretAccessKey: string }> | undefined;
  }>;
}>;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the environment; a wrong value is an error that names its variable. An empty value counts as absent. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environment.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment has a wrong value.\n${lines.join('\n')}`);
  }
  const values = result.data;
  if (values.DATABASE_URL && !values.MASTER_KEY)
    throw new ConfigError('MASTER_KEY: is required with DATABASE_URL (32 bytes as 64 hexadecimal digits)');
  if (values.DATABASE_APP_ROLE === values.DATABASE_SYSTEM_ROLE)
    throw new ConfigError('DATABASE_SYSTEM_ROLE: must be another role than DATABASE_APP_ROLE');
  if ((values.SUPPORT_REPLY_TO === undefined) !== (values.SUPPORT_MAIL_SECRET === undefined))
    throw new ConfigError('SUPPORT_REPLY_TO, SUPPORT_MAIL_SECRET: are required together');
  const storage = readStorageKeys(values);
  return Object.freeze({
    port: values.PORT,
    healthPort: values.HEALTH_PORT,
    drainSeconds: values.DRAIN_SECONDS,
    host: values.HOST,
    baseUrl: values.BASE_URL,
    authUrl: values.AUTH_URL,
    dataDir: values.DATA_DIR,
    databaseRoles: { app: values.DATABASE_APP_ROLE, system: values.DATABASE_SYSTEM_ROLE },
    databasePool: values.DATABASE_POOL,
    databasePipelines: values.DATABASE_PIPELINES,
    migrate: values.MIGRATE,
    proxies: { true: 1, false: 0 }[values.TRUST_PROXY] ?? Number(values.TRUST_PROXY),
    attemptLimits: {
      signIn: values.SIGN_IN_RATE,
      signUp: values.SIGN_UP_RATE,
      failedTokens: values.TOKEN_FAILURE_RATE,
    },
    sessionLimits: { hours: values.SESSION_HOURS, idleHours: values.SESSION_IDLE_HOURS },
    mailFrom: values.MAIL_FROM,
    supportEmail: values.SUPPORT_EMAIL?.toLowerCase(),
    supportReplyTo: values.SUPPORT_REPLY_TO,
    ssoAllowInsecureIssuer: values.SSO_ALLOW_INSECURE_ISSUER === 'true',
    webhookAllowInsecureUrl: values.WEBHOOK_ALLOW_INSECURE_URL === 'true',
    logLevel: values.LOG_LEVEL,
    accessLog: values.ACCESS_LOG === 'true',
    sendsTraces: sendsTraces(values),
    bodyLimit: values.BODY_LIMIT,
    listMemory: values.LIST_MEMORY,
    workerConcurrency: values.WORKER_CONCURRENCY,
    pullConcurrency: values.PULL_CONCURRENCY,
    storageUrl: values.STORAGE_URL,
    fileLimit: values.FILE_LIMIT,
    csvLimit: values.CSV_LIMIT,
    taxRates: values.TAX_RATES,
    ai: readAi(values),
    aiMaxOutputTokens: values.AI_MAX_OUTPUT_TOKENS,
    secrets: Object.freeze({
      databaseUrl: values.DATABASE_URL,
      masterKey: values.MASTER_KEY,
      otherMasterKeys: values.MASTER_KEY_PREVIOUS?.split(',') ?? [],
      smtpUrl: values.SMTP_URL,
      metricsToken: values.METRICS_TOKEN,
      supportMail: values.SUPPORT_MAIL_SECRET,
      aiKey: values.AI_KEY,
      roleKeys: readRoleKeys(values),
      storage,
    }),
  });
}

const sendsTraces = (values: z.infer<typeof environment>): boolean =>
  (values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  values.OTEL_TRACES_EXPORTER !== 'none' &&
  values.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';

function readAi(values: z.infer<typeof environment>): OperatorAi | undefined {
  const { AI_URL, AI_KEY, AI_MODEL, AI_PRICES } = values;
  if (AI_URL && AI_KEY && AI_MODEL && AI_PRICES) {
    const [input, output] = AI_PRICES.split(',') as [string, string];
    return { url: AI_URL, model: AI_MODEL, prices: { input, output } };
  }
  const all = { AI_URL, AI_KEY, AI_MODEL, AI_PRICES };
  const missing = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === Object.keys(all).length) return undefined;
  throw new ConfigError(`${missing.join(', ')}: each of ${Object.keys(all).join(', ')} needs the others`);
}

function readRoleKeys(values: z.infer<typeof environment>): RoleKeys | undefined {
  const all = {
    MKA_ACCESS_KEY_ID: values.MKA_ACCESS_KEY_ID,
    MKA_SECRET_ACCESS_KEY: values.MKA_SECRET_ACCESS_KEY,
    MKA_PRINCIPAL: values.MKA_PRINCIPAL,
  };
  const {
    MKA_ACCESS_KEY_ID: accessKeyId,
    MKA_SECRET_ACCESS_KEY: secretAccessKey,
    MKA_PRINCIPAL: principal,
  } = all;
  if (accessKeyId && secretAccessKey && principal) return { accessKeyId, secretAccessKey, principal };
  if (!accessKeyId && !secretAccessKey && !principal) return undefined;
  throw new ConfigError(`${Object.keys(all).join(', ')}: are required together`);
}

function readStorageKeys(values: z.infer<typeof environment>): Config['secrets']['storage'] {
  const { STORAGE_URL, STORAGE_ACCESS_KEY_ID, STORAGE_SECRET_ACCESS_KEY } = values;
  if (!STORAGE_URL || STORAGE_URL.startsWith('file:')) return undefined;
  if (new URL(STORAGE_URL).pathname.replace(/\/+$/, '') === '')
    throw new ConfigError('STORAGE_URL: must name a bucket, as https://host/bucket does');
  if (!STORAGE_ACCESS_KEY_ID || !STORAGE_SECRET_ACCESS_KEY)
    throw new ConfigError(
      'STORAGE_ACCESS_KEY_ID, STORAGE_SECRET_ACCESS_KEY: are required with a STORAGE_URL that is a bucket',
    );
  return { accessKeyId: STORAGE_ACCESS_KEY_ID, secretAccessKey: STORAGE_SECRET_ACCESS_KEY };
}
