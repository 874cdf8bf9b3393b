import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Field, Row } from './controls.tsx';
import { inWords } from './status.tsx';

type Choice = {
  name: string;
  label: string;
  options: readonly string[];
  /** Whether the options are names, which are shown unchanged, instead of states. */
  areNames?: boolean;
};

/** The filters of a list. The selection is in the URL, so that it can be bookmarked and shared. */
export function Filters({ choices }: { choices: readonly Choice[] }) {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const choose = (name: string, value: string) =>
    void navigate({
      to: '.',
      search: (before: Record<string, string | undefined>) => ({ ...before, [name]: value || undefined }),
      replace: true,
    } as never);
  return (
    <Row>
      <SearchField before={search.search ?? ''} onSearch={(text) => choose('search', text)} />
      {choices.map(({ name, label, options, areNames }) => (
        <Field key={name} label={label}>
          <select value={search[name] ?? ''} onChange={({ target }) => choose(name, target.value)}>
            <option value="">All</option>
            {options.map((option) => (
              <option key={option} value={option}>
                {areNames ? option : inWords(option)}
              </option>
            ))}
          </select>
        </Field>
      ))}
    </Row>
  );
}

const pauseMs = 400;

/** The search starts after a pause in typing. */
function SearchField({ before, onSearch }: { before: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(before);
  const sent = useRef(before);
  useEffect(() => {
    // The URL was changed by a link. A URL change caused by earlier input must not overwrite later input.
    if (before === sent.current) return;
    sent.current = before;
    setText(before);
  }, [before]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onSearch(wanted);
    }, pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <Field label="Search" help="Part of a name, or the start of an id.">
      <input type="search" maxLength={200} value={text} onChange={({ target }) => setText(target.value)} />
    </Field>
  );
}

/** Returns the URL parameters that a list accepts; other parameters are ignored. */
export const acceptedParams = (
  search: Record<string, string | undefined>,
  choices: readonly Choice[],
): Record<string, string> =>
  Object.fromEntries([
    ...(search.search ? [['search', search.search]] : []),
    ...choices.flatMap(({ name, options }) => {
      const value = search[name];
      return value !== undefined && options.includes(value) ? [[name, value]] : [];
    }),
  ]);
