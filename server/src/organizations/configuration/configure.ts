import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { ignoredWarnings } from '../../platform/http/ignored.ts';
import { deprecated } from '../../platform/http/rare.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import {
  type Answer,
  type Batch,
  type Route,
  route,
  type WithParameters,
} from '../../platform/http/route.ts';
import { mergePatch, withoutNulls } from '../../platform/records/merge.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { mask, unmask } from '../../platform/secrets/mask.ts';
import { type ConfigurationRecord, configurationDefaults, type Setting } from './define.ts';
import { lockConfiguration, writeConfiguration } from './store.ts';

export type ConfigurationDeps = {
  vault: Vault;
  /** Whether OpenID providers without https, or on private networks, are allowed. */
  allowInsecureIssuer: boolean;
};

/** A stored setting, and further data for the response. */
type StoredSetting = { config: string | null; crms: string[] };

const read = (scope: OrgScope, { name }: ConfigurationRecord): Batch['statements'][number] => ({
  name: 'read_configuration',
  text: `SELECT o.info -> $2 AS config, ARRAY(
           SELECT DISTINCT i.partner FROM integration i
           WHERE i.organization_id = $1 AND i.partner LIKE 'CRM%' ORDER BY i.partner) AS crms
         FROM organization o WHERE o.organization_id = $1`,
  values: [scope.organizationId, name],
});

const isList = ({ schema }: ConfigurationRecord): boolean => schema.def.type === 'array';

const parse = (record: ConfigurationRecord, text: string | null): Setting =>
  text === null ? (isList(record) ? [] : {}) : JSON.parse(text);

/** Builds the response. Stored fields override defaults, and computed fields override stored fields. */
function show(record: ConfigurationRecord, stored: StoredSetting | undefined): Answer {
  const config = mask(parse(record, stored?.config ?? null));
  if (isList(record)) return { body: config };
  const defaults = configurationDefaults[record.name as keyof typeof configurationDefaults];
  const derived = record.derived?.({ crms: stored?.crms ?? [] });
  return { body: { ...defaults, ...(config as object), ...derived } };
}

function check(record: ConfigurationRecord, deps: ConfigurationDeps, patch: Setting): Finding[] {
  const allowed = deps.allowInsecureIssuer;
  const rules = { issuers: { allowHttp: allowed, allowPrivate: allowed } };
  return record.check?.(withoutNulls(patch), rules) ?? [];
}

const refuse = (findings: readonly Finding[]): void => {
  if (findings.length > 0) throw invalid(findings);
};

/** Runs long checks of the body before the transaction. */
const judgedFirst = (record: ConfigurationRecord, deps: ConfigurationDeps) => ({
  outside: (request: { body: Setting } & WithParameters<'orgId'>) =>
    record.judge &&
    (async () => {
      const slow = await record.judge?.(withoutNulls(request.body), request.params.orgId);
      refuse([...check(record, deps, request.body), ...(slow ?? [])]);
    }),
});

async function change(
  scope: OrgTransaction,
  record: ConfigurationRecord,
  deps: ConfigurationDeps,
  patch: Setting,
): Promise<Answer> {
  if (!record.judge) refuse(check(record, deps, patch));
  const before = await lockConfiguration(scope, record.name);
  const merged = merge(record, before, unmask(patch, before));
  await record.precondition?.(scope, merged, before);
  const context = {
    organizationId: scope.organizationId,
    now: scope.now.toISOString(),
    newId: scope.newId,
    vault: deps.vault,
    patch,
  };
  const next = record.complete?.(merged, before, context) ?? merged;
  await writeConfiguration(scope, record.name, { before, next });
  await record.follow?.(scope, next, before);
  return show(record, (await scope.query<StoredSetting>(read(scope, record)))[0]);
}

/** Adds warnings about ignored fields to the response, if the record has a field for them. */
function withWarnings(
  { warns }: ConfigurationRecord,
  { unknownFields }: { unknownFields: readonly string[] },
  answer: Answer,
): Answer {
  if (!warns || unknownFields.length === 0) return answer;
  return { ...answer, body: { ...(answer.body as object), warningMessages: ignoredWarnings(unknownFields) } };
}

/** Merges a patch: arrays are replaced, maps merge by key (R8). */
function merge(record: ConfigurationRecord, before: Setting, patch: Setting): Setting {
  if (Array.isArray(patch)) return patch;
  const merged = mergePatch(before ?? {}, patch);
  for (const name of record.nullIsAValue ?? []) if (patch[name] === null) merged[name] = null;
  return merged;
}

/** The routes `GET` and `PATCH /org/{orgId}/<name>` of a configuration record. */
export function recordRoutes(record: ConfigurationRecord, deps: ConfigurationDeps): Route[] {
  const { name, word, group, summary, schema } = record;
  const common = {
    path: `/org/{orgId}/${name}`,
    group,
    response: schema,
    responseDescription: 'The configuration, with defaults and computed fields',
  } as const;
  const description = record.description ? { description: record.description } : {};
  const get = route({
    ...common,
    ...description,
    method: 'GET',
    operationId: `get${word}`,
    summary: `Get ${summary}`,
    access: 'organization:read',
    run: {
      kind: 'batch',
      batch: (scope) => ({
        statements: [read(scope, record)],
        respond: ([rows]) => show(record, rows?.[0] as StoredSetting | undefined),
      }),
    },
  });
  if (record.changedBy === 'nobody') return [deprecated(get)];
  const patch = route({
    ...common,
    method: 'PATCH',
    operationId: `update${word}`,
    condition: { lock: lockRows(['organization']) },
    summary: `Change ${summary}`,
    description: [
      ...(record.description ? [record.description] : []),
      isList(record)
        ? 'The entries in the body replace the stored entries.'
        : 'Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced.',
      'Fields that the service sets are ignored.',
    ].join(' '),
    access: record.changedBy ?? 'organization:write',
    body: schema,
    ...(record.ignored ? { serverSetFields: record.ignored } : {}),
    run: {
      kind: 'transaction',
      ...judgedFirst(record, deps),
      handle: async (scope, request) =>
        withWarnings(record, request, await change(scope, record, deps, request.body)),
    },
  });
  return [get, patch];
}
