import { Progress } from '@mantine/core';
import { IconDownload, IconMicrophone2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { RowButton } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { ListPage } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Row, StatusBadge } from '../../shared/list.tsx';

const tones = { ready: 'good', absent: 'neutral', damaged: 'bad', downloading: 'busy' } as const;

/** The models that recognisers and readers can use, and their downloads. */
export function ModelsPage() {
  const { t, bytes, percent } = useTexts('settings');
  const changes = ['admin', 'models'];
  const query = useQuery({
    queryKey: changes,
    queryFn: async () => (await api.GET('/admin/models')).items,
    // Asked every second while one is downloaded.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'downloading') === true ? 1000 : false,
  });
  return (
    <ListPage
      title={t('models.title')}
      subtitle={t('models.subtitle')}
      query={query}
      empty={{ icon: IconMicrophone2, title: t('models.empty') }}
      row={({ name, description, bytes: size, licence, fault, progress, status }) => (
        <Row
          key={name}
          name={name}
          details={[[description, size === null ? t('models.unknownSize') : bytes(size), licence].join(' · ')]}
          fault={fault}
          below={
            progress !== null && <Progress mt={6} value={progress * 100} aria-label={t('models.progress', { name })} />
          }
        >
          <StatusBadge tone={tones[status]}>
            {progress === null ? t(`models.${status}`) : percent(progress)}
          </StatusBadge>
          {(status === 'absent' || status === 'damaged') && (
            <RowButton
              text={t('models.download')}
              name={t('models.downloadName', { name })}
              variant="light"
              icon={IconDownload}
              action={() => api.POST('/admin/models/{name}/download', { name })}
              changes={changes}
            />
          )}
        </Row>
      )}
    />
  );
}
