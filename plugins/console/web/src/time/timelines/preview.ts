import type { TimelineEvent } from './timeline-event.ts';

/** What the axis shows of a change that is tried, before it is made. */
export interface Preview {
  readonly affected: ReadonlySet<string>;
  readonly paths: readonly { readonly ids: readonly string[]; readonly tone: 'bad' | 'accent' }[];
  /** Where events would move to, in milliseconds since 1970. */
  readonly moves: ReadonlyMap<string, number>;
}

export const noPreview: Preview = { affected: new Set(), paths: [], moves: new Map() };

/** Of a form that changes an event: it is tried first. */
export interface ChangeProps {
  readonly event: TimelineEvent;
  readonly onPreview: (preview: Preview) => void;
}
