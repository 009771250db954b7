import { IconSettings } from '@tabler/icons-react';
import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import { IconButton } from '../shared/action.tsx';
import { useTexts } from '../shared/i18n.ts';

const Items = lazy(async () => ({ default: (await import('./account-menu-items.tsx')).AccountMenuItems }));

/** The menu of the account, which is loaded when it is opened first. `children`: the button that opens it. */
export function AccountMenu({ children }: { readonly children?: ReactElement<object> }) {
  const { t } = useTexts();
  const [isWanted, setWanted] = useState(false);
  const target = children ?? <IconButton icon={IconSettings} iconSize={20} size="lg" label={t('account.menu')} />;
  if (isWanted)
    return (
      <Suspense fallback={target}>
        <Items target={target} />
      </Suspense>
    );
  return cloneElement(target, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => setWanted(true) });
}
