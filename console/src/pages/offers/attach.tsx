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
  /** The documents that there are. */
  attached: readonly string[];
  /** Why nothing can be attached. */
  reason: string | undefined;
  isPending: boolean;
  onAttach: (fileId: string) => void;
};

/** So long an upload may take: a file may be large, and a line slow. */
const uploading = { timeoutMs: 600_000, retries: 1 };

/** Attaches a file to an agreement: one from the reader's computer, or one that was uploaded before. */
export function Attach({ orgId, attached, reason, isPending, onAttach }: Props) {
  const { lacking } = useOrganization(orgId);
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState(0);
  const upload = useChange(
    orgId,
    (content: File) => tradepost.in(orgId).files.upload({ file: content, purpose: 'EULA' }, uploading),
    ({ id }) => {
      setFile(undefined);
      // The browser keeps what was chosen in the field itself: another field takes its place.
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
        <h2>Attach a document</h2>
        <Field
          key={chosen}
          label="A file of this computer"
          help="PDF, Word (DOCX), plain text in UTF-8, or HTML, of 10 megabytes at most if the operator has not said otherwise."
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
            reason={reason ?? lacking('files:write') ?? noFile}
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

/** The latest files that were uploaded before, such as one that could not be attached then. */
function Earlier({ orgId, attached, reason, isPending, onAttach }: Props) {
  const { lacking } = useOrganization(orgId);
  const [fileId, setFileId] = useState('');
  const { data = [] } = useQuery({
    queryKey: keys.list(orgId, 'files', { purpose: 'EULA' }),
    queryFn: ({ signal }) =>
      tradepost.in(orgId).files.list({ purpose: 'EULA', order: 'desc', limit: 50 }, { signal }),
    enabled: lacking('files:read') === undefined,
  });
  const ids = attached.map(fileIdOf);
  const free = data.filter(({ id }) => !ids.includes(id));
  if (free.length === 0) return null;
  const known = free.some(({ id }) => id === fileId) ? fileId : '';
  return (
    <>
      <Field label="A file that was uploaded before">
        <select value={known} onChange={({ target }) => setFileId(target.value)}>
          <option value="">Choose one</option>
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
