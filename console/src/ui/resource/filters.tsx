import { useNavigate, useSearch } from '@tanstack/react-router';
import { Field } from '../controls.tsx';
import { TextFilter } from '../filters.tsx';
import { Select } from '../inputs.tsx';
import { marketplaceOptions } from '../marketplaces.ts';
import type { Operation, OperationField } from '../operation/operation.ts';
import { labelOf, optionLabel } from '../operation/words.ts';
import type { ResourceFilter } from './resource.ts';

/** The parameters that search a list by a part of a text. */
const searches: Readonly<Record<string, string>> = {
  search: 'Part of a name, or start of an id',
  keyword: 'Part of a text',
  message: 'Part of a message',
};

type Search = Readonly<Record<string, string | undefined>>;
export type KnownFilter = OperationField & {
  label: string;
  values?: readonly { value: string; label: string }[];
  /** Whether one of the values is always selected, by default the first, such as a part of the path. */
  hasDefault?: boolean;
};

/** Returns the filters of a list: its search, if there is one, and the selected query parameters. */
export const filtersOf = (
  { query = [], params = [] }: Partial<Operation>,
  selected: readonly ResourceFilter[] = [],
): KnownFilter[] => [
  ...(params.includes('partner')
    ? [
        {
          name: 'partner',
          kind: 'choice',
          label: 'Marketplace',
          values: marketplaceOptions,
          hasDefault: true,
        },
      ]
    : []),
  ...query
    .filter(({ name }) => searches[name] !== undefined)
    .map((field) => ({ ...field, kind: 'search', label: 'Search' })),
  ...selected.flatMap((one) => {
    const filter: Exclude<ResourceFilter, string> = typeof one === 'string' ? { name: one } : one;
    const field = query.find(({ name }) => name === filter.name);
    if (!field) return [];
    const options = filter.options ?? field.options;
    const values =
      filter.name === 'partner' && !filter.options
        ? marketplaceOptions
        : options?.map((value) => ({ value, label: filter.words?.[value] ?? optionLabel(value) }));
    const label = filter.label ?? (filter.name === 'partner' ? 'Marketplace' : labelOf(filter.name));
    return [{ ...field, label, ...(values ? { values } : {}) }];
  }),
];

/** Returns the query of the filters in the address; other parameters of the address are ignored. */
export const queryOf = (filters: readonly KnownFilter[], search: Search): Record<string, string> =>
  Object.fromEntries(
    filters.flatMap(({ name, values, hasDefault }) => {
      if (hasDefault) return [];
      const value = search[name];
      const isKnown = values === undefined || values.some((one) => one.value === value);
      return value !== undefined && value !== '' && isKnown ? [[name, value]] : [];
    }),
  );

/** Returns the values of the filters of which one value is always selected. */
export const defaultedOf = (filters: readonly KnownFilter[], search: Search): Record<string, string> =>
  Object.fromEntries(
    filters.flatMap(({ name, values = [], hasDefault }) => {
      const chosen = values.find(({ value }) => value === search[name]) ?? values[0];
      return hasDefault && chosen ? [[name, chosen.value]] : [];
    }),
  );

/** The controls of a list's filters, in a `Toolbar`. The values are in the address, so that links can be shared. */
export function ResourceFilters({ filters }: { filters: readonly KnownFilter[] }) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const choose = (name: string, value: string) =>
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, [name]: value || undefined }),
      replace: true,
    } as never);
  return filters.map(({ name, kind, label, values, hasDefault }) => {
    const value = search[name] ?? '';
    const change = (next: string) => choose(name, next);
    if (values)
      return (
        <Field key={name} label={label} isBare>
          <Select
            value={value}
            onChange={change}
            {...(hasDefault ? {} : { none: `${label}: all` })}
            options={values}
          />
        </Field>
      );
    if (kind === 'time' || kind === 'day')
      return (
        <label key={name} className="flex items-center gap-2 text-sm text-quiet">
          {label}
          <input type="date" value={value} onChange={({ target }) => change(target.value)} />
        </label>
      );
    return (
      <TextFilter
        key={name}
        label={label}
        placeholder={kind === 'search' ? (searches[name] ?? '') : label}
        before={value}
        onSearch={change}
      />
    );
  });
}
