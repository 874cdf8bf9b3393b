import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { AuditingEvent, WithId } from '@tradepost/sdk';
import { queryAuditingEvents } from '../../generated/auditingEvents.ts';
import { paths } from '../../paths.ts';
import { Field } from '../../ui/controls.tsx';
import { TextFilter, Toolbar } from '../../ui/filters.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Page } from '../../ui/page.tsx';
import { EntityLink } from '../../ui/resource/entity-link.tsx';
import { PathLink } from '../../ui/resource/index.ts';
import { pageReader, readKey } from '../../ui/resource/read.ts';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { inWords, nameOf } from '../../ui/words.ts';
import { actorName } from './actor.ts';
import { type AuditSearch, auditQuery } from './query.ts';

type Entry = WithId<AuditingEvent>;

const entities =
  'API_CLIENT BUYER CHANNEL_PARTNER CHANNEL_PARTNER_AGREEMENT CONTACT DEAL_REGISTRATION ENTITLEMENT FILE INTEGRATION INVOICE KNOWLEDGE_ARTICLE OFFER OFFER_SET ORGANIZATION PRODUCT ROLE SUPPORT_TICKET USAGE_RECORD_GROUP USER WEBHOOK_ENDPOINT';
const actions =
  'ACCEPT ADD APPROVE CANCEL CLOSE CREATE DELETE EXPIRE ISSUE MERGE PAY REFUND REJECT REOPEN ROTATE_SECRET SUSPEND TERMINATE UPDATE VOID';
const optionsOf = (codes: string) => codes.split(' ').map((value) => ({ value, label: nameOf(value) }));

/** The audit trail of the organization, newest first. */
export function AuditPage() {
  const { orgId } = useParams({ from: paths.audit });
  const search = useSearch({ strict: false }) as AuditSearch;
  const q = auditQuery(search);
  const query = q ? { q } : {};
  const columns: readonly Column<Entry>[] = [
    {
      name: 'Change',
      cell: ({ id, body }) => (
        <PathLink path={paths.auditEntry} params={{ orgId, auditingEventId: id }}>
          {inWords(body?.action ?? id)}
        </PathLink>
      ),
    },
    {
      name: 'Record',
      cell: ({ body }) => nameOf(body?.entityType),
    },
    {
      name: 'Identifier',
      width: 'wide',
      cell: ({ body }) => <EntityLink orgId={orgId} type={body?.entityType} id={body?.entityId} isBare />,
    },
    { name: 'Actor', cell: ({ body }) => actorName(body?.actor) },
    {
      name: 'Seal',
      cell: ({ status }) => <Status of={status === 'AUDITED' ? 'SEALED' : status} />,
      width: 'narrow',
    },
    { name: 'Time', width: 'time', cell: ({ creationTime }) => <Time at={creationTime} /> },
  ];
  return (
    <Page
      title="Audit"
      summary="Each change in the organization, with its author. Entries cannot be changed."
    >
      <Toolbar>
        <AuditFilters search={search} />
      </Toolbar>
      <Table
        label="Audit"
        queryKey={readKey(orgId, queryAuditingEvents, {}, query)}
        read={pageReader<Entry>(orgId, queryAuditingEvents, {}, query, 100)}
        columns={columns}
        empty={<Empty title="No changes match these filters" />}
      />
    </Page>
  );
}

const texts = [
  ['text', 'Search', 'Part of a type or an id'],
  ['actor', 'Actor', 'Part of an e-mail address'],
] as const;
const choices = [
  ['entity', 'Record', optionsOf(entities)],
  ['action', 'Change', optionsOf(actions)],
] as const;

const days = { from: 'From', to: 'To' } as const;
type Day = keyof typeof days;

function AuditFilters({ search }: { search: AuditSearch }) {
  const navigate = useNavigate();
  const choose = (name: keyof AuditSearch, value: string) =>
    void navigate({
      to: '.',
      search: (before: AuditSearch) => ({ ...before, [name]: value || undefined }),
      replace: true,
    } as never);
  return (
    <>
      {texts.map(([name, label, placeholder]) => (
        <TextFilter
          key={name}
          label={label}
          placeholder={placeholder}
          before={search[name] ?? ''}
          onSearch={(text) => choose(name, text)}
        />
      ))}
      {choices.map(([name, label, options]) => (
        <Field key={name} label={label} isBare>
          <Select
            value={search[name] ?? ''}
            onChange={(value) => choose(name, value)}
            none={`${label}: all`}
            options={options}
          />
        </Field>
      ))}
      {Object.entries(days).map(([name, label]) => (
        <label key={name} className="flex items-center gap-2 text-sm text-quiet">
          {label}
          <input
            type="date"
            value={search[name as Day] ?? ''}
            onChange={({ target }) => choose(name as Day, target.value)}
          />
        </label>
      ))}
    </>
  );
}
