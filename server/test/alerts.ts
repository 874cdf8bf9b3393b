import { readFileSync } from 'node:fs';

export type Sample = { name: string; labels: Record<string, string>; value: number };
export type Samples = readonly Sample[];

/** The samples of a scrape in the Prometheus text format. */
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
 * The labels of what an alert's expression finds in two scrapes, as Prometheus would: selectors with one condition,
 * `increase` and `rate` over the time between the scrapes (taken as growth), `max` and `sum`, compared with a number.
 */
export function fires(
  expression: string,
  { before, after }: { before: Samples; after: Samples },
): Record<string, string>[] {
  const match = form.exec(expression);
  if (!match) throw new Error(`not an expression that is understood here: ${expression}`);
  const [, gather, by, growth, name, label, how, wanted = '', compare, limit] = match;
  const fits = (text: string) => (how === '=~' ? new RegExp(`^(?:${wanted})$`).test(text) : text === wanted);
  const selected = after.filter(
    (sample) => sample.name === name && (!label || fits(sample.labels[label] ?? '')),
  );
  const same = (a: Sample, b: Sample) =>
    JSON.stringify([a.name, a.labels]) === JSON.stringify([b.name, b.labels]);
  // Of what was absent before, Prometheus sees no growth.
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

/** The names of the metrics in an expression: neither labels nor functions nor lengths of time. */
export const metricsOf = (expression: string): string[] => [
  ...new Set(
    expression
      .replaceAll(/\{[^}]*\}|\[\w+\]|\b(?:by|without) ?\([^)]*\)/g, '')
      .match(/\b[a-z_][a-z0-9_]*\b(?! *\()/g) ?? [],
  ),
];

/** The sections of docs/runbook.md, by their titles. */
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
