import { useParams } from '@tanstack/react-router';
import type { UsageFileOutcome } from '@tradepost/sdk';
import { useState } from 'react';
import { tradepost } from '../../api.ts';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useChange, useOnce } from '../../ui/change.ts';
import { Button, Field, LinkButton, Row } from '../../ui/controls.tsx';
import { Page } from '../../ui/page.tsx';
import { PathLink } from '../../ui/resource/index.ts';
import { ShortTable } from '../../ui/short-table.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import type { LineProblem } from './csv-file.ts';
import { type CheckedFile, checkFile, mostValidated } from './validate.ts';

const uploadMs = 600_000;

/** The page that reports usage in a CSV file: the file is checked, then sent. */
export function ListPage() {
  const { orgId } = useParams({ strict: false }) as { orgId: string };
  const { missingPermission } = useOrganization(orgId);
  const reason = missingPermission('metering:write');
  const [checked, setChecked] = useState<CheckedFile>();
  const checking = useOnce(['check usage'], (file: File) => checkFile(orgId, file), setChecked);
  const [outcome, setOutcome] = useState<UsageFileOutcome>();
  const sending = useChange(
    orgId,
    (file: File) => tradepost.in(orgId).usageRecordGroups.upload({ file }, { timeoutMs: uploadMs }),
    setOutcome,
  );
  const choose = (file: File | undefined) => {
    setChecked(undefined);
    setOutcome(undefined);
    sending.reset();
    if (file) checking.send(file);
  };
  return (
    <Page
      title="Upload usage"
      crumbs={[
        <PathLink key="usage" path={paths.usage} params={{ orgId }}>
          Usage
        </PathLink>,
      ]}
    >
      <Card
        title="1. Choose a file"
        help="CSV in UTF-8 with a header line. Usage is counted once, also if the same file is sent again."
      >
        <Field
          label="File"
          help="Columns: entitlementID (or customerId and productID), dimension and quantity (or records.<dimension>), and optionally timestamp and id."
        >
          <input
            type="file"
            accept=".csv,text/csv"
            disabled={reason !== undefined}
            onChange={({ target }) => choose(target.files?.[0])}
          />
        </Field>
        {reason && <p className="text-quiet">{reason}</p>}
        {checking.error && <Failure error={checking.error} />}
      </Card>
      {checking.isPending && <Loading />}
      {checked && !outcome && (
        <Findings checked={checked}>
          <Row>
            <Button kind="primary" disabled={sending.isPending} onClick={() => sending.send(checked.file)}>
              {checked.problems.length > 0 ? 'Send the file anyway' : 'Send the file'}
            </Button>
            {sending.isPending && <span role="status">Sending …</span>}
          </Row>
          {sending.error && <Failure error={sending.error} />}
        </Findings>
      )}
      {outcome && <Outcome orgId={orgId} outcome={outcome} />}
    </Page>
  );
}

type FindingsProps = { checked: CheckedFile; children: React.ReactNode };

/** The problems in a file before it is sent. */
function Findings({ checked, children }: FindingsProps) {
  const { read, problems, unchecked, validated } = checked;
  const lines = new Set(problems.map(({ line }) => line)).size;
  return (
    <Card title="2. Check and send">
      <div className="grid gap-4 sm:grid-cols-3">
        <Stat label="Lines" value={read.toLocaleString()} />
        <Stat label="Lines with problems" value={lines.toLocaleString()} />
        <Stat
          label="Checked when sent"
          value={(unchecked + Math.max(0, read - unchecked - problems.length - validated)).toLocaleString()}
          note={
            read > mostValidated
              ? `The first ${mostValidated.toLocaleString()} lines are checked now.`
              : 'Lines with a customerId'
          }
        />
      </div>
      {read === 0 && (
        <Callout kind="error" title="The file has no usage">
          <p>The file needs a header line, and a line for each record group.</p>
        </Callout>
      )}
      {lines > 0 && (
        <Callout kind="warning" title="Some lines are invalid">
          <p>
            Correct these lines and choose the file again. If you send the file anyway, these lines are stored
            as invalid and are not charged; all other lines are accepted.
          </p>
        </Callout>
      )}
      {lines > 0 && <Problems problems={problems} />}
      {read > 0 && children}
    </Card>
  );
}

const most = 100;

const Problems = ({ problems }: { problems: readonly LineProblem[] }) => (
  <>
    <ShortTable
      label="Problems"
      rows={problems.slice(0, most)}
      keyOf={(_, at) => `${at}`}
      columns={[
        { name: 'Line', cell: ({ line }) => line || '–' },
        { name: 'Problem', cell: ({ message }) => message },
      ]}
    />
    {problems.length > most && (
      <p className="text-quiet">
        {(problems.length - most).toLocaleString()} further problems are not listed.
      </p>
    )}
  </>
);

/** The outcome of the upload. */
function Outcome({ orgId, outcome }: { orgId: string; outcome: UsageFileOutcome }) {
  const { created = 0, repeated = 0, invalid = 0, hint, stopped, lines = [] } = outcome;
  const problems = lines
    .filter(({ status }) => status === 'INVALID')
    .map(({ line = 0, reason = '' }): LineProblem => ({ line, message: reason }));
  return (
    <Card title="The file is sent">
      <div className="grid gap-4 sm:grid-cols-3">
        <Stat label="New" value={created.toLocaleString()} />
        <Stat label="Reported before" value={repeated.toLocaleString()} />
        <Stat label="Invalid" value={invalid.toLocaleString()} />
      </div>
      {stopped && (
        <Callout kind="error" title={`The service stopped at line ${stopped.line}`}>
          <p>
            {stopped.detail} The lines before it are stored. Send the file again when the cause is corrected:
            stored lines are not counted twice.
          </p>
        </Callout>
      )}
      {hint && (
        <Callout kind="warning" title="Repeated lines">
          <p>{hint}</p>
        </Callout>
      )}
      {problems.length > 0 && <Problems problems={problems} />}
      <Row>
        <LinkButton to={paths.usage as never} params={{ orgId } as never} search={{ source: 'CSV' } as never}>
          Show the uploaded usage
        </LinkButton>
      </Row>
    </Card>
  );
}
