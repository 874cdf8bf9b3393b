import { Liquid } from 'liquidjs';

/** As long as a template may be. */
export const longestTemplate = 50_000;

/** What a template may do beside showing values. There is no loop, no file, no value that escapes itself. */
const allowedTags = ['if', 'unless', 'comment', 'raw'];
const allowedFilters = ['default', 'upcase', 'downcase', 'capitalize', 'truncate', 'date', 'strip'];

const shared = {
  ownPropertyOnly: true,
  strictFilters: true,
  parseLimit: longestTemplate,
  renderLimit: 200,
  memoryLimit: 1_000_000,
};

const restricted = (engine: Liquid): Liquid => {
  for (const name of Object.keys(engine.tags)) if (!allowedTags.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters))
    if (!allowedFilters.includes(name)) engine.unregisterFilter(name);
  return engine;
};

/** Characters that would be markup are shown as themselves. */
const escapeHtml = (value: unknown): string =>
  String(value ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const html = restricted(new Liquid({ ...shared, outputEscape: escapeHtml }));
const plain = restricted(new Liquid(shared));

export type View = Readonly<Record<string, unknown>>;

/** Why a template cannot be used; undefined when it can. */
export function templateProblem(template: string): string | undefined {
  if (template.length > longestTemplate) return `must be at most ${longestTemplate} characters long`;
  try {
    html.parse(template);
    return undefined;
  } catch (error) {
    return `is no template: ${(error as Error).message.split('\n', 1)[0]?.slice(0, 200)}`;
  }
}

/** Our own templates take no more than they need: a busy machine is no reason to tell nothing. */
export const unlimited = { renderLimit: Number.POSITIVE_INFINITY, memoryLimit: Number.POSITIVE_INFINITY };

/** @throws when the template cannot be used, or takes too long */
export const renderHtml = (template: string, view: View, limits: Partial<typeof unlimited> = {}): string =>
  html.parseAndRenderSync(template, view, limits);

/** @throws as above */
export const renderText = (template: string, view: View, limits: Partial<typeof unlimited> = {}): string =>
  plain.parseAndRenderSync(template, view, limits);
