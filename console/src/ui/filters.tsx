import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Field } from './controls.tsx';
import { Select } from './inputs.tsx';
import { nameOf } from './words.ts';

export type Choice = {
  name: string;
  label: string;
  /** The values; a state is shown in words, a value with a label by its label. */
  options: readonly (string | { value: string; label: string })[];
};

/** The saved views. Their code is loaded after the list, which also works if the code cannot be loaded. */
const Views = lazy(() =>
  import('./views/views.tsx').then(
    ({ Views }) => ({ default: Views }),
    () => ({ default: () => null }),
  ),
);

/** The controls above a list, at most at both ends of a line, with the saved views. */
export const Toolbar = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>:has(>select)]:flex-[1_1_7rem] max-sm:[&>:has(>select):has(+label)]:basis-full max-sm:[&>label]:grid max-sm:[&>label]:w-[calc(50%-4px)]">
      {children}
    </div>
    <div className="flex flex-wrap items-center gap-2">
      <Suspense fallback={<span className="h-8.5 w-24" />}>
        <Views />
      </Suspense>
      {end}
    </div>
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
