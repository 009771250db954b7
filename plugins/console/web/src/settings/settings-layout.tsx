import {
  IconActivity,
  IconDatabase,
  IconKey,
  IconListCheck,
  IconMicrophone2,
  IconTemplate,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import classes from './settings.module.css';

/** The parts of the settings. One with a scope is shown to sessions that have it. */
const parts = [
  { to: '/settings/account', text: 'parts.account', icon: IconUser, scope: undefined },
  { to: '/settings/people', text: 'parts.people', icon: IconUsers, scope: 'admin' },
  { to: '/settings/keys', text: 'parts.keys', icon: IconKey, scope: 'admin' },
  { to: '/settings/templates', text: 'parts.templates', icon: IconTemplate, scope: 'clinical' },
  { to: '/settings/webhooks', text: 'parts.webhooks', icon: IconWebhook, scope: 'clinical' },
  { to: '/settings/health', text: 'parts.health', icon: IconActivity, scope: 'operator' },
  { to: '/settings/models', text: 'parts.models', icon: IconMicrophone2, scope: 'operator' },
  { to: '/settings/audit', text: 'parts.audit', icon: IconListCheck, scope: 'admin' },
  { to: '/settings/data', text: 'parts.data', icon: IconDatabase, scope: 'operator' },
] as const;

export function SettingsLayout() {
  const { t } = useTranslation('settings');
  const { scopes } = useSession();
  const allowed = parts.filter(({ scope }) => scope === undefined || scopes.includes(scope));
  return (
    <div className={classes.layout}>
      <nav className={classes.parts} aria-label={t('parts.label')}>
        {allowed.map(({ to, text, icon: PartIcon }) => (
          <Link key={to} to={to} className={classes.part}>
            <PartIcon size={17} stroke={1.7} aria-hidden />
            {t(text)}
          </Link>
        ))}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
