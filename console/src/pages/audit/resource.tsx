import type { AuditingEvent, WithId } from '@tradepost/sdk';
import { useState } from 'react';
import { getAuditingEvent } from '../../generated/auditingEvents.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { Checkbox } from '../../ui/inputs.tsx';
import { EntityLink } from '../../ui/resource/entity-link.tsx';
import { resourcePages } from '../../ui/resource/index.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { inWords, nameOf } from '../../ui/words.ts';
import { actorName } from './actor.ts';
import { type Difference, differencesOf } from './difference.ts';

type Entry = WithId<AuditingEvent>;

/** An entry of the audit trail, with the record before and after the change. */
export const { RecordPage } = resourcePages<Entry>({
  noun: ['entry', 'audit'],
  path: paths.audit,
  record: {
    operation: getAuditingEvent,
    title: ({ body }) => `${nameOf(body?.entityType)}: ${inWords(body?.action ?? '').toLowerCase()}`,
    status: ({ status }) => (status === 'AUDITED' ? 'SEALED' : status),
    facts: [
      {
        name: 'Record',
        cell: ({ body }, { orgId }) => (
          <EntityLink orgId={orgId} type={body?.entityType} id={body?.entityId} />
        ),
      },
      { name: 'Actor', cell: ({ body }) => actorName(body?.actor) },
      {
        name: 'Actor’s identifier',
        cell: ({ body }) =>
          body?.actor?.entityId && <CopyId of={body.actor.entityId} label="actor’s identifier" />,
      },
      { name: 'Change of the record', cell: ({ body }) => body?.sequence && `Number ${body.sequence}` },
      {
        name: 'Seal',
        cell: ({ body, status }) =>
          status === 'AUDITED'
            ? `Position ${body?.position} in the chain of the organization; a later change of this entry would be detected.`
            : 'The entry will be sealed in a moment.',
      },
      {
        name: 'Request or job',
        cell: ({ body }) => body?.requestId && <CopyId of={body.requestId} label="request" />,
      },
    ],
    sections: [{ title: 'Before and after', Content: Differences }],
  },
});

function Differences({ record: { body } }: { record: Entry }) {
  const [isWhole, setWhole] = useState(false);
  const all = differencesOf(body?.before, body?.after);
  const rows = isWhole ? all : all.filter(({ isChanged }) => isChanged);
  return (
    <Card
      title="Before and after"
      isFlush
      actions={<Checkbox label="Also unchanged fields" checked={isWhole} onChange={setWhole} />}
    >
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-quiet">
          {all.length === 0
            ? 'The entry contains no record, or its records were erased.'
            : 'No field changed.'}
        </p>
      ) : (
        <ShortTable
          label="Before and after"
          isFlush
          rows={rows}
          keyOf={({ path }) => path}
          columns={[
            { name: 'Field', cell: ({ path }) => <code className="text-xs">{path || 'record'}</code> },
            { name: 'Before', cell: (row) => <Side of={row} text={row.before} look="bg-bad-soft" /> },
            { name: 'After', cell: (row) => <Side of={row} text={row.after} look="bg-good-soft" /> },
          ]}
        />
      )}
    </Card>
  );
}

const Side = ({ of, text, look }: { of: Difference; text: string | undefined; look: string }) =>
  text === undefined ? (
    <span className="text-quiet">–</span>
  ) : (
    <span className={`rounded-sm px-1 text-sm whitespace-pre-wrap wrap-anywhere ${of.isChanged ? look : ''}`}>
      {text}
    </span>
  );
