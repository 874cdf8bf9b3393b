import { Liquid } from 'liquidjs';

/** As long as a template may be. */
export const longestTemplate = 50_000;

/** As long as a format of `date` may be: each letter of it takes its time, and none that people read is as long. */
export const longestDateFormat = 100;

/** What a template may do beside showing values. There is no loop, no file, no value that escapes itself. */
const allowedTags = ['if', 'unless', 'comment', 'raw'];
const allowedFilters = ['default', 'upcase', 'downcase', 'capitalize', 'truncate', 'date', 'strip'];

const shared = {
  ownPropertyOnly: true,
  strictFilters: true,
  parseLimit: longestTemplate,
  memoryLimit: 1_000_000,
};

function restricted(engine) {
  for (const name of Object.keys(engine.tags)) if (!allowedTags.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters))
    if (!allowedFilters.includes(name)) engine.unregisterFilter(name);
  const { date } = engine.filters;
  engine.registerFilter('date', function bounded(value, format, ...rest) {
    if (typeof format === 'string' && format.length > longestDateFormat)
      throw new Error(`the format of a date has more than ${longestDateFormat} characters`);
    return date.call(this, value, format, ...rest);
  });
  return engine;
}

/** Characters that would be markup are shown as themselves. */
const escapeHtml = (value) =>
  String(value ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A value in Markdown is one line of text: its punctuation is no markup. */
const escapeMarkdown = (value) =>
  String(value ?? '')
    .replace(/\s+/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** What makes a text, what makes HTML, and what makes Markdown, of a template. */
export const plain = restricted(new Liquid(shared));
export const html = restricted(new Liquid({ ...shared, outputEscape: escapeHtml }));
export const markdown = restricted(new Liquid({ ...shared, outputEscape: escapeMarkdown }));
