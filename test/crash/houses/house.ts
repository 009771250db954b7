/** What a host is built on. */
export interface House {
  readonly name: string;
  /** Whether its store and engine are files of the data folder, whose writes can be met. */
  readonly inFiles: boolean;
  /** Whether it may have a database that can fail under the host. */
  readonly hasDatabase: boolean;
  /** Makes what is needed beside the data folder. */
  open(): Promise<OpenHouse>;
}

export interface OpenHouse {
  /** Its part of the configuration. */
  readonly providers: object;
  /** A server that can fail under the host; undefined where there is none. */
  readonly database: Database | undefined;
  close(): Promise<void>;
}

export interface Database {
  /** Kills all of it with `kill -9`, and starts it again. */
  crash(): Promise<void>;
  /** Cuts every connection to it. */
  cutConnections(): Promise<void>;
}
