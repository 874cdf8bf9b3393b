import { readFileSync } from 'node:fs';

export type Sample = { name: string; labels: Record<string, string>; value: number };
export type Samples = readonly Sample[];

/** Parses the samples of a scrape in the Prometheus text format. */
export const samplesOf = (text: string): Samples =>
  text.split('\n').flatMap((line) => {
    const match = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!match) return [];
    const [, name = '', labels = '', value = ''] = match;
    return [
      {
        name,
        labels: Object.fromEntries(
          [...labels.matchAll(/(\w+)="([^"]*)"/g)].map((each) => [each[1], each[2]]),
        ),
        value: value === 'Nan' ? Number.NaN : Number(value.replace('+Inf', 'Infinity')),
      },
    ];
  });

const form =
  /^(?:(max|sum)(?: by \((\w+)\))? ?\()?(increase|rate)?\(?(\w+)(?:\{(\w+)(=~?)"([^"]*)"\})?(?:\[\w+\])?\)?\)? (>|==) ([\d.]+)$/;

/**
 * Evaluates an alert expression on two scrapes and returns the labels of its results. Supports selectors with
 * one condition, `increase` and `rate` over the time between the scrapes (both computed as growth), `max`,
 * `sum`, and comparison with a number.
 */
export function fires(
  expression: string,
  { before, after }: { before: Samples; after: Samples },
): Record<string, string>[] {
  const match = form.exec(expression);
  if (!match) throw new Error(`unsupported expression: ${expression}`);
  const [, gather, by, growth, name, label, how, wanted = '', compare, limit] = match;
  const fits = (text: string) => (how === '=~' ? new RegExp(`^(?:${wanted})$`).test(text) : text === wanted);
  const selected = after.filter(
    (sample) => sample.name === name && (!label || fits(sample.labels[label] ?? '')),
  );
  const same = (a: Sample, b: Sample) =>
    JSON.stringify([a.name, a.labels]) === JSON.stringify([b.name, b.labels]);
  // Prometheus computes no growth for a series that was absent before.
  const grown = selected.flatMap((sample) => {
    const earlier = before.find((other) => same(other, sample));
    return earlier ? [{ ...sample, value: sample.value - earlier.value }] : [];
  });
  const values = growth ? grown : selected;
  const found = gather ? gathered(values, gather, by) : values;
  const holds = (value: number) => (compare === '>' ? value > Number(limit) : value === Number(limit));
  return found.filter(({ value }) => holds(value)).map(({ labels }) => labels);
}

function gathered(samples: Samples, how: string, by: string | undefined): Samples {
  const groups = new Map<string, number[]>();
  for (const { labels, value } of samples) {
    const key = by ? (labels[by] ?? '') : '';
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return [...groups].map(([key, values]) => ({
    name: '',
    labels: by ? { [by]: key } : ({} as Record<string, string>),
    value: how === 'max' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0),
  }));
}

export type AlertRule = { name: string; expression: string; annotations: Record<string, string> };

const repository = new URL('../../', import.meta.url);

/** The alert rules of deploy/alerts.yaml. */
export const readAlertRules = (): AlertRule[] =>
  readFileSync(new URL('deploy/alerts.yaml', repository), 'utf8')
    .split('- alert: ')
    .slice(1)
    .map((text) => {
      const [, annotations = ''] = text.split('annotations:\n');
      return {
        name: /^\w+/.exec(text)?.[0] ?? '',
        expression: /^ +expr: (.+)$/m.exec(text)?.[1] ?? '',
        annotations: Object.fromEntries(
          [...annotations.matchAll(/^ {10}(\w+): (.+)$/gm)].map(([, name, value]) => [name, value]),
        ),
      };
    });

/** Returns the metrics in an expression, without labels, functions and durations. */
export const metricsOf = (expression: string): string[] => [
  ...new Set(
    expression
      .replaceAll(/\{[^}]*\}|\[\w+\]|\b(?:by|without) ?\([^)]*\)/g, '')
      .match(/\b[a-z_][a-z0-9_]*\b(?! *\()/g) ?? [],
  ),
];

/** The sections of docs/runbook.md, by title. */
export const readRunbook = (): Map<string, string> =>
  new Map(
    readFileSync(new URL('docs/runbook.md', repository), 'utf8')
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [title = ''] = section.split('\n', 1);
        return [title, section.slice(title.length)];
      }),
  );
