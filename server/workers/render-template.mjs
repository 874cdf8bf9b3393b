import { parentPort } from 'node:worker_threads';
import { html, markdown, plain } from './template-engine.mjs';

const engines = { html, text: plain, page: markdown };

/** Imports the Markdown library for the first page, because mails do not need it. */
async function render({ kind, template, view }) {
  const engine = engines[kind];
  const parsed = engine.parse(template);
  if (!view) return '';
  const rendered = engine.renderSync(parsed, view);
  return kind === 'page' ? (await import('./template-markdown.mjs')).markdownToHtml(rendered) : rendered;
}

parentPort.on('message', async (task) => {
  try {
    parentPort.postMessage({ output: await render(task) });
  } catch (error) {
    parentPort.postMessage({
      problem: String(error?.message ?? error)
        .split('\n', 1)[0]
        .slice(0, 200),
    });
  }
});
parentPort.postMessage({ ready: true });
