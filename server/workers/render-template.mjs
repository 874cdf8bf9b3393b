import { parentPort } from 'node:worker_threads';
import { html, plain } from './template-engine.mjs';

parentPort.on('message', ({ kind, template, view }) => {
  const engine = kind === 'html' ? html : plain;
  try {
    const parsed = engine.parse(template);
    parentPort.postMessage({ output: view ? engine.renderSync(parsed, view) : '' });
  } catch (error) {
    parentPort.postMessage({
      problem: String(error?.message ?? error)
        .split('\n', 1)[0]
        .slice(0, 200),
    });
  }
});
parentPort.postMessage({ ready: true });
