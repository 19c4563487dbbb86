import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './ui/tokens.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/problem.js';
import { App } from './app/app.js';
import { theme } from './app/theme.js';
import { cspNonce } from './ui/csp-nonce.js';

// Libraries that write style elements of their own (the scroll lock of dialogs) look for the nonce under this name.
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = cspNonce();

const colorScheme = localStorageColorSchemeManager({ key: 'pvg-color-scheme' });
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Nothing that was read is kept for longer than this after the last part that shows it is gone.
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
    },
  },
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorScheme} getStyleNonce={cspNonce}>
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
