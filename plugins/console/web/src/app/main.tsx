import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../shared/i18n.ts';
import { keepFocus } from '../shared/keep-focus.ts';
import { Overlays } from '../shared/overlays.tsx';
import { queryClient } from '../shared/query-client.ts';
import { cssVariables, theme } from '../shared/theme.ts';
import { router } from './router.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element with the id "root"');
keepFocus();
await startI18n();
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Overlays />
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
