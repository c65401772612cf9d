import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { hashOfPages } from '../scripts/hash-of-pages.mjs';
import { ownMergeRefs } from '../scripts/own-merge-refs.mjs';
import { wordsByPage } from '../scripts/words-by-page.mjs';

/** Where `npm run dev -w dashboard` finds the service. */
const SERVICE = process.env.BACKSTOP_URL ?? 'http://127.0.0.1:3000';

/** What the page asks the service for; everything else below `/dashboard` is the page itself. */
const ROUTES = '^/(?!dashboard)';

export default defineConfig({
  base: '/dashboard/',
  // The verifier of the audit is the service's own: see src/features/audit/verify.ts.
  plugins: [react(), hashOfPages, wordsByPage, ownMergeRefs],
  build: {
    target: 'es2022',
    // The content security policy permits no `data:` font, style or script.
    assetsInlineLimit: 0,
    license: { fileName: 'licences.md' },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The inbox, where most begin, comes in one file: each more costs a request, and headers as large as a small file.
        codeSplitting: {
          groups: [{ name: 'inbox', test: /inbox-page\.tsx$/, includeDependenciesRecursively: true }],
        },
      },
    },
  },
  server: {
    // The cookie is accepted from the service's own origin alone.
    proxy: { [ROUTES]: { target: SERVICE, changeOrigin: true, headers: { origin: SERVICE } } },
  },
});
