import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { partsQuery } from './system-queries.ts';

const tones = { ok: 'good', degraded: 'warn', failed: 'bad' } as const;
const order = ['failed', 'degraded', 'ok'];

/** Every part of the host that reports its health, what is wrong first. */
export function HealthPage() {
  const { t } = useTranslation('settings');
  const query = useQuery(partsQuery);
  return (
    <Page title={t('health.title')} subtitle={t('health.subtitle')}>
      <QueryState query={query}>
        {({ items }) => (
          <ul className={rows.list}>
            {items
              .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
              .map(({ name, status, detail, hint }) => (
                <li key={name} className={rows.row}>
                  <div className={rows.main}>
                    <div className={rows.name}>{name}</div>
                    <Stack gap={2}>
                      <span className={rows.details}>{detail}</span>
                      {hint !== null && <Text size="sm">{t('health.hint', { hint })}</Text>}
                    </Stack>
                  </div>
                  <StatusBadge tone={tones[status]}>{t(`health.${status}`)}</StatusBadge>
                </li>
              ))}
          </ul>
        )}
      </QueryState>
    </Page>
  );
}
