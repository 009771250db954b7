import { Button, Progress } from '@mantine/core';
import { IconDownload, IconMicrophone2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { modelsQuery } from './system-queries.ts';

const tones = { ready: 'good', absent: 'neutral', damaged: 'bad', downloading: 'busy' } as const;

/** The models that recognisers and readers can use, and their downloads. */
export function ModelsPage() {
  const { t } = useTranslation('settings');
  const { bytes, percent } = useFormat();
  const query = useQuery(modelsQuery);
  const queryClient = useQueryClient();
  const download = useMutation({
    mutationFn: (name: string) => read(api.POST('/admin/models/{name}/download', { params: { path: { name } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey }),
  });
  return (
    <Page title={t('models.title')} subtitle={t('models.subtitle')}>
      {download.error !== null && <ErrorNote error={download.error} />}
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={IconMicrophone2} title={t('models.empty')} />
          ) : (
            <ul className={rows.list}>
              {items.map((model) => (
                <li key={model.name} className={rows.row}>
                  <div className={rows.main}>
                    <div className={rows.name}>{model.name}</div>
                    <div className={rows.details}>
                      {model.description} · {model.bytes === null ? t('models.unknownSize') : bytes(model.bytes)} ·{' '}
                      {model.licence}
                    </div>
                    {model.fault !== null && <div className={rows.bad}>{model.fault}</div>}
                    {model.progress !== null && (
                      <Progress
                        mt={6}
                        value={model.progress * 100}
                        aria-label={t('models.progress', { name: model.name })}
                      />
                    )}
                  </div>
                  <StatusBadge tone={tones[model.status]}>
                    {model.progress === null ? t(`models.${model.status}`) : percent(model.progress)}
                  </StatusBadge>
                  {(model.status === 'absent' || model.status === 'damaged') && (
                    <Button
                      size="xs"
                      variant="light"
                      leftSection={<IconDownload size={15} aria-hidden />}
                      aria-label={t('models.downloadName', { name: model.name })}
                      loading={download.isPending && download.variables === model.name}
                      onClick={() => download.mutate(model.name)}
                    >
                      {t('models.download')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Page>
  );
}
