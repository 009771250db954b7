/** What an account was promised: all that a host acknowledged to it. What is shown after a crash must be just this. */
export interface Practice {
  /** Unique; it is in the name of all that the practice makes. */
  readonly name: string;
  readonly account: string;
  /** Opens the account, with the scopes `time` and `clinical`. */
  readonly key: string;
  /** Opens the whole host, and the account, with all scopes. */
  readonly adminKey: string;
  clock: BookedClock;
  readonly anchors: Map<string, BookedAnchor>;
  /** The hours of each calendar, by name. */
  readonly calendars: Map<string, string>;
  /** By id, `primary` among them. */
  readonly timelines: Map<string, BookedTimeline>;
  /** By the run that imports them. */
  readonly imports: Map<string, BookedImport>;
  readonly runs: Map<string, BookedRun>;
  readonly transcripts: Map<string, BookedTranscript>;
  readonly documents: Map<string, BookedRecord>;
  /** Files that are sent in pieces and were not used yet, and the sound of open recordings, by id. */
  readonly uploads: Map<string, BookedUpload>;
  readonly webhooks: Map<string, string>;
  /** Clocks beside the account's own, by id, with their names. */
  readonly clocks: Map<string, string>;
  /** What clocks start from, by name: the timelines that have the events. */
  readonly scenarios: Map<string, string>;
  /** Further accounts that its administrator made, by id, with their names. */
  readonly accounts: Map<string, string>;
  /** Keys of those accounts, by id. */
  readonly keys: Map<string, BookedKey>;
  /** Of open sessions. */
  readonly cookies: Set<string>;
  /** Those who were invited, by id, with their e-mail addresses. */
  readonly people: Map<string, string>;
  /**
   * Runs, and the records that are called as they are, whose deletion was interrupted: what is left of them goes within
   * an hour.
   */
  readonly going: Set<string>;
  /** Uploads and recordings whose use or deletion was interrupted: what is left of them goes within a day. */
  readonly goingUploads: Set<string>;
  /** Runs of whose end the main webhook must be told. */
  readonly toTell: Set<string>;
  /** Recordings, by their size at the recogniser, of whose runs was told that they are past the transcript. */
  readonly heard: Set<number>;
  /** The next number for a name. */
  serial: number;
}

/**
 * What a clock shows: how far it is from the time of the wall, or, while it is paused, what it stands at; in
 * milliseconds.
 */
export interface BookedClock {
  readonly state: 'running' | 'paused';
  readonly shown: number;
  readonly location: string | null;
}

export interface BookedAnchor {
  readonly timestamp: string;
  readonly description: string;
  readonly locked: boolean;
}

export interface BookedTimeline {
  readonly description: string;
  /** What it shows at the place of the practice: events by the number that they were recorded with. */
  readonly shows: ReadonlyMap<number, BookedEvent>;
  /** Those that were changed since it branched off or was merged last. */
  readonly changed: ReadonlySet<number>;
}

export interface BookedEvent {
  readonly id: string;
  readonly description: string;
  /** What a reverting brings back; undefined where the event is as it was recorded. */
  readonly before?: BookedEvent;
}

export interface BookedImport {
  readonly place: string;
  readonly count: number;
}

export interface BookedRun {
  /** What is to come of it, or came. */
  readonly end: 'done' | 'failed' | 'done or cancelled' | 'gone';
  readonly settled: boolean;
  readonly makes: 'transcript' | 'document' | 'version' | 'signature' | 'addendum' | 'events';
  /** What was said or written in it. */
  readonly mark: string;
  /** The record that it changes; else that is called as the run is. */
  readonly record?: string;
  /** The recording that it is made of, which goes when it is done. */
  readonly recording?: string;
}

export interface BookedRecord {
  /** A word that must be in it. */
  readonly mark: string;
  /** As it was read last; undefined where it may have changed since. */
  readonly body?: string;
}

export interface BookedTranscript extends BookedRecord {
  /** The hash of its signature, or empty while that was not read; null for a draft. */
  readonly signature: string | null;
  /** Whether it is or was signed: only an administrator deletes it. */
  readonly wasSigned: boolean;
  /** What was added since it was signed first. */
  readonly addenda: readonly string[];
}

/** What was said in a visit, as it is sent. */
export interface Visit {
  readonly content: Uint8Array<ArrayBuffer>;
  /** A word that is in its transcript. */
  readonly mark: string;
  /** Of a recording: how many bytes the recogniser gets. */
  readonly size?: number;
}

export interface BookedUpload {
  readonly of: 'file' | 'recording';
  readonly visit: Visit;
  /** How many of its bytes were answered for. */
  readonly bytes: number;
}

export interface BookedKey {
  readonly account: string;
  readonly key: string;
  readonly name: string;
}

export function newPractice(opened: Pick<Practice, 'name' | 'account' | 'key' | 'adminKey'>): Practice {
  return {
    ...opened,
    clock: { state: 'running', shown: 0, location: null },
    anchors: new Map(),
    calendars: new Map(),
    timelines: new Map([['primary', { description: '', shows: new Map(), changed: new Set() }]]),
    imports: new Map(),
    runs: new Map(),
    transcripts: new Map(),
    documents: new Map(),
    uploads: new Map(),
    webhooks: new Map(),
    clocks: new Map(),
    scenarios: new Map(),
    accounts: new Map(),
    keys: new Map(),
    cookies: new Set(),
    people: new Map(),
    going: new Set(),
    goingUploads: new Set(),
    toTell: new Set(),
    heard: new Set(),
    serial: 0,
  };
}

/** A name that nothing has yet. */
export function newName(practice: Practice): string {
  practice.serial += 1;
  return `${practice.name}-${practice.serial}`;
}
