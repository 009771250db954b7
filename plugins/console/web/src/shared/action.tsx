import {
  ActionIcon,
  type ActionIconProps,
  Button,
  type ButtonProps,
  type ElementProps,
  Group,
  Text,
} from '@mantine/core';
import type { NotificationData } from '@mantine/notifications';
import type { Icon } from '@tabler/icons-react';
import { type QueryKey, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { createContext, lazy, type ReactNode, Suspense, useContext } from 'react';
import { type Changed, MayChange } from '../session/session.ts';
import { refresh, sentenceOf } from './api.ts';
import { i18n, useTexts } from './i18n.ts';
import { hasOverlays, overlays } from './overlays.tsx';

/** @param after with what an action `changes`: those queries are asked anew once it has ended, also if it failed */
export function useAction<Output, Input = void>(
  act: (input: Input) => Promise<Output>,
  { changes, ...after }: UseMutationOptions<Output, Error, Input> & { readonly changes?: QueryKey } = {},
) {
  return useMutation({
    mutationFn: act,
    ...(changes && { onSettled: () => refresh(...changes) }),
    ...after,
  });
}

/** Says something in a corner of the page. */
export function notify(message: NotificationData['message'], how: Omit<NotificationData, 'message'> = {}): void {
  const closeButtonProps = { 'aria-label': i18n.t('action.close') };
  void overlays().then(({ notifications }) => notifications.show({ message, closeButtonProps, ...how }));
}

/** Says in a corner of the page that something failed. */
export function notifyError(error: Error): void {
  notify(sentenceOf(error), { color: 'red', autoClose: false });
}

const undoId = 'undo';

/** Says in a corner of the page what was done, with a button that takes it back. */
export function notifyUndo(message: string, undo: () => void): void {
  hideUndo();
  const onUndo = () => {
    hideUndo();
    undo();
  };
  notify(<UndoMessage message={message} onUndo={onUndo} />, { id: undoId, autoClose: 10_000, withCloseButton: false });
}

/** What is offered to take back belongs to the screen that is left. */
export function hideUndo(): void {
  if (hasOverlays()) void overlays().then(({ notifications }) => notifications.hide(undoId));
}

function UndoMessage({ message, onUndo }: { readonly message: string; readonly onUndo: () => void }) {
  const { t } = useTexts();
  return (
    <Group justify="space-between" wrap="nowrap">
      {message}
      <Button variant="light" size="compact-sm" onClick={onUndo}>
        {t('action.undo')}
      </Button>
    </Group>
  );
}

/** Takes what a button failed with, and null when it is tried again: a row or a section shows it, else a corner. */
export const Failures = createContext((error: Error | null): void => {
  if (error !== null) notifyError(error);
});

/** A question before something that cannot be undone, or that others notice. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says that does it. */
  readonly confirm: string;
  readonly color?: 'red';
}

/** Asks first. */
export function useQuestion(): (question: Question, act: () => void) => void {
  const { t } = useTexts();
  return ({ title, text, confirm, color }, act) =>
    void overlays().then(({ modals }) =>
      modals.openConfirmModal({
        title,
        children: <Text size="sm">{text}</Text>,
        labels: { confirm, cancel: t('action.cancel') },
        closeButtonProps: { 'aria-label': t('action.close') },
        // White is read on a dark red only.
        ...(color && { confirmProps: { color: `${color}.9` } }),
        onConfirm: act,
      }),
    );
}

/** What a button does at the host, and what is asked before. */
export interface Doing {
  /** Of `useAction`, by whose user a failure is shown; or what to do, whose failure goes to {@link Failures}. */
  readonly action?: { readonly mutate: () => void; readonly isPending: boolean } | (() => Promise<unknown>) | undefined;
  /** The queries that are asked anew once what it does has ended. */
  readonly changes?: QueryKey | undefined;
  readonly ask?: Question | undefined;
  /** What it changes: it is offered to those who may. */
  readonly scope?: Changed;
  readonly onClick?: React.MouseEventHandler | undefined;
}

/** The props of a button without those of what it does, which it does then. */
export function useDoing<Props extends Doing>({ action, changes, ask, scope: _, onClick, ...props }: Props) {
  const question = useQuestion();
  const fail = useContext(Failures);
  const own = useAction(async () => typeof action === 'function' && action(), {
    onMutate: () => fail(null),
    onError: fail,
    ...(changes && { changes }),
  });
  const doing = typeof action === 'function' ? own : action;
  const act: React.MouseEventHandler = (event) => (doing === undefined ? onClick?.(event) : doing.mutate());
  return {
    ...(doing && { loading: doing.isPending }),
    ...props,
    onClick: ask === undefined ? act : (event: React.MouseEvent) => question(ask, () => act(event)),
  };
}

/** A button for those who may change what is in a scope; for everybody without one. */
export const offered = (scope: Changed | undefined, button: ReactNode) =>
  scope === undefined ? button : <MayChange scope={scope}>{button}</MayChange>;

const iconSizes: Readonly<Record<string, number>> = { xs: 15, 'compact-xs': 14, 'compact-sm': 14, md: 18, lg: 22 };

interface WithIcon extends ButtonProps {
  readonly icon?: Icon | undefined;
}

function withIcon({ icon: Sign, ...props }: WithIcon): ButtonProps {
  return Sign === undefined
    ? props
    : { leftSection: <Sign size={iconSizes[String(props.size)] ?? 17} aria-hidden />, ...props };
}

/** A button with an icon. With an `action` it does that at the host, and shows it; with `ask` it asks first. */
export function ActionButton(props: WithIcon & ElementProps<'button', keyof ButtonProps> & Doing) {
  return offered(props.scope, <Button {...withIcon(useDoing(props))} />);
}

/** A small button in a row, beside others of its kind: `name` says to whom it belongs, and titles what is asked. */
export function RowButton({
  text,
  name = text,
  ask,
  ...props
}: Omit<Parameters<typeof ActionButton>[0], 'ask' | 'children'> & {
  readonly text: string;
  readonly name?: string;
  readonly ask?: Pick<Question, 'text' | 'color'> | false;
}) {
  const question = ask ? { title: name, confirm: text, ...ask } : undefined;
  return (
    <ActionButton size="xs" variant="default" aria-label={name} ask={question} {...props}>
      {text}
    </ActionButton>
  );
}

/** A link to a screen that looks like a button: `<LinkButton to="/clinical/new">`. */
export const LinkButton = createLink(
  ({ scope, ...props }: WithIcon & Pick<Doing, 'scope'> & Omit<React.ComponentPropsWithRef<'a'>, keyof ButtonProps>) =>
    offered(scope, <Button component="a" {...withIcon(props)} />),
);

const Tip = lazy(() => import('./tip.tsx'));

/** A button that is an icon alone. */
export function IconButton({
  icon: Sign,
  label,
  iconSize = 17,
  tip = false,
  ...props
}: ActionIconProps &
  ElementProps<'button', keyof ActionIconProps> &
  Doing & {
    readonly icon: Icon;
    /** What it does, for who does not see the icon. */
    readonly label: string;
    readonly iconSize?: number;
    /** Whether it also says that when somebody points at it. */
    readonly tip?: boolean;
  }) {
  const doing = useDoing(props);
  const button = (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...doing}>
      <Sign size={iconSize} aria-hidden />
    </ActionIcon>
  );
  const tipped = (
    <Suspense fallback={button}>
      <Tip label={label}>{button}</Tip>
    </Suspense>
  );
  return offered(props.scope, tip ? tipped : button);
}
