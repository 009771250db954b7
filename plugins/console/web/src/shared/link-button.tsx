import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

/** A link to a screen that looks like a button: `<LinkButton to="/clinical/new">`. */
export const LinkButton = createLink((props: Props) => <Button component="a" {...props} />);
