import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import type { PageProps } from 'chronoscribe/console';
import { useTranslation } from 'react-i18next';
import { QueryState } from '../shared/list.tsx';
import { Page } from '../shared/page.tsx';
import { Extension } from './extension.tsx';
import { extensionsQuery, labelOf } from './extensions.ts';

/** `/pages/{path}`: the page that a plugin adds under this path. */
export function PageScreen() {
  const { language } = useTranslation().i18n;
  const { _splat: address = '' } = useParams({ from: '/signed-in/pages/$' });
  const [path = '', ...below] = address.split('/');
  const given: PageProps = { below: below.join('/') };
  return (
    <QueryState query={useQuery(extensionsQuery)}>
      {({ pages }) => {
        const page = pages.find((each) => each.path === path);
        if (page === undefined) throw notFound();
        const title = labelOf(page, language);
        return <Extension of={page} given={given} frame={(instead) => <Page title={title}>{instead}</Page>} />;
      }}
    </QueryState>
  );
}
