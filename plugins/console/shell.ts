/** **Stable**: the types of a page, panel or card that a plugin adds to the console. */

import type * as React from 'react';

/**
 * The default export of a module that a plugin adds to the console: called once, it returns the component. The console
 * draws the label as its title, and what it throws while it is drawn in its place.
 *
 * Colours that suit both schemes are in CSS variables: `--cs-surface`, `--cs-sunken`, `--cs-line`, `--cs-accent-soft`,
 * `--cs-accent-text`, `--cs-good`, `--cs-warn`, `--cs-bad`, `--mantine-color-text`, `--mantine-color-dimmed`.
 */
export type ConsoleModule<Props = PageProps> = (
  shell: ConsoleShell,
) => React.ComponentType<Props> | Promise<React.ComponentType<Props>>;

/** What a page receives. */
export interface PageProps {
  /** What follows the path of the page in the address: `7` at `/console/pages/appointments/7`; empty on the page itself. */
  readonly below: string;
}

/** What a panel beside a note receives: the id of the record, and whose visit it is; null where no patient is named. */
export interface NotePanelProps {
  readonly note: {
    readonly id: string;
    readonly patient: { readonly name?: string; readonly identifier?: string } | null;
  };
}

/** What a card on a run receives: the run as its screen shows it. */
export interface RunCardProps {
  readonly run: {
    readonly id: string;
    readonly workflow: string;
    readonly name: string;
    readonly status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
    /** The signals that it waits for. */
    readonly waitingFor: readonly { readonly signal: string }[];
  };
}

/** What the console gives to a module of a plugin. */
export interface ConsoleShell {
  /** The console's own: a module brings no second one. With JSX, compile to `React.createElement` (`"jsx": "react"`). */
  readonly React: typeof React;
  readonly components: ConsoleComponents;
  /** A hook: who is signed in and how the console is shown, now. */
  useConsole(): ConsoleState;
  /**
   * A hook: the JSON that a GET answers. Until it is there, the console shows that it loads; an error is shown in place
   * of the component. Asked anew after each `call` that changes something. Its type is not checked.
   */
  useData<Answer>(path: string): Answer;
  /** Sends JSON with the session. @throws Error with a sentence for people; one about a field is shown at it by `Form` */
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, json?: unknown): Promise<unknown>;
  /** As the browser's, with the session, for what is no JSON. If the session ends, it waits for the next sign-in. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Shows another screen. @param path below `/console`: `/workflows/runs` */
  navigate(path: string): void;
  /** Says something in a corner of the page. */
  notify(message: string, tone?: 'good' | 'bad'): void;
}

/** Who is signed in, what of the plugin's data the session may change, and how the console is shown. */
export interface ConsoleState {
  /** The id of the account whose data the session opens. */
  readonly account: string;
  /** Null if somebody signed in with an API key. */
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly scopes: readonly string[];
  /** Whether the session changes data of this plugin, or only reads. The host refuses what is not allowed, too. */
  readonly mayChange: boolean;
  /** Such as `en`, `de`. */
  readonly language: string;
  readonly colorScheme: 'light' | 'dark';
}

type Children = { readonly children?: React.ReactNode };

/** The console's own components. */
export interface ConsoleComponents {
  readonly Section: React.FC<Children & { readonly title: string; readonly actions?: React.ReactNode }>;
  /** A framed list of `Row`s. */
  readonly Rows: React.FC<Children>;
  /** What it is about, a line for each of `details`, and to the right (`children`) its state and what can be done. */
  readonly Row: React.FC<Children & { readonly name: React.ReactNode; readonly details?: readonly React.ReactNode[] }>;
  /** A state in a word. */
  readonly Badge: React.FC<{
    readonly tone: 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | 'busy';
    readonly children: string;
  }>;
  /** While its action is at work it waits; a failure is shown at the row or the section. */
  readonly Button: React.FC<{
    readonly text: string;
    /** For who does not see what stands beside it; default: the text. */
    readonly name?: string;
    readonly action: () => Promise<unknown>;
    readonly variant?: 'filled' | 'default';
  }>;
  /** Fields in a line and the button that sends their texts, by name. Once they are sent, they are empty again. */
  readonly Form: React.FC<
    Children & { readonly submit: string; readonly send: (texts: Readonly<Record<string, string>>) => Promise<unknown> }
  >;
  /** A field of a `Form`. */
  readonly Field: React.FC<{
    readonly name: string;
    readonly label: string;
    /** Of the browser's input: `date`, `datetime-local`, `email`, `number`; default: `text`. */
    readonly type?: string;
    readonly required?: boolean;
  }>;
}
