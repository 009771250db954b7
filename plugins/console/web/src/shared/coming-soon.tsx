import { IconTools } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Empty } from './empty.tsx';

/** A screen that is not built yet. */
export function ComingSoon() {
  const { t } = useTranslation();
  return <Empty icon={IconTools} title={t('soon.title')} text={t('soon.text')} />;
}
