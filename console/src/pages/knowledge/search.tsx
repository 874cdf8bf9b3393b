import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { tradepost } from '../../api.ts';
import { searchKnowledge } from '../../generated/knowledge.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Button, Field, LinkButton } from '../../ui/controls.tsx';
import { Input } from '../../ui/inputs.tsx';
import { Page } from '../../ui/page.tsx';
import { PathButton } from '../../ui/resource/index.ts';
import { readKey } from '../../ui/resource/read.ts';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { nameOf } from '../../ui/words.ts';
import { Answer } from './answer.tsx';
import { SourceLink } from './source-link.tsx';

/** Search in the documentation and in the records that the user may read, and questions about them. */
export function KnowledgePage() {
  const { orgId } = useParams({ from: paths.knowledge });
  const { q = '' } = useSearch({ strict: false }) as { q?: string };
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: '.', search: { q: text.trim() || undefined }, replace: true } as never);
  };
  return (
    <Page
      title="Knowledge"
      actions={
        <PathButton path={paths.articles} params={{ orgId }}>
          Articles
        </PathButton>
      }
    >
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="w-full max-w-lg min-w-0">
          <Field label="Search or ask" isBare>
            <Input
              type="search"
              placeholder="Search the documentation and your records"
              maxLength={500}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        </div>
        <Button type="submit" kind="primary">
          Search
        </Button>
      </form>
      {q ? (
        <>
          <Answer key={q} orgId={orgId} question={q} />
          <Results orgId={orgId} q={q} />
        </>
      ) : (
        <Empty title="Search the documentation and your records">
          <p>
            Results are guides, errors, operations, articles, tickets and records that your role may read.
          </p>
        </Empty>
      )}
    </Page>
  );
}

function Results({ orgId, q }: { orgId: string; q: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: readKey(orgId, searchKnowledge, {}, { q }),
    queryFn: ({ signal }) => tradepost.in(orgId).knowledge.search({ q, limit: 20 }, { signal }),
  });
  if (error) return <Failure error={error} again={() => void refetch()} />;
  if (!data) return <Loading lines={6} />;
  const { items: results = [], suggestion } = data;
  return (
    <Card title="Results" isFlush>
      {results.length === 0 && (
        <p className="px-4 py-3 text-quiet">
          No results.{' '}
          {suggestion && (
            <LinkButton
              kind="quiet"
              to={paths.knowledge}
              params={{ orgId }}
              search={{ q: suggestion } as never}
            >
              Search for “{suggestion}”
            </LinkButton>
          )}
        </p>
      )}
      <ol>
        {results.map((result, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record may have several results
          <li key={at} className="grid gap-1 border-line px-4 py-3 not-last:border-b">
            <p className="flex flex-wrap items-center gap-2">
              <SourceLink orgId={orgId} of={result} />
              <Badge>{nameOf(result.type)}</Badge>
            </p>
            <p className="text-sm wrap-anywhere text-quiet">
              {result.snippet?.map(({ text, hit }, index) =>
                hit ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a snippet have no other name
                  <mark key={index} className="bg-warn-soft font-medium text-ink">
                    {text}
                  </mark>
                ) : (
                  text
                ),
              )}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
