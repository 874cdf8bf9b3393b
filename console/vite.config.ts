import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server sends what this writes: the page for every address, and files whose names hold the hash of their content. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react()],
  resolve: {
    alias: { '@tradepost/sdk': fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    // The page has no script in it, and takes no file as text: its policy would not let it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Says what each page loads: server/test/console-sizes.test.ts adds it up.
    manifest: 'manifest.json',
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
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
