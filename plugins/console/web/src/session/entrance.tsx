import { Box, Card, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dimmed, useTitle } from '../shared/page.tsx';
import { AccountMenu } from './account-menu.tsx';

/** The page around what is shown to somebody who is not signed in. */
export function Entrance(props: { readonly title: string; readonly text?: string; readonly children: ReactNode }) {
  useTitle(props.title);
  return (
    <Box
      component="main"
      mih="100dvh"
      display="grid"
      bg="var(--cs-canvas)"
      p="clamp(1rem, 12vh, 8rem) 1rem 2rem"
      style={{ justifyItems: 'center', alignItems: 'start' }}
    >
      <Box w="min(26rem, 100%)">
        <Group justify="space-between" mb="lg">
          <Group gap="xs">
            <Box component="img" src="/console/icon.svg" alt="" w="1.75rem" />
            <Text fw={650}>Chronoscribe</Text>
          </Group>
          <AccountMenu />
        </Group>
        <Card p="1.75rem" display="block">
          <Title order={1} mb={4}>
            {props.title}
          </Title>
          {props.text !== undefined && <Dimmed mb="lg">{props.text}</Dimmed>}
          {props.children}
        </Card>
      </Box>
    </Box>
  );
}
