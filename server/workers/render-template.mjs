import { parentPort } from 'node:worker_threads';
import { html, plain } from './template-engine.mjs';

parentPort.on('message', ({ kind, template, view }) => {
  const engine = kind === 'html' ? html : plain;
  try {
    parentPort.postMessage({ output: engine.parseAndRenderSync(template, view) });
  } catch (error) {
    parentPort.postMessage({
      problem: String(error?.message ?? error)
        .split('\n', 1)[0]
        .slice(0, 200),
    });
  }
});
parentPort.postMessage({ ready: true });
