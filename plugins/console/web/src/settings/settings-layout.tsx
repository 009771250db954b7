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

/** The parts of the settings. One with scopes is shown to sessions that have one of them. */
const parts = [
  { to: '/settings/account', text: 'parts.account', icon: IconUser, accepts: [] },
  { to: '/settings/people', text: 'parts.people', icon: IconUsers, accepts: ['admin'] },
  { to: '/settings/keys', text: 'parts.keys', icon: IconKey, accepts: ['admin', 'operator'] },
  { to: '/settings/templates', text: 'parts.templates', icon: IconTemplate, accepts: ['clinical'] },
  { to: '/settings/webhooks', text: 'parts.webhooks', icon: IconWebhook, accepts: ['clinical'] },
  { to: '/settings/health', text: 'parts.health', icon: IconActivity, accepts: ['operator'] },
  { to: '/settings/models', text: 'parts.models', icon: IconMicrophone2, accepts: ['operator'] },
  { to: '/settings/audit', text: 'parts.audit', icon: IconListCheck, accepts: ['admin', 'operator'] },
  { to: '/settings/data', text: 'parts.data', icon: IconDatabase, accepts: ['operator'] },
] as const;

export function SettingsLayout() {
  const { t } = useTranslation('settings');
  const { scopes } = useSession();
  const allowed = parts.filter(
    ({ accepts }) => accepts.length === 0 || accepts.some((scope) => scopes.includes(scope)),
  );
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
