import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { useTexts } from '../shared/i18n.ts';
import { QueryState } from '../shared/list.tsx';
import { Page } from '../shared/page.tsx';
import { Extension } from './extension.tsx';
import { extensionsQuery, labelOf } from './extensions.ts';

/** `/pages/{path}`: the page that a plugin adds under this path. */
export function PageScreen() {
  const { language } = useTexts().i18n;
  const { _splat: address = '' } = useParams({ from: '/signed-in/pages/$' });
  const [path = '', ...below] = address.split('/');
  return (
    <QueryState query={useQuery(extensionsQuery)}>
      {({ pages }) => {
        const page = pages.find((each) => each.path === path);
        if (page === undefined) throw notFound();
        return (
          <Page title={labelOf(page, language)}>
            <Stack gap="xl">
              <Extension of={page} given={{ below: below.join('/') }} />
            </Stack>
          </Page>
        );
      }}
    </QueryState>
  );
}
