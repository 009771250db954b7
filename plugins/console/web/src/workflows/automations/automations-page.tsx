import { Button } from '@mantine/core';
import { IconBolt, IconTestPipe } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { Empty } from '../../shared/empty.tsx';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { type Automation, automationsQuery } from '../workflow-queries.ts';
import { AutomationTrial } from './automation-trial.tsx';

/** The automations of the configuration, how often they fired, and a bench to try one on an event. */
export function AutomationsPage() {
  const { t } = useTranslation('workflows');
  const query = useQuery(automationsQuery);
  const [tried, setTried] = useState<Automation>();
  return (
    <Page title={t('automations.title')} subtitle={t('automations.subtitle')}>
      <QueryState query={query}>
        {(automations) =>
          automations.length === 0 ? (
            <Empty icon={IconBolt} title={t('automations.empty')} text={t('automations.emptyText')} />
          ) : (
            <ul className={rows.list}>
              {automations.map((automation) => (
                <li key={automation.name} className={rows.row}>
                  <div className={rows.main}>
                    <div className={rows.name}>{automation.name}</div>
                    <div className={rows.details}>
                      {automation.on.join(', ')} → {automation.actions.join(', ')} ·{' '}
                      {t(`automations.mode.${automation.mode}`)}
                    </div>
                    <div className={rows.details}>{t('automations.counts', automation.counts)}</div>
                  </div>
                  {automation.counts.failed > 0 && (
                    <StatusBadge tone="bad">{t('automations.failed', { count: automation.counts.failed })}</StatusBadge>
                  )}
                  <Button
                    size="xs"
                    variant="light"
                    leftSection={<IconTestPipe size={15} aria-hidden />}
                    aria-label={t('automations.tryName', { name: automation.name })}
                    onClick={() => setTried(automation)}
                  >
                    {t('automations.try')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <Dialog
        opened={tried !== undefined}
        onClose={() => setTried(undefined)}
        title={tried === undefined ? '' : t('automations.tryName', { name: tried.name })}
        size="xl"
      >
        {tried !== undefined && <AutomationTrial automation={tried} />}
      </Dialog>
    </Page>
  );
}
