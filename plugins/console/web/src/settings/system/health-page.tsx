import { Code, Text } from '@mantine/core';
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
    queryFn: () => api.GET('/admin/parts'),
    select: ({ items }) => items.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status)),
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
          below={hint !== null && <Hint text={t('health.hint', { hint })} />}
        >
          <StatusBadge tone={tones[status]}>{t(`health.${status}`)}</StatusBadge>
        </Row>
      )}
    />
  );
}

/** What can be done, with commands in it, which stand between backticks. */
function Hint({ text }: { readonly text: string }) {
  return (
    <Text size="sm">{text.split('`').map((part, at) => (at % 2 === 1 ? <Code key={part}>{part}</Code> : part))}</Text>
  );
}
