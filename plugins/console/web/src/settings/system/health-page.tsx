import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api.ts';
import { ListPage } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Row, StatusBadge } from '../../shared/list.tsx';

const tones = { ok: 'good', degraded: 'warn', failed: 'bad' } as const;
const order = ['failed', 'degraded', 'ok'];

/** Every part of the host that reports its health, what is wrong first. */
export function HealthPage() {
  const { t } = useTexts('settings');
  const query = useQuery({
    queryKey: ['admin', 'parts'],
    queryFn: async () =>
      (await api.GET('/admin/parts')).items.toSorted(
        (one, other) => order.indexOf(one.status) - order.indexOf(other.status),
      ),
    refetchInterval: 15_000,
  });
  return (
    <ListPage
      title={t('health.title')}
      subtitle={t('health.subtitle')}
      query={query}
      row={({ name, status, detail, hint }) => (
        <Row
          key={name}
          name={name}
          details={[detail]}
          below={hint !== null && <Text size="sm">{t('health.hint', { hint })}</Text>}
        >
          <StatusBadge tone={tones[status]}>{t(`health.${status}`)}</StatusBadge>
        </Row>
      )}
    />
  );
}
