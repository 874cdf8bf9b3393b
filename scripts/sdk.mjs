import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, root, runTool } from './ready.mjs';

/**
 * Writes sdk/dist, the content of the package (`npm run build && npm pack` in sdk/). The repository itself
 * uses the sources.
 */
ensureInstalled();
rmSync(path.join(root, 'sdk', 'dist'), { recursive: true, force: true });
runTool('tsc', ['-p', 'sdk/tsconfig.build.json']);
cpSync(path.join(root, 'LICENSE'), path.join(root, 'sdk', 'LICENSE'));
