import type { MeteringUsageRecordReport, WithId } from '@tradepost/sdk';
import {
  getUsageRecordReport,
  listUsageRecordReports,
  resolveUsageRecordReport,
  retryUsageRecordReport,
} from '../../generated/usageRecordReports.ts';
import { paths } from '../../paths.ts';
import { Marketplace } from '../../ui/marketplace.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { quantities } from './quantities.tsx';
import { ReportGroups, ReportLines, ReportNotice, ReportVerdict } from './report-parts.tsx';
import { isHeld, stateOfReport } from './report-state.ts';

type Report = WithId<MeteringUsageRecordReport>;

const span = ({ info }: Report) => <Time at={info?.startTime} />;

const retry: Action<Report> = {
  operation: retryUsageRecordReport,
  label: 'Retry',
  isHidden: ({ status }) => status !== 'FAILED',
  done: 'The usage is sent again.',
};
const resolve: Action<Report> = {
  operation: resolveUsageRecordReport,
  label: 'Resolve',
  fields: ['accepted', 'dimension'],
  labels: { accepted: 'The marketplace has accepted the usage', dimension: 'Only this dimension' },
  start: { accepted: false },
  help: 'Check the usage at the marketplace first. Usage that it has accepted is marked as reported. Other usage is sent again, or is missed if its deadline has passed.',
  isHidden: (report) => !isHeld(report),
  done: 'The result is recorded.',
};

export const { ListPage, RecordPage } = resourcePages<Report>({
  noun: ['usage report', 'usage reports'],
  path: paths.usageReports,
  recordPath: paths.usageReport,
  list: {
    operation: listUsageRecordReports,
    query: { order: 'desc' },
    filters: [
      'partner',
      { name: 'startDate', label: 'From' },
      { name: 'endDate', label: 'To' },
      { name: 'entitlementId', label: 'Entitlement ID' },
    ],
    columns: [
      { name: 'Hour', cell: span },
      {
        name: 'Entitlement',
        width: 'wide',
        cell: ({ entitlementID }, { orgId }) => (
          <RecordLink orgId={orgId} kind="entitlement" id={entitlementID} />
        ),
      },
      { name: 'Marketplace', width: 'marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
      { name: 'Reported', cell: ({ info }) => quantities(info?.reportedRecords) },
      { name: 'Status', width: 'state', cell: (report) => <Status of={stateOfReport(report)} /> },
      { name: 'Problem', width: 'wide', cell: ({ message }) => message },
    ],
    empty: 'No reports in the last 30 days',
    about:
      'A report is the settled usage of an entitlement in one hour, as it is sent to the marketplace. Reports are created every hour from reported usage.',
  },
  record: {
    operation: getUsageRecordReport,
    title: ({ info }) => `Report of ${quantities(info?.reportedRecords)}`,
    status: stateOfReport,
    notice: (report) => <ReportNotice report={report} />,
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
      { name: 'Marketplace', cell: ({ partner }) => <Marketplace of={partner} /> },
      { name: 'From', cell: span },
      { name: 'To', cell: ({ info }) => <Time at={info?.endTime} /> },
      { name: 'Accepted', cell: ({ reportedTime }) => reportedTime && <Time at={reportedTime} /> },
    ],
    actions: [
      { ...resolve, kind: 'primary' },
      { ...retry, kind: 'primary' },
    ],
    sections: [
      { title: 'Lines', Content: ReportLines },
      { title: 'Verdict of the marketplace', Content: ReportVerdict },
      { title: 'Record groups', Content: ReportGroups },
    ],
    timeline: 'USAGE_RECORD_REPORT',
  },
});
