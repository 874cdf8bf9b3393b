import type { MeteringUsageRecordGroup, WithId } from '@tradepost/sdk';
import { Upload } from 'lucide-react';
import {
  deleteUsageRecordGroup,
  getUsageRecordGroup,
  listUsageRecordGroups,
  reportUsageRecordGroup,
  retryUsageRecordGroup,
} from '../../generated/usageRecordGroups.ts';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { LinkButton } from '../../ui/controls.tsx';
import { Marketplace } from '../../ui/marketplace.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { quantities } from './quantities.tsx';

type Group = WithId<MeteringUsageRecordGroup>;

const sources: Readonly<Record<string, string>> = {
  API: 'API',
  CSV: 'CSV file',
  INTERNAL: 'This service',
};
/** Returns the reason of a status without pointers: the user knows dimensions by their keys. */
const reasonOf = ({ reason }: Group) => reason?.replaceAll(/(^|; )\/(?:records\/)?/g, '$1');
const timeOf = ({ metaInfo, creationTime }: Group) => metaInfo?.timestamp ?? creationTime;

const retry: Action<Group> = {
  operation: retryUsageRecordGroup,
  label: 'Retry',
  omit: ['creationDate'],
  isHidden: ({ status }) => status !== 'INVALID' && status !== 'REPORT_FAILED',
  done: 'The usage is processed again.',
};

/** A link to the page that uploads usage, for users who may report usage. */
const UploadLink = ({ orgId }: { orgId: string }) =>
  useOrganization(orgId).missingPermission('metering:write') === undefined && (
    <LinkButton to={paths.usageUpload as never} params={{ orgId } as never} icon={Upload}>
      Upload CSV
    </LinkButton>
  );

export const { ListPage, RecordPage } = resourcePages<Group>({
  noun: ['usage record group', 'usage record groups'],
  path: paths.usage,
  recordPath: paths.usageGroup,
  list: {
    title: 'Usage',
    operation: listUsageRecordGroups,
    query: { order: 'desc' },
    filters: [
      'status',
      'partner',
      { name: 'source', options: ['API', 'CSV', 'INTERNAL'] },
      { name: 'startDate', label: 'From' },
      { name: 'endDate', label: 'To' },
      { name: 'entitlementId', label: 'Entitlement ID' },
    ],
    columns: [
      { name: 'Usage', cell: ({ records }) => quantities(records) },
      {
        name: 'Entitlement',
        width: 'wide',
        cell: ({ entitlementID }, { orgId }) => (
          <RecordLink orgId={orgId} kind="entitlement" id={entitlementID} />
        ),
      },
      { name: 'Time of use', width: 'time', cell: (group) => <Time at={timeOf(group)} /> },
      { name: 'Status', width: 'state', cell: ({ status }) => <Status of={status} /> },
      { name: 'Problem', width: 'wide', cell: reasonOf },
    ],
    empty: 'No usage in the last 30 days',
    about:
      'A record group is the usage of one entitlement at one time. Report usage with the API, or upload a CSV file.',
    Links: UploadLink,
    actions: [
      {
        operation: reportUsageRecordGroup,
        label: 'Report usage',
        kind: 'primary',
        fields: ['entitlementId', 'records', 'timestamp'],
        omit: ['organizationID', 'entitlementID', 'metaInfo'],
        labels: { records: 'Quantities by dimension', entitlementId: 'Entitlement' },
        help: 'The entitlement, and the quantity of each dimension as JSON, such as {"gpu": 12}. The time of use defaults to now.',
        done: 'The usage is reported.',
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getUsageRecordGroup,
    title: ({ records }) => quantities(records),
    status: ({ status }) => status,
    notice: (group) =>
      group.reason && (
        <Callout
          kind="error"
          title={
            group.status === 'INVALID' ? 'This usage is invalid' : 'The marketplace did not accept this usage'
          }
        >
          <p>{reasonOf(group)}</p>
          <p>
            {group.status === 'INVALID'
              ? 'The usage is not charged. Correct the cause, such as the dimension or the entitlement, then retry; or delete the usage and report it again.'
              : 'Correct the cause, then retry: all failed usage of the report is sent again.'}
          </p>
        </Callout>
      ),
    facts: [
      {
        name: 'Entitlement',
        cell: ({ entitlementID }, { orgId }) => (
          <RecordLink orgId={orgId} kind="entitlement" id={entitlementID} />
        ),
      },
      {
        name: 'Buyer',
        cell: ({ buyerID }, { orgId }) => buyerID && <RecordLink orgId={orgId} kind="buyer" id={buyerID} />,
      },
      {
        name: 'Marketplace',
        cell: ({ partner, soldBy }) => <Marketplace of={partner || soldBy} />,
      },
      { name: 'Time of use', cell: (group) => <Time at={timeOf(group)} /> },
      { name: 'Usage', cell: ({ records }) => quantities(records) },
      {
        name: 'Usage as reported',
        cell: ({ metaInfo }) => metaInfo?.originRecords && quantities(metaInfo.originRecords),
      },
      {
        name: 'Records by metric',
        cell: ({ metaInfo }) =>
          metaInfo?.billableRecords && <code>{JSON.stringify(metaInfo.billableRecords)}</code>,
      },
      { name: 'Source', cell: ({ metaInfo }) => sources[metaInfo?.source ?? ''] ?? metaInfo?.source },
      { name: 'Accepted', cell: ({ reportedTime }) => reportedTime && <Time at={reportedTime} /> },
      {
        name: 'Report',
        cell: ({ usageRecordReportID: id }, { orgId }) =>
          id && (
            <RecordLink orgId={orgId} kind="usageReport" id={id}>
              Open the report
            </RecordLink>
          ),
      },
    ],
    actions: [
      { ...retry, kind: 'primary' },
      {
        operation: deleteUsageRecordGroup,
        label: 'Delete',
        kind: 'danger',
        omit: ['creationDate'],
        question: 'The usage is not charged and not reported. Deleted usage cannot be restored.',
        isHidden: ({ status }) => status === 'DELETED',
        reason: ({ status, usageRecordReportID }) =>
          status === 'INVALID' || (status === 'CREATED' && !usageRecordReportID)
            ? undefined
            : 'Only invalid usage, and usage that is not settled yet, can be deleted.',
        done: 'The usage is deleted.',
      },
    ],
    timeline: 'USAGE_RECORD',
  },
});
