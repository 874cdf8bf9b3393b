import type { DatabaseRoles } from '../database/roles.ts';
import { type Checks, ConfigError, problemsOf } from './config-problems.ts';
import { environment, type Settings } from './settings.ts';

export { largestBody } from './settings.ts';
export { ConfigError };

/** The language model of the operator. Prices are in cents per million tokens, as exact decimals. */
export type OperatorAi = Readonly<{
  url: string;
  model: string;
  prices: Readonly<{ input: string; output: string }>;
}>;

/** Access key of the operator with which the service assumes roles of customers, and the key's owner. */
export type RoleKeys = Readonly<{ accessKeyId: string; secretAccessKey: string; principal: string }>;

/** The settings from the environment, read once. Secrets are separate, to prevent accidental logging. */
export type Config = Readonly<{
  port: number;
  /** The port for probes of a process that only runs jobs; undefined without probes. */
  healthPort: number | undefined;
  /** The time for which a process that only serves keeps accepting requests after a termination signal. */
  drainSeconds: number;
  host: string;
  /** The public URL of the service. Default: the listening address. */
  baseUrl: string | undefined;
  authUrl: string | undefined;
  dataDir: string;
  databaseRoles: DatabaseRoles;
  databasePool: number;
  databasePipelines: number;
  migrate: 'auto' | 'off';
  /** The number of proxies in front of the service; each adds the address of its client to `X-Forwarded-For`. */
  proxies: number;
  /** The maximum number of attempts without a valid token per IP address and minute. */
  attemptLimits: Readonly<{ signIn: number; signUp: number; failedTokens: number }>;
  /** The maximum lifetime and idle time of a session. */
  sessionLimits: Readonly<{ hours: number; idleHours: number }>;
  mailFrom: string;
  /** Address that receives the operator's mails about support tickets; undefined if not configured. */
  supportEmail: string | undefined;
  /**
   * The reply address of mails about support tickets; a token is added before the `@`. If undefined, replies are
   * ignored.
   */
  supportReplyTo: string | undefined;
  ssoAllowInsecureIssuer: boolean;
  webhookAllowInsecureUrl: boolean;
  logLevel: string;
  /** Whether each request is logged. */
  accessLog: boolean;
  /** Whether spans are exported. The OpenTelemetry SDK reads the other settings itself. */
  sendsTraces: boolean;
  bodyLimit: number;
  /** The maximum number of bytes of long responses in memory per process. */
  listMemory: number;
  workerConcurrency: number;
  /** The maximum number of external queues that a process polls concurrently. */
  pullConcurrency: number;
  /** The URL of the folder or bucket with the content of files. Default: a folder in `dataDir`. */
  storageUrl: string | undefined;
  /** The maximum size of a file in bytes. */
  fileLimit: number;
  /** The maximum size of a CSV upload in bytes. */
  csvLimit: number;
  /** The operator's language model; undefined if not configured. */
  ai: OperatorAi | undefined;
  /** The maximum output tokens of any language model, of the operator or of an organization. */
  aiMaxOutputTokens: number;
  /** The tax rules for invoices as JSON; undefined without rules. */
  taxRates: string | undefined;
  /** The display names of external systems as JSON; undefined for the usual names. */
  displayNames: string | undefined;
  /** The folder with logos of external systems. */
  logoDir: string | undefined;
  secrets: Readonly<{
    databaseUrl: string | undefined;
    masterKey: string | undefined;
    /** The previous or next master keys, used only to decrypt. */
    otherMasterKeys: readonly string[];
    smtpUrl: string | undefined;
    metricsToken: string | undefined;
    /** The shared secret that authenticates the mail server. */
    supportMail: string | undefined;
    /** API key of the language model; set if `ai` is. */
    aiKey: string | undefined;
    /** Access key for roles of customers. If undefined, organizations enter their own keys. */
    roleKeys: RoleKeys | undefined;
    /** Access key of the bucket; set if `storageUrl` is a bucket. */
    storage: Readonly<{ accessKeyId: string; secretAccessKey: string }> | undefined;
  }>;
}>;

/**
 * Reads the environment. An empty variable counts as not set.
 * @param checks additional validations of variables, in other parts of the service
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
    displayNames: values.DISPLAY_NAMES,
    logoDir: values.LOGO_DIR,
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
