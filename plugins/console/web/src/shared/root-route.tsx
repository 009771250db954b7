import { IconMapSearch } from '@tabler/icons-react';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { LinkButton } from './action.tsx';
import { useTexts } from './i18n.ts';
import { Empty, ErrorNote } from './page.tsx';

/** The route that all others are under. */
export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <ErrorNote error={error} onRetry={reset} />,
});

function NotFound() {
  const { t } = useTexts();
  return (
    <Empty icon={IconMapSearch} title={t('notFound.title')} text={t('notFound.text')}>
      <LinkButton to="/" variant="light">
        {t('notFound.home')}
      </LinkButton>
    </Empty>
  );
}
