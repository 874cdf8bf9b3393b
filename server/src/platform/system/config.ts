import type { DatabaseRoles } from '../database/roles.ts';
import { type Checks, ConfigError, problemsOf } from './config-problems.ts';
import { environment, type Settings } from './settings.ts';

export { largestBody } from './settings.ts';
export { ConfigError };

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

/**
 * Reads the environment. An empty value counts as absent.
 * @param checks of values that another part of the program reads, by their variables
 * @throws ConfigError that lists every variable with an invalid value
 */
export function readConfig(variables: Record<string, string | undefined>, checks: Checks = {}): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  ) as Record<string, string>;
  const result = environment.safeParse(given);
  const problems = problemsOf(given, result.error?.issues ?? [], checks);
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  const values = result.data;
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
      storage: readStorageKeys(values),
    }),
  });
}

const sendsTraces = (values: Settings): boolean =>
  (values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  values.OTEL_TRACES_EXPORTER !== 'none' &&
  values.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';

function readAi({ AI_URL, AI_KEY, AI_MODEL, AI_PRICES }: Settings): OperatorAi | undefined {
  if (!AI_URL || !AI_KEY || !AI_MODEL || !AI_PRICES) return undefined;
  const [input, output] = AI_PRICES.split(',') as [string, string];
  return { url: AI_URL, model: AI_MODEL, prices: { input, output } };
}

function readRoleKeys(values: Settings): RoleKeys | undefined {
  const {
    MKA_ACCESS_KEY_ID: accessKeyId,
    MKA_SECRET_ACCESS_KEY: secretAccessKey,
    MKA_PRINCIPAL: principal,
  } = values;
  return accessKeyId && secretAccessKey && principal
    ? { accessKeyId, secretAccessKey, principal }
    : undefined;
}

function readStorageKeys(values: Settings): Config['secrets']['storage'] {
  const { STORAGE_URL, STORAGE_ACCESS_KEY_ID, STORAGE_SECRET_ACCESS_KEY } = values;
  if (!STORAGE_URL || STORAGE_URL.startsWith('file:')) return undefined;
  if (!STORAGE_ACCESS_KEY_ID || !STORAGE_SECRET_ACCESS_KEY) return undefined;
  return { accessKeyId: STORAGE_ACCESS_KEY_ID, secretAccessKey: STORAGE_SECRET_ACCESS_KEY };
}
