import { type ElementProps, Menu, type MenuItemProps } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Doing, IconButton, offered, useDoing } from './action.tsx';

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
