import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Field, Row } from './controls.tsx';
import { inWords } from './status.tsx';

type Choice = {
  name: string;
  label: string;
  options: readonly string[];
  /** What is chosen from are names, which are shown as they are, and not states. */
  areNames?: boolean;
};

/** Filters of a list: what is chosen stands in the address, so that it can be sent to somebody and come back to. */
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

/** What is typed is searched for after a pause. */
function SearchField({ before, onSearch }: { before: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(before);
  const sent = useRef(before);
  useEffect(() => {
    // Another address, such as that of a link: what is typed meanwhile is not taken away by the answer to what was typed before.
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
    <Field label="Search" help="Part of a name, or the beginning of an id.">
      <input type="search" maxLength={200} value={text} onChange={({ target }) => setText(target.value)} />
    </Field>
  );
}

/** What of an address a list takes; anything else there is not the service's to judge. */
export const taken = (
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
