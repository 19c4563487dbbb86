import { defineConfig } from 'vite';

/** The gateway serves what is built here; `__CSP_NONCE__` becomes the nonce of each answer. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: 'manifest.json',
    // Everything is a file of its own: the policy forbids data: URLs for scripts and styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // "use client" says nothing to a bundle that runs in the browser alone.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
