import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { useChange } from '../../ui/change.ts';
import { Button, Field, Row, Stack } from '../../ui/controls.tsx';
import { problemAt, Refusal } from '../../ui/refusal.tsx';
import { fileIdOf } from './document-list.ts';

type Props = {
  orgId: string;
  /** The documents that are already attached. */
  attached: readonly string[];
  /** The reason why no document can be attached; undefined if attaching is possible. */
  reason: string | undefined;
  isPending: boolean;
  onAttach: (fileId: string) => void;
};

/** The timeout of an upload, long enough for a large file on a slow connection. */
const uploading = { timeoutMs: 600_000, retries: 1 };

/** A form that attaches a file to an agreement: a file from the user's computer, or an already uploaded file. */
export function Attach({ orgId, attached, reason, isPending, onAttach }: Props) {
  const { missingPermission } = useOrganization(orgId);
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState(0);
  const upload = useChange(
    orgId,
    (content: File) => tradepost.in(orgId).files.upload({ file: content, purpose: 'EULA' }, uploading),
    ({ id }) => {
      setFile(undefined);
      // A file input keeps its selection, so it is replaced by a new input.
      setChosen((before) => before + 1);
      onAttach(id);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) upload.send(file);
  };
  const noFile = file === undefined ? 'Choose a file first.' : undefined;
  return (
    <form onSubmit={submit}>
      <Stack>
        <h3>Attach a document</h3>
        <Field
          key={chosen}
          label="File from this computer"
          help="PDF, Word (DOCX), plain text in UTF-8, or HTML. At most 10 MB by default."
          problem={problemAt(upload.error, '/file')}
        >
          <input
            type="file"
            accept=".pdf,.docx,.txt,.html,.htm"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        </Field>
        <Refusal label="Why the file was not uploaded" error={upload.error} />
        <Row>
          <Button
            type="submit"
            reason={reason ?? missingPermission('files:write') ?? noFile}
            disabled={upload.isPending || isPending}
          >
            Upload and attach
          </Button>
        </Row>
        <Earlier
          orgId={orgId}
          attached={attached}
          reason={reason}
          isPending={isPending}
          onAttach={onAttach}
        />
      </Stack>
    </form>
  );
}

/** The latest uploaded files, including files whose attachment failed after the upload. */
function Earlier({ orgId, attached, reason, isPending, onAttach }: Props) {
  const { missingPermission } = useOrganization(orgId);
  const [fileId, setFileId] = useState('');
  const { data = [] } = useQuery({
    queryKey: keys.list(orgId, 'files', { purpose: 'EULA' }),
    queryFn: ({ signal }) =>
      tradepost.in(orgId).files.list({ purpose: 'EULA', order: 'desc', limit: 50 }, { signal }),
    enabled: missingPermission('files:read') === undefined,
  });
  const ids = attached.map(fileIdOf);
  const free = data.filter(({ id }) => !ids.includes(id));
  if (free.length === 0) return null;
  const known = free.some(({ id }) => id === fileId) ? fileId : '';
  return (
    <>
      <Field label="Uploaded file">
        <select value={known} onChange={({ target }) => setFileId(target.value)}>
          <option value="">Choose a file</option>
          {free.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Row>
        <Button
          reason={reason ?? (known === '' ? 'Choose a file first.' : undefined)}
          disabled={isPending}
          onClick={() => onAttach(known)}
        >
          Attach
        </Button>
      </Row>
    </>
  );
}
