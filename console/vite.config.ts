import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

/** What the first script imports at once is loaded beside it, not after it. */
const preloadingApp: Plugin = {
  name: 'preloading-app',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const app = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/app.tsx')));
      const loaded = new Set(app ? [app] : []);
      for (const { imports } of loaded)
        for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
      return [...loaded]
        .flatMap(({ fileName, isEntry, viteMetadata }): HtmlTagDescriptor[] => [
          ...(isEntry ? [] : [link('modulepreload', fileName)]),
          ...[...(viteMetadata?.importedCss ?? [])].map((css) => link('stylesheet', css)),
        ])
        .filter(({ attrs }) => !html.includes(`"${attrs?.href}"`));
    },
  },
};
const link = (rel: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/console/${file}` },
  injectTo: 'head',
});

/**
 * What is needed everywhere is in one file: a browser loads six at once, and each has its headers. What is large and not
 * everywhere comes with its pages; what signs in comes first.
 */
const isCommon = (file: string): boolean =>
  !/\/console\/src\/(main|session|changes|pages\/(?!account\/signed-out|organizations\/entry)|generated|ui\/(attributions|code|deeds|markdown|table|operation|resource|pages|list|csv|export|names|filters|form|chart|chart-parts|bars|timeline|popups|palette|short-table|other-part|record-notifications|inputs|copy-id|stat|record-failure|actions|role-field|refusal|unsaved|views)\b)/.test(
    file,
  ) &&
  !/react-virtual|virtual-core|base-ui|floating-ui|react-hook-form|\/d3-|preload-helper|rolldown|\.html/.test(
    file,
  );

/** The server sends what this writes: the page for every address, and files whose names hold the hash of their content. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), tailwindcss(), preloadingApp],
  resolve: {
    alias: { '@tradepost/sdk': fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    // The page has no script in it, and takes no file as text: its policy would not let it.
    // Files that every page has already loaded are not listed with each of its imports.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !/\/(common|rolldown-runtime)-/.test(file)),
    },
    assetsInlineLimit: 0,
    // Says what each page loads: server/test/console-sizes.test.ts adds it up.
    manifest: 'manifest.json',
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [{ name: 'common', test: isCommon, includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/org', '/user', '/oauth2', '/docs', '/favicon.ico', '/join', '/invitation'].map((path) => [
        path,
        process.env.TRADEPOST_URL ?? 'http://127.0.0.1:8080',
      ]),
    ),
  },
});
