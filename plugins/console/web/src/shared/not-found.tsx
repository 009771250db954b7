import { IconMapSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Empty } from './empty.tsx';
import { LinkButton } from './link-button.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Empty icon={IconMapSearch} title={t('notFound.title')} text={t('notFound.text')}>
      <LinkButton to="/" variant="light">
        {t('notFound.home')}
      </LinkButton>
    </Empty>
  );
}
