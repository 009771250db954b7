import { Progress, Text } from '@mantine/core';
import { IconDownload, IconMicrophone2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useFormat } from '../../shared/format.ts';
import { QueryList, Row } from '../../shared/list.tsx';
import { ErrorNote } from '../../shared/notice.tsx';
import { Page } from '../../shared/page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';

const tones = { ready: 'good', absent: 'neutral', damaged: 'bad', downloading: 'busy' } as const;

/** The models that recognisers and readers can use, and their downloads. */
export function ModelsPage() {
  const { t } = useTranslation('settings');
  const { bytes, percent } = useFormat();
  const changes = ['admin', 'models'];
  const query = useQuery({
    queryKey: changes,
    queryFn: async () => (await api.GET('/admin/models')).items,
    // Asked every second while one is downloaded.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'downloading') === true ? 1000 : false,
  });
  const download = useAction((name: string) => api.POST('/admin/models/{name}/download', { name }), { changes });
  return (
    <Page title={t('models.title')} subtitle={t('models.subtitle')}>
      <ErrorNote error={download.error} />
      <QueryList
        query={query}
        empty={{ icon: IconMicrophone2, title: t('models.empty') }}
        row={({ name, description, bytes: size, licence, fault, progress, status }) => (
          <Row
            key={name}
            name={name}
            details={[[description, size === null ? t('models.unknownSize') : bytes(size), licence].join(' · ')]}
            below={
              <>
                {fault !== null && (
                  <Text size="sm" c="var(--cs-bad)">
                    {fault}
                  </Text>
                )}
                {progress !== null && (
                  <Progress mt={6} value={progress * 100} aria-label={t('models.progress', { name })} />
                )}
              </>
            }
          >
            <StatusBadge tone={tones[status]}>
              {progress === null ? t(`models.${status}`) : percent(progress)}
            </StatusBadge>
            {(status === 'absent' || status === 'damaged') && (
              <ActionButton
                size="xs"
                variant="light"
                icon={IconDownload}
                aria-label={t('models.downloadName', { name })}
                action={download}
                input={name}
              >
                {t('models.download')}
              </ActionButton>
            )}
          </Row>
        )}
      />
    </Page>
  );
}
