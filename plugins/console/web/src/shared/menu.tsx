import { type ElementProps, Menu, type MenuItemProps, Tabs, type TabsTabProps } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Doing, IconButton, offered, useDoing } from './action.tsx';
import look from './look.module.css';

/** A button that is an icon alone, and opens a menu of `children`. */
export function IconMenu({
  icon = IconDots,
  width,
  children,
  ...button
}: Omit<Parameters<typeof IconButton>[0], 'icon' | 'children'> & {
  readonly icon?: Icon;
  readonly width?: number;
  readonly children: ReactNode;
}) {
  return (
    <Menu position="bottom-end" shadow="md" {...(width !== undefined && { width })}>
      <Menu.Target>
        <IconButton icon={icon} {...button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Something that a menu offers: to be done, also at the host, or with `href` a file to be downloaded. */
export function MenuItem({
  text,
  icon: Sign,
  href,
  ...props
}: MenuItemProps &
  ElementProps<'button', keyof MenuItemProps> &
  Doing & {
    readonly text: string;
    readonly icon?: Icon;
    readonly href?: string;
  }) {
  const renderRoot = href !== undefined && ((root: object) => <a {...root} href={href} download />);
  const { loading: _, ...item } = useDoing(props);
  return offered(
    props.scope,
    <Menu.Item leftSection={Sign && <Sign size={16} aria-hidden />} {...(renderRoot && { renderRoot })} {...item}>
      {text}
    </Menu.Item>,
  );
}

/** A tab with an icon, and the number of what is behind it unless that is 0. */
export function IconTab(props: TabsTabProps & { readonly icon: Icon; readonly count?: number }) {
  const { icon: Sign, count = 0, ...tab } = props;
  const number = count > 0 && { rightSection: <span className={look.count}>{count}</span> };
  return <Tabs.Tab leftSection={<Sign size={16} aria-hidden />} {...number} {...tab} />;
}
