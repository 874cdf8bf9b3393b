import type { StoredFile, WithId } from '@tradepost/sdk';
import { deleteFile, getFile, listFiles, uploadFile } from '../../generated/files.ts';
import { paths } from '../../paths.ts';
import { resourcePages } from '../../ui/resource/index.ts';
import { SafeLink } from '../../ui/safe-link.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';

type Row = WithId<StoredFile>;

const size = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 });
const sizeOf = ({ size: bytes = 0 }: Row): string => size.format(bytes / 1000);

export const { ListPage, RecordPage } = resourcePages<Row>({
  noun: ['file', 'files'],
  path: paths.files,
  recordPath: paths.file,
  list: {
    operation: listFiles,
    query: { order: 'desc' },
    filters: ['purpose'],
    columns: [
      { name: 'Name', cell: ({ name }) => name, width: 'wide' },
      { name: 'Purpose', cell: ({ purpose }) => nameOf(purpose) },
      { name: 'Size', cell: sizeOf, align: 'end', width: 'narrow' },
      { name: 'Uploaded', width: 'time', cell: ({ creationTime }) => <Time at={creationTime} /> },
    ],
    empty: 'No files yet. License agreements and attachments of offers are files.',
    actions: [
      {
        operation: uploadFile,
        label: 'Upload a file',
        submit: 'Upload',
        kind: 'primary',
        help: 'PDF, DOCX, plain text or HTML.',
        labels: { name: 'Name for downloads; by default the file’s name' },
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getFile,
    title: ({ name, id }) => name || id,
    facts: [
      { name: 'Purpose', cell: ({ purpose }) => nameOf(purpose) },
      { name: 'Content', cell: ({ contentType }) => contentType },
      { name: 'Size', cell: sizeOf },
      { name: 'SHA-256', cell: ({ sha256 }) => sha256 && <code className="text-xs">{sha256}</code> },
      { name: 'Download', cell: ({ url }) => url && <SafeLink to={url}>Download the file</SafeLink> },
    ],
    actions: [
      {
        operation: deleteFile,
        label: 'Delete',
        kind: 'danger',
        question:
          'The content and the links of the file are removed. Offers that refer to the file keep the reference.',
        opens: 'list',
      },
    ],
    timeline: 'FILE',
  },
});
