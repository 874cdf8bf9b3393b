import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Field } from './controls.tsx';
import { Select } from './inputs.tsx';
import { nameOf } from './words.ts';

export type Choice = {
  name: string;
  label: string;
  /** The values; a state is shown in words, a value with a label by its label. */
  options: readonly (string | { value: string; label: string })[];
};

/** The controls above a list, at most at both ends of a line. */
export const Toolbar = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    {end && <div className="flex flex-wrap items-center gap-2">{end}</div>}
  </div>
);

/** The filters of a list, in a `Toolbar`. The selection is in the URL, so that it can be bookmarked and shared. */
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
    <>
      <TextFilter
        label="Search"
        placeholder="Part of a name, or start of an id"
        before={search.search ?? ''}
        onSearch={(text) => choose('search', text)}
      />
      {choices.map(({ name, label, options }) => (
        <Field key={name} label={label} isBare>
          <Select
            value={search[name] ?? ''}
            onChange={(value) => choose(name, value)}
            none={`${label}: all`}
            options={options.map((one) =>
              typeof one === 'string' ? { value: one, label: nameOf(one) } : one,
            )}
          />
        </Field>
      ))}
    </>
  );
}

const pauseMs = 400;

type TextFilterProps = {
  label: string;
  placeholder: string;
  /** The text in the address. */
  before: string;
  onSearch: (text: string) => void;
};

/** A text by which a list is filtered. The search starts after a pause in typing. */
export function TextFilter({ label, placeholder, before, onSearch }: TextFilterProps) {
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
    <div className="w-full sm:w-72">
      <Field label={label} isBare>
        <input
          type="search"
          placeholder={placeholder}
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
    </div>
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
      return value !== undefined &&
        options.some((one) => value === (typeof one === 'string' ? one : one.value))
        ? [[name, value]]
        : [];
    }),
  ]);
