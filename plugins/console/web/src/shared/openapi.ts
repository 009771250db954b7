// Made by openapi-typescript from the OpenAPI document of a host. Do not edit: npm run client:types
// Document: sha256 608ef9169653ce10d0e99aec537ea869104479be92238f4094c9cd90f228b9ed

export interface paths {
  '/admin/accounts': {
    get: operations['get_admin_accounts'];
  };
  '/admin/audit': {
    get: operations['get_admin_audit'];
  };
  '/admin/audit/verification': {
    get: operations['get_admin_audit_verification'];
  };
  '/admin/backups': {
    get: operations['get_admin_backups'];
    post: operations['post_admin_backups'];
  };
  '/admin/keys': {
    get: operations['get_admin_keys'];
    post: operations['post_admin_keys'];
  };
  '/admin/keys/{id}': {
    delete: operations['delete_admin_keys_id_'];
  };
  '/admin/keys/{id}/rotate': {
    post: operations['post_admin_keys_id_rotate'];
  };
  '/admin/models': {
    get: operations['get_admin_models'];
  };
  '/admin/models/{name}/download': {
    post: operations['post_admin_models_name_download'];
  };
  '/admin/parts': {
    get: operations['get_admin_parts'];
  };
  '/api/v1/automations': {
    get: operations['get_api_v1_automations'];
  };
  '/api/v1/automations/{name}/test': {
    post: operations['post_api_v1_automations_name_test'];
  };
  '/api/v1/documents': {
    get: operations['get_api_v1_documents'];
  };
  '/api/v1/documents/{id}': {
    get: operations['get_api_v1_documents_id_'];
  };
  '/api/v1/passkeys': {
    get: operations['get_api_v1_passkeys'];
    post: operations['post_api_v1_passkeys'];
  };
  '/api/v1/passkeys/options': {
    post: operations['post_api_v1_passkeys_options'];
  };
  '/api/v1/passkeys/{id}': {
    delete: operations['delete_api_v1_passkeys_id_'];
  };
  '/api/v1/people': {
    get: operations['get_api_v1_people'];
    post: operations['post_api_v1_people'];
  };
  '/api/v1/people/me': {
    patch: operations['patch_api_v1_people_me'];
  };
  '/api/v1/people/me/totp': {
    post: operations['post_api_v1_people_me_totp'];
    delete: operations['delete_api_v1_people_me_totp'];
  };
  '/api/v1/people/me/totp/confirm': {
    post: operations['post_api_v1_people_me_totp_confirm'];
  };
  '/api/v1/people/{id}': {
    patch: operations['patch_api_v1_people_id_'];
  };
  '/api/v1/people/{id}/reset': {
    post: operations['post_api_v1_people_id_reset'];
  };
  '/api/v1/records': {
    get: operations['get_api_v1_records'];
  };
  '/api/v1/runs': {
    get: operations['get_api_v1_runs'];
  };
  '/api/v1/runs/{id}': {
    get: operations['get_api_v1_runs_id_'];
    delete: operations['delete_api_v1_runs_id_'];
  };
  '/api/v1/runs/{id}/retry': {
    post: operations['post_api_v1_runs_id_retry'];
  };
  '/api/v1/runs/{id}/signals/{name}': {
    post: operations['post_api_v1_runs_id_signals_name_'];
  };
  '/api/v1/schedules': {
    get: operations['get_api_v1_schedules'];
  };
  '/api/v1/schedules/{name}/pause': {
    post: operations['post_api_v1_schedules_name_pause'];
  };
  '/api/v1/schedules/{name}/resume': {
    post: operations['post_api_v1_schedules_name_resume'];
  };
  '/api/v1/schedules/{name}/run': {
    post: operations['post_api_v1_schedules_name_run'];
  };
  '/api/v1/session': {
    delete: operations['delete_api_v1_session'];
  };
  '/api/v1/sessions': {
    get: operations['get_api_v1_sessions'];
  };
  '/api/v1/sessions/{id}': {
    delete: operations['delete_api_v1_sessions_id_'];
  };
  '/api/v1/sleeps': {
    get: operations['get_api_v1_sleeps'];
  };
  '/api/v1/templates': {
    get: operations['get_api_v1_templates'];
  };
  '/api/v1/transcripts': {
    get: operations['get_api_v1_transcripts'];
  };
  '/api/v1/transcripts/live': {
    get: operations['get_api_v1_transcripts_live'];
  };
  '/api/v1/transcripts/live/{id}': {
    get: operations['get_api_v1_transcripts_live_id_'];
    delete: operations['delete_api_v1_transcripts_live_id_'];
  };
  '/api/v1/transcripts/live/{id}/finish': {
    post: operations['post_api_v1_transcripts_live_id_finish'];
  };
  '/api/v1/transcripts/{id}': {
    get: operations['get_api_v1_transcripts_id_'];
    delete: operations['delete_api_v1_transcripts_id_'];
    patch: operations['patch_api_v1_transcripts_id_'];
  };
  '/api/v1/transcripts/{id}/addendum': {
    post: operations['post_api_v1_transcripts_id_addendum'];
  };
  '/api/v1/transcripts/{id}/preview': {
    post: operations['post_api_v1_transcripts_id_preview'];
  };
  '/api/v1/transcripts/{id}/rewrite': {
    post: operations['post_api_v1_transcripts_id_rewrite'];
  };
  '/api/v1/transcripts/{id}/sign': {
    post: operations['post_api_v1_transcripts_id_sign'];
  };
  '/api/v1/transcripts/{id}/versions': {
    get: operations['get_api_v1_transcripts_id_versions'];
  };
  '/api/v1/transcripts/{id}/versions/{version}': {
    get: operations['get_api_v1_transcripts_id_versions_version_'];
  };
  '/api/v1/webhooks': {
    get: operations['get_api_v1_webhooks'];
    post: operations['post_api_v1_webhooks'];
  };
  '/api/v1/webhooks/{id}': {
    delete: operations['delete_api_v1_webhooks_id_'];
  };
  '/api/v1/webhooks/{id}/deliveries': {
    get: operations['get_api_v1_webhooks_id_deliveries'];
  };
  '/api/v1/webhooks/{id}/deliveries/{delivery}/retry': {
    post: operations['post_api_v1_webhooks_id_deliveries_delivery_retry'];
  };
  '/api/v1/workflows': {
    get: operations['get_api_v1_workflows'];
  };
  '/v1/check-paradox': {
    get: operations['get_v1_check_paradox'];
  };
  '/v1/clocks': {
    get: operations['get_v1_clocks'];
    post: operations['post_v1_clocks'];
  };
  '/v1/clocks/{id}': {
    delete: operations['delete_v1_clocks_id_'];
  };
  '/v1/compare-timelines': {
    get: operations['get_v1_compare_timelines'];
  };
  '/v1/create-timeline': {
    post: operations['post_v1_create_timeline'];
  };
  '/v1/critical-path': {
    get: operations['get_v1_critical_path'];
  };
  '/v1/current-time': {
    get: operations['get_v1_current_time'];
  };
  '/v1/delete-anchor': {
    delete: operations['delete_v1_delete_anchor'];
  };
  '/v1/delete-timeline': {
    delete: operations['delete_v1_delete_timeline'];
  };
  '/v1/event-history': {
    get: operations['get_v1_event_history'];
  };
  '/v1/list-anchors': {
    get: operations['get_v1_list_anchors'];
  };
  '/v1/list-events': {
    get: operations['get_v1_list_events'];
  };
  '/v1/list-timelines': {
    get: operations['get_v1_list_timelines'];
  };
  '/v1/manipulate-event': {
    post: operations['post_v1_manipulate_event'];
  };
  '/v1/merge-timeline': {
    post: operations['post_v1_merge_timeline'];
  };
  '/v1/record-event': {
    post: operations['post_v1_record_event'];
  };
  '/v1/reschedule': {
    post: operations['post_v1_reschedule'];
  };
  '/v1/revert-event': {
    post: operations['post_v1_revert_event'];
  };
  '/v1/set-anchor': {
    post: operations['post_v1_set_anchor'];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Consequence: {
      /** @enum {string} */
      basis: 'causes' | 'requires' | 'co_located';
      description: string;
      distance: number;
      /** @enum {string} */
      effect: 'orphaned' | 'retimed' | 'affected';
      event_id: string;
      path: string[];
      /** Format: date-time */
      time: string;
    };
    Finding: {
      event_ids: string[];
      explanation: string;
      introduced_by: {
        event_id: string;
        /** Format: date-time */
        recorded_at: string;
        request_id: string;
        timeline_id: string;
      } | null;
      /** @enum {string} */
      kind:
        | 'retrocausal_change'
        | 'causal_loop'
        | 'effect_before_cause'
        | 'grandfather'
        | 'unmet_requirement'
        | 'temporal_constraint'
        | 'bilocation'
        | 'conflicting_outcomes'
        | 'orphaned_effect'
        | 'anchored_moment_changed'
        | 'duplicate_event';
      /** @enum {string} */
      severity: 'error' | 'warning' | 'info';
      witness: {
        detail: string;
        from: string;
        relation: string;
        to: string;
      }[];
    };
    LiveRecording: {
      bytes: number;
      changedAt: number;
      createdAt: number;
      form: string;
      id: string;
      readonly marks: number[];
      run: string | null;
      /** @enum {string} */
      status: 'open' | 'finishing' | 'failed';
      upload: string;
    };
    Run: {
      createdAt: number;
      error:
        | ({
            readonly detail: {
              readonly loc: (string | number)[];
              msg: string;
              type: string;
            }[];
            status: number;
          } & {
            [key: string]: unknown;
          })
        | null;
      id: string;
      name: string;
      result: unknown;
      /** @enum {string} */
      status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
      step: string | null;
      readonly steps: components['schemas']['RunStep'][];
      readonly waitingFor: {
        signal: string;
        until: number | null;
      }[];
      workflow: string;
    };
    RunStep: {
      attempt: number;
      endedAt: number | null;
      error:
        | ({
            readonly detail: {
              readonly loc: (string | number)[];
              msg: string;
              type: string;
            }[];
            status: number;
          } & {
            [key: string]: unknown;
          })
        | null;
      id: string;
      items?: number;
      /** @enum {string} */
      kind: 'step' | 'parallel' | 'branch' | 'each' | 'item' | 'when' | 'repeat' | 'sleep' | 'wait' | 'child';
      name: string;
      startedAt: number | null;
      /** @enum {string} */
      status: 'waiting' | 'running' | 'done' | 'failed' | 'skipped' | 'cancelled';
      readonly steps?: components['schemas']['RunStep'][];
    };
    Schedule: {
      /** @enum {string} */
      clock: 'wall' | 'account';
      cron: string;
      last: number | null;
      /** @enum {string} */
      missed: 'latest' | 'all' | 'none';
      name: string;
      readonly next: number[];
      paused: boolean;
      plugin: string;
      timeZone: string;
      workflow: string;
    };
    TimelineEvent: {
      causes?: {
        event_id: string;
        /** @enum {string} */
        from?: 'end';
        max_delay?: string;
        min_delay?: string;
      }[];
      description: string;
      effects?: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      end_time?: string;
      event_id: string;
      /** @constant */
      fixed?: true;
      geo?: {
        lat: number;
        lon: number;
      };
      location: string;
      manipulation?: {
        changes: {
          action: string;
          /** Format: date-time */
          time: string;
        }[];
        original_event_id: string;
      };
      participants?: string[];
      requires?: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      time: string;
    };
    Transcript: {
      readonly addenda: {
        at: number;
        by: string;
        id: string;
        sha256: string;
        text: string;
      }[];
      by: string | null;
      changedAt: number;
      readonly codes?: {
        code: string;
        readonly evidence: string[];
        system: string;
      }[];
      readonly completeness?: {
        readonly findings: {
          element: string;
          readonly evidence: string[];
          value: string;
        }[];
        readonly missing: string[];
      };
      coverage: {
        facts: number | null;
        in_note: number | null;
        /** @default en */
        language: string | null;
        omitted: string[] | null;
        /** @default null */
        unmentioned:
          | {
              readonly evidence: string[];
              speaker: string | null;
              text: string;
            }[]
          | null;
      };
      createdAt: number;
      durationMs: number;
      /** @default [] */
      readonly facts: {
        /** @enum {string} */
        assertion:
          | 'present'
          | 'absent'
          | 'possible'
          | 'conditional'
          | 'historical'
          | 'planned'
          | 'declined'
          | 'stopped';
        readonly evidence: string[];
        id: string;
        in_note: boolean;
        /** @enum {string} */
        kind:
          | 'allergy'
          | 'medication'
          | 'problem'
          | 'symptom'
          | 'vital'
          | 'score'
          | 'finding'
          | 'result'
          | 'order'
          | 'procedure'
          | 'advice'
          | 'red_flag'
          | 'follow_up'
          | 'history'
          | 'family'
          | 'social'
          | 'safety';
        /** @enum {string} */
        of: 'patient' | 'relative' | 'other';
        parts: {
          action?: string;
          dose?: string;
          frequency?: string;
          level?: string;
          name?: string;
          reaction?: string;
          route?: string;
          side?: string;
          sign?: string;
          substance?: string;
          unit?: string;
          value?: string;
        };
        term: string;
        text: string;
        unit: string | null;
        value: string | null;
      }[];
      form: string;
      readonly grid?: {
        adjusted: boolean;
        readonly evidence: string[];
        readonly findings: {
          element: string;
          readonly evidence: string[];
          value: string;
        }[];
        level: string;
        region: string;
        side: ('left' | 'right' | 'both') | null;
        technique: string | null;
        vas_after: number | null;
        vas_before: number | null;
      }[];
      id: string;
      language: string | null;
      /** @default [] */
      readonly marks: number[];
      note: string;
      /** @default null */
      patient: {
        /** Format: date */
        birth_date?: string;
        id?: string;
        identifier?: string;
        name?: string;
        /** @enum {string} */
        sex?: 'female' | 'male' | 'other' | 'unknown';
      } | null;
      providers: {
        transcriber: {
          model: string | null;
          provider: string;
          version: string | null;
        };
        writer: {
          model: string | null;
          provider: string;
          version: string | null;
        };
      };
      readonly reopenings: {
        at: number;
        by: string;
        reason: string;
        signature: {
          readonly acknowledged: string[];
          at: number;
          by: string;
          sha256: string;
          unmentioned?: number;
          version: number;
        };
      }[];
      readonly sections: {
        name: string;
        readonly statements: {
          /** @default null */
          checked: ('rules' | 'model' | 'both') | null;
          /** @default [] */
          readonly doubts: string[];
          /** @default null */
          engine: string | null;
          readonly evidence: string[];
          grounded: boolean;
          /** @default  */
          id: string;
          /**
           * @default writer
           * @enum {string}
           */
          origin: 'writer' | 'person';
          /** @default null */
          repaired: string | null;
          text: string;
        }[];
      }[];
      readonly segments: {
        confidence: number | null;
        endMs: number;
        id: string;
        name: string | null;
        /** @enum {string} */
        role: 'clinician' | 'patient' | 'other' | 'unknown';
        speaker: string;
        startMs: number;
        text: string;
        readonly words?: {
          confidence: number | null;
          end_ms: number | null;
          start_ms: number | null;
          text: string;
        }[];
      }[];
      signature: {
        readonly acknowledged: string[];
        at: number;
        by: string;
        sha256: string;
        unmentioned?: number;
        valid: boolean;
        version: number;
      } | null;
      readonly speakers: {
        name: string | null;
        /** @enum {string} */
        role: 'clinician' | 'patient' | 'other' | 'unknown';
        speaker: string;
      }[];
      /** @enum {string} */
      status: 'draft' | 'signed' | 'amended';
      stream: string;
      template: string;
      /** @default  */
      title: string;
      transcript: string;
      version: number;
      /** @default null */
      visit: {
        clinician?: string;
        date?: string;
        location?: string;
        reason?: string;
      } | null;
      readonly warnings: string[];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  get_admin_accounts: {
    parameters: {
      query?: {
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly accounts: {
              account_id: string;
              name: string;
            }[];
            next_cursor: string | null;
          };
        };
      };
    };
  };
  get_admin_audit: {
    parameters: {
      query?: {
        account?: string;
        record?: string;
        key?: string;
        limit?: number;
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: {
              account: string | null;
              action: string;
              address?: string;
              at: string;
              by?: string;
              chain: string;
              count?: number;
              key: string | null;
              outcome: number | ('done' | 'failed');
              person?: string;
              record: string | null;
              request?: string;
              seq: number;
            }[];
            next_cursor: string | null;
          };
        };
      };
    };
  };
  get_admin_audit_verification: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: {
              chain: string;
              entries: number;
              fault: string | null;
              hash: string;
            }[];
          };
        };
      };
    };
  };
  get_admin_backups: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            fault: string | null;
            folder: string;
            items: {
              bytes: number;
              finishedAt: number;
              name: string;
            }[];
            writing: boolean;
          };
        };
      };
    };
  };
  post_admin_backups: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  get_admin_keys: {
    parameters: {
      query?: {
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly keys: {
              account_id: string;
              created_at: string;
              expires_at: string | null;
              id: string;
              readonly ip: string[];
              last_used_at: string | null;
              name: string | null;
              readonly scopes: ('time' | 'clinical' | 'admin' | 'operator')[];
            }[];
            next_cursor: string | null;
          };
        };
      };
    };
  };
  post_admin_keys: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          account_id: string;
          expires_at?: string | null;
          ip?: (string | unknown | unknown | unknown | unknown)[];
          name?: string;
          scopes?: ('time' | 'clinical' | 'admin' | 'operator')[];
        };
      };
    };
    responses: {
      201: {
        content: {
          'application/json': {
            account_id: string;
            created_at: string;
            expires_at: string | null;
            id: string;
            readonly ip: string[];
            key: string;
            last_used_at: string | null;
            name: string | null;
            readonly scopes: ('time' | 'clinical' | 'admin' | 'operator')[];
          };
        };
      };
    };
  };
  delete_admin_keys_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  post_admin_keys_id_rotate: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          grace_seconds?: number;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            account_id: string;
            created_at: string;
            expires_at: string | null;
            id: string;
            readonly ip: string[];
            key: string;
            last_used_at: string | null;
            name: string | null;
            readonly scopes: ('time' | 'clinical' | 'admin' | 'operator')[];
          };
        };
      };
    };
  };
  get_admin_models: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: {
              bytes: number | null;
              description: string;
              fault: string | null;
              licence: string;
              name: string;
              progress: number | null;
              /** @enum {string} */
              status: 'ready' | 'absent' | 'damaged' | 'downloading';
            }[];
          };
        };
      };
    };
  };
  post_admin_models_name_download: {
    parameters: {
      query?: never;
      path: {
        name: string;
      };
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  get_admin_parts: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: {
              detail: string;
              hint: string | null;
              name: string;
              /** @enum {string} */
              status: 'ok' | 'degraded' | 'failed';
            }[];
          };
        };
      };
    };
  };
  get_api_v1_automations: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly items: {
              account: string | null;
              readonly actions: string[];
              counts: {
                cancelled: number;
                done: number;
                failed: number;
                fired: number;
                loop: number;
                replaced: number;
                skipped: number;
                started: number;
                waiting: number;
              };
              /** @enum {string} */
              mode: 'queued' | 'parallel' | 'latest';
              name: string;
              readonly on: string[];
            }[];
          };
        };
      };
    };
  };
  post_api_v1_automations_name_test: {
    parameters: {
      query?: never;
      path: {
        name: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          payload: {
            [key: string]: unknown;
          };
          trigger?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            readonly actions: {
              action: string;
              error: string | null;
              input: unknown;
            }[];
            condition: boolean | null;
            error: string | null;
          };
        };
      };
    };
  };
  get_api_v1_documents: {
    parameters: {
      query?: {
        patient?: string;
        q?: string;
        status?: 'draft' | 'signed' | 'amended';
        form?: string;
        from?: number;
        to?: number;
        limit?: number;
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly items: {
              by: string | null;
              changedAt: number;
              createdAt: number;
              form: string;
              id: string;
              location: string;
              patient: {
                /** Format: date */
                birth_date?: string;
                id?: string;
                identifier?: string;
                name?: string;
                /** @enum {string} */
                sex?: 'female' | 'male' | 'other' | 'unknown';
              } | null;
              readable: boolean;
              /** @enum {string} */
              status: 'draft' | 'signed' | 'amended';
              template: string;
              title: string;
              version: number;
              visit: {
                clinician?: string;
                date?: string;
                location?: string;
                reason?: string;
              } | null;
              readonly warnings: string[];
            }[];
            next_cursor: string | null;
          };
        };
      };
    };
  };
  get_api_v1_documents_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            by: string | null;
            changedAt: number;
            /**
             * @default {
             *       "facts": null,
             *       "in_note": null,
             *       "language": null,
             *       "omitted": null,
             *       "unmentioned": null
             *     }
             */
            coverage: {
              facts: number | null;
              in_note: number | null;
              /** @default en */
              language: string | null;
              omitted: string[] | null;
              /** @default null */
              unmentioned:
                | {
                    readonly evidence: string[];
                    speaker: string | null;
                    text: string;
                  }[]
                | null;
            };
            createdAt: number;
            /** @default [] */
            readonly facts: {
              /** @enum {string} */
              assertion:
                | 'present'
                | 'absent'
                | 'possible'
                | 'conditional'
                | 'historical'
                | 'planned'
                | 'declined'
                | 'stopped';
              readonly evidence: string[];
              id: string;
              in_note: boolean;
              /** @enum {string} */
              kind:
                | 'allergy'
                | 'medication'
                | 'problem'
                | 'symptom'
                | 'vital'
                | 'score'
                | 'finding'
                | 'result'
                | 'order'
                | 'procedure'
                | 'advice'
                | 'red_flag'
                | 'follow_up'
                | 'history'
                | 'family'
                | 'social'
                | 'safety';
              /** @enum {string} */
              of: 'patient' | 'relative' | 'other';
              parts: {
                action?: string;
                dose?: string;
                frequency?: string;
                level?: string;
                name?: string;
                reaction?: string;
                route?: string;
                side?: string;
                sign?: string;
                substance?: string;
                unit?: string;
                value?: string;
              };
              term: string;
              text: string;
              unit: string | null;
              value: string | null;
            }[];
            /** @default [] */
            readonly findings: {
              readonly evidence: string[];
              flag: string;
              name: string;
              page: number;
              range: string | null;
              unit: string | null;
              value: string;
            }[];
            /** @enum {string} */
            form: 'image' | 'pdf';
            id: string;
            readonly kept_files: {
              bytes: number;
              file: number;
              /** @enum {string} */
              type:
                | 'application/pdf'
                | 'image/png'
                | 'image/apng'
                | 'image/jpeg'
                | 'image/webp'
                | 'image/gif'
                | 'image/tiff'
                | 'image/bmp';
            }[];
            /** @default null */
            language: string | null;
            readonly passages: {
              file: number;
              id: string;
              page: number;
              text: string;
            }[];
            /** @default null */
            patient: {
              /** Format: date */
              birth_date?: string;
              id?: string;
              identifier?: string;
              name?: string;
              /** @enum {string} */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            providers: {
              reader: {
                model: string | null;
                provider: string;
                version: string | null;
              } | null;
              writer: {
                model: string | null;
                provider: string;
                version: string | null;
              };
            };
            readonly statements: {
              /** @default null */
              checked: ('rules' | 'model' | 'both') | null;
              /** @default [] */
              readonly doubts: string[];
              /** @default null */
              engine: string | null;
              readonly evidence: string[];
              grounded: boolean;
              /** @default null */
              repaired: string | null;
              text: string;
            }[];
            /** @default  */
            title: string;
            version: number;
            /** @default null */
            visit: {
              clinician?: string;
              date?: string;
              location?: string;
              reason?: string;
            } | null;
            readonly warnings: string[];
          } & {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  get_api_v1_passkeys: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: {
              created_at: string;
              id: string;
              last_used_at: string | null;
              name: string;
            }[];
          };
        };
      };
    };
  };
  post_api_v1_passkeys: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          challenge_id: string;
          name: string;
          response: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      201: {
        content: {
          'application/json': {
            created_at: string;
            id: string;
            last_used_at: string | null;
            name: string;
          };
        };
      };
    };
  };
  post_api_v1_passkeys_options: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            challenge_id: string;
          } & {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  delete_api_v1_passkeys_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  get_api_v1_people: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: {
              created_at: string;
              disabled: boolean;
              /** Format: email */
              email: string;
              id: string;
              last_seen_at: string | null;
              name: string;
              readonly roles: ('operator' | 'admin' | 'clinician' | 'viewer' | 'developer')[];
            }[];
          };
        };
      };
    };
  };
  post_api_v1_people: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** Format: email */
          email: string;
          name: string;
          roles: ('operator' | 'admin' | 'clinician' | 'viewer' | 'developer')[];
        };
      };
    };
    responses: {
      201: {
        content: {
          'application/json': {
            expires_at: string;
            /** Format: uri */
            link: string;
            person: {
              created_at: string;
              disabled: boolean;
              /** Format: email */
              email: string;
              id: string;
              last_seen_at: string | null;
              name: string;
              readonly roles: ('operator' | 'admin' | 'clinician' | 'viewer' | 'developer')[];
            };
          };
        };
      };
    };
  };
  patch_api_v1_people_me: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          language?: string | null;
          name?: string;
          password?: {
            current?: string;
            new: string;
          };
          scheme?: ('light' | 'dark' | 'auto') | null;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            account_id: string;
            confirmed_until: string;
            expires_at: string;
            idle_expires_at: string;
            person: {
              /** Format: email */
              email: string;
              has_password: boolean;
              has_totp: boolean;
              id: string;
              language: string | null;
              name: string;
              readonly roles: ('operator' | 'admin' | 'clinician' | 'viewer' | 'developer')[];
              scheme: string | null;
            } | null;
            readonly roles: ('operator' | 'admin' | 'clinician' | 'viewer' | 'developer')[];
            readonly scopes: ('time' | 'clinical' | 'admin' | 'operator')[];
          };
        };
      };
    };
  };
  post_api_v1_people_me_totp: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            secret: string;
            /** Format: uri */
            uri: string;
          };
        };
      };
    };
  };
  delete_api_v1_people_me_totp: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  post_api_v1_people_me_totp_confirm: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          code: string;
        };
      };
    };
    responses: {
      204: {
        content?: never;
      };
    };
  };
  patch_api_v1_people_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          disabled?: boolean;
          name?: string;
          roles?: ('operator' | 'admin' | 'clinician' | 'viewer' | 'developer')[];
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            created_at: string;
            disabled: boolean;
            /** Format: email */
            email: string;
            id: string;
            last_seen_at: string | null;
            name: string;
            readonly roles: ('operator' | 'admin' | 'clinician' | 'viewer' | 'developer')[];
          };
        };
      };
    };
  };
  post_api_v1_people_id_reset: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      201: {
        content: {
          'application/json': {
            expires_at: string;
            /** Format: uri */
            link: string;
            person: {
              created_at: string;
              disabled: boolean;
              /** Format: email */
              email: string;
              id: string;
              last_seen_at: string | null;
              name: string;
              readonly roles: ('operator' | 'admin' | 'clinician' | 'viewer' | 'developer')[];
            };
          };
        };
      };
    };
  };
  get_api_v1_records: {
    parameters: {
      query?: {
        patient?: string;
        q?: string;
        status?: 'draft' | 'signed' | 'amended';
        form?: string;
        from?: number;
        to?: number;
        limit?: number;
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly items: {
              by: string | null;
              changedAt: number;
              createdAt: number;
              form: string;
              id: string;
              location: string;
              patient: {
                /** Format: date */
                birth_date?: string;
                id?: string;
                identifier?: string;
                name?: string;
                /** @enum {string} */
                sex?: 'female' | 'male' | 'other' | 'unknown';
              } | null;
              readable: boolean;
              /** @enum {string} */
              status: 'draft' | 'signed' | 'amended';
              template: string;
              title: string;
              version: number;
              visit: {
                clinician?: string;
                date?: string;
                location?: string;
                reason?: string;
              } | null;
              readonly warnings: string[];
            }[];
            next_cursor: string | null;
          };
        };
      };
    };
  };
  get_api_v1_runs: {
    parameters: {
      query?: {
        workflow?: string;
        status?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
        from?: number;
        to?: number;
        limit?: number;
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly items: {
              createdAt: number;
              error:
                | ({
                    readonly detail: {
                      readonly loc: (string | number)[];
                      msg: string;
                      type: string;
                    }[];
                    status: number;
                  } & {
                    [key: string]: unknown;
                  })
                | null;
              id: string;
              name: string;
              /** @enum {string} */
              status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
              step: string | null;
              workflow: string;
            }[];
            next_cursor: string | null;
          };
        };
      };
    };
  };
  get_api_v1_runs_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Run'];
        };
      };
    };
  };
  delete_api_v1_runs_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Run'];
        };
      };
    };
  };
  post_api_v1_runs_id_retry: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          from?: string;
        };
      };
    };
    responses: {
      202: {
        content: {
          'application/json': components['schemas']['Run'];
        };
      };
    };
  };
  post_api_v1_runs_id_signals_name_: {
    parameters: {
      query?: never;
      path: {
        id: string;
        name: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          [key: string]: unknown;
        };
      };
    };
    responses: {
      202: {
        content: {
          'application/json': {
            id: string;
          };
        };
      };
    };
  };
  get_api_v1_schedules: {
    parameters: {
      query?: {
        clock_id?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly items: components['schemas']['Schedule'][];
          };
        };
      };
    };
  };
  post_api_v1_schedules_name_pause: {
    parameters: {
      query?: never;
      path: {
        name: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          clock_id?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Schedule'];
        };
      };
    };
  };
  post_api_v1_schedules_name_resume: {
    parameters: {
      query?: never;
      path: {
        name: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          clock_id?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Schedule'];
        };
      };
    };
  };
  post_api_v1_schedules_name_run: {
    parameters: {
      query?: never;
      path: {
        name: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          clock_id?: string;
        };
      };
    };
    responses: {
      202: {
        content: {
          'application/json': {
            id: string;
          };
        };
      };
    };
  };
  delete_api_v1_session: {
    parameters: {
      query?: {
        everywhere?: boolean;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  get_api_v1_sessions: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: {
              created_at: string;
              current: boolean;
              expires_at: string;
              id: string;
              last_seen_at: string;
              user_agent: string | null;
            }[];
          };
        };
      };
    };
  };
  delete_api_v1_sessions_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  get_api_v1_sleeps: {
    parameters: {
      query?: {
        clock_id?: string;
        limit?: number;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly items: {
              name: string;
              run: string;
              step: string;
              until: number;
              workflow: string;
            }[];
          };
        };
      };
    };
  };
  get_api_v1_templates: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly items: {
              default: boolean;
              description: string;
              name: string;
              readonly sections: {
                readonly contents: string[];
                guidance: string;
                name: string;
              }[];
              title: string;
            }[];
          };
        };
      };
    };
  };
  get_api_v1_transcripts: {
    parameters: {
      query?: {
        patient?: string;
        q?: string;
        status?: 'draft' | 'signed' | 'amended';
        form?: string;
        from?: number;
        to?: number;
        limit?: number;
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly items: {
              by: string | null;
              changedAt: number;
              createdAt: number;
              /** @default 0 */
              durationMs: number;
              form: string;
              id: string;
              /** @default null */
              language: string | null;
              location: string;
              /** @default  */
              note: string;
              patient: {
                /** Format: date */
                birth_date?: string;
                id?: string;
                identifier?: string;
                name?: string;
                /** @enum {string} */
                sex?: 'female' | 'male' | 'other' | 'unknown';
              } | null;
              readable: boolean;
              /** @enum {string} */
              status: 'draft' | 'signed' | 'amended';
              template: string;
              title: string;
              version: number;
              visit: {
                clinician?: string;
                date?: string;
                location?: string;
                reason?: string;
              } | null;
              readonly warnings: string[];
            }[];
            next_cursor: string | null;
          };
        };
      };
    };
  };
  get_api_v1_transcripts_live: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: components['schemas']['LiveRecording'][];
          };
        };
      };
    };
  };
  get_api_v1_transcripts_live_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['LiveRecording'];
        };
      };
    };
  };
  delete_api_v1_transcripts_live_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  post_api_v1_transcripts_live_id_finish: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': unknown;
          'text/event-stream': string;
        };
      };
      202: {
        content?: never;
      };
    };
  };
  get_api_v1_transcripts_id_: {
    parameters: {
      query?: {
        words?: boolean;
      };
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Transcript'];
        };
      };
    };
  };
  delete_api_v1_transcripts_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  patch_api_v1_transcripts_id_: {
    parameters: {
      query?: {
        words?: boolean;
      };
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          patient?: {
            /** Format: date */
            birth_date?: string;
            id?: string;
            identifier?: string;
            name?: string;
            /** @enum {string} */
            sex?: 'female' | 'male' | 'other' | 'unknown';
          } | null;
          /** @default [] */
          sections?: {
            name: string;
            statements: {
              checked?: unknown;
              doubts?: unknown;
              engine?: unknown;
              evidence?: string[];
              grounded?: unknown;
              id?: string;
              origin?: unknown;
              repaired?: unknown;
              text: string;
            }[];
          }[];
          /** @default [] */
          segments?: {
            id: string;
            speaker?: string;
            text?: string;
          }[];
          /** @default [] */
          speakers?: {
            name?: string | null;
            /** @enum {string} */
            role?: 'clinician' | 'patient' | 'other' | 'unknown';
            speaker: string;
          }[];
          template?: string;
          version?: number;
          visit?: {
            clinician?: string;
            date?: string;
            location?: string;
            reason?: string;
          } | null;
          /** @default false */
          words?: boolean;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Transcript'];
        };
      };
    };
  };
  post_api_v1_transcripts_id_addendum: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          text: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Transcript'];
          'text/event-stream': string;
        };
      };
      202: {
        content?: never;
      };
    };
  };
  post_api_v1_transcripts_id_preview: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          template?: string;
          text?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            coverage: {
              facts: number | null;
              in_note: number | null;
              /** @default en */
              language: string | null;
              omitted: string[] | null;
              /** @default null */
              unmentioned:
                | {
                    readonly evidence: string[];
                    speaker: string | null;
                    text: string;
                  }[]
                | null;
            };
            note: string;
            readonly sections: {
              name: string;
              readonly statements: {
                /** @default null */
                checked: ('rules' | 'model' | 'both') | null;
                /** @default [] */
                readonly doubts: string[];
                /** @default null */
                engine: string | null;
                readonly evidence: string[];
                grounded: boolean;
                /** @default  */
                id: string;
                /**
                 * @default writer
                 * @enum {string}
                 */
                origin: 'writer' | 'person';
                /** @default null */
                repaired: string | null;
                text: string;
              }[];
            }[];
            template: string;
            readonly warnings: string[];
          };
        };
      };
    };
  };
  post_api_v1_transcripts_id_rewrite: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          template?: string;
          text?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Transcript'];
          'text/event-stream': string;
        };
      };
      202: {
        content?: never;
      };
    };
  };
  post_api_v1_transcripts_id_sign: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @default [] */
          acknowledge?: string[];
          version?: number;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Transcript'];
          'text/event-stream': string;
        };
      };
      202: {
        content?: never;
      };
    };
  };
  get_api_v1_transcripts_id_versions: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly items: {
              by: string | null;
              change: string;
              changedAt: number;
              version: number;
            }[];
          };
        };
      };
    };
  };
  get_api_v1_transcripts_id_versions_version_: {
    parameters: {
      query?: {
        words?: boolean;
      };
      path: {
        id: string;
        version: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Transcript'];
        };
      };
    };
  };
  get_api_v1_webhooks: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: {
              createdAt: number;
              disabledAt: number | null;
              events: (
                | 'transcript.completed'
                | 'grid.completed'
                | 'image.completed'
                | 'pdf.completed'
                | 'transcript.signed'
                | 'run.failed'
              )[];
              id: string;
              /** Format: uri */
              url: string;
            }[];
          };
        };
      };
    };
  };
  post_api_v1_webhooks: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          events: (
            | 'transcript.completed'
            | 'grid.completed'
            | 'image.completed'
            | 'pdf.completed'
            | 'transcript.signed'
            | 'run.failed'
          )[];
          /** Format: uri */
          url: string;
        };
      };
    };
    responses: {
      201: {
        content: {
          'application/json': {
            createdAt: number;
            events: (
              | 'transcript.completed'
              | 'grid.completed'
              | 'image.completed'
              | 'pdf.completed'
              | 'transcript.signed'
              | 'run.failed'
            )[];
            id: string;
            secret: string;
            /** Format: uri */
            url: string;
          };
        };
      };
    };
  };
  delete_api_v1_webhooks_id_: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  get_api_v1_webhooks_id_deliveries: {
    parameters: {
      query?: never;
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            items: {
              createdAt: number;
              /** @enum {string} */
              event:
                | 'transcript.completed'
                | 'grid.completed'
                | 'image.completed'
                | 'pdf.completed'
                | 'transcript.signed'
                | 'run.failed';
              id: string;
              nextAttemptAt: number | null;
              reason: string | null;
              run: string;
              /** @enum {string} */
              state: 'under-way' | 'waiting' | 'given-up';
              tries: number;
            }[];
          };
        };
      };
    };
  };
  post_api_v1_webhooks_id_deliveries_delivery_retry: {
    parameters: {
      query?: never;
      path: {
        id: string;
        delivery: string;
      };
    };
    requestBody?: never;
    responses: {
      204: {
        content?: never;
      };
    };
  };
  get_api_v1_workflows: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            readonly workflows: {
              graph: {
                readonly edges: {
                  from: string;
                  label?: string;
                  to: string;
                }[];
                readonly nodes: {
                  id: string;
                  /** @enum {string} */
                  kind: 'step' | 'parallel' | 'each' | 'when' | 'repeat' | 'sleep' | 'wait' | 'child';
                  name: string;
                  of?: string;
                }[];
              };
              name: string;
              plugin: string;
            }[];
          };
        };
      };
    };
  };
  get_v1_check_paradox: {
    parameters: {
      query?: {
        timeline_id?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            counts: {
              [key: string]: number;
            };
            findings: components['schemas']['Finding'][];
            status: string;
            /** @enum {string} */
            timeline_stability: 'Stable' | 'Strained' | 'Unstable' | 'Paradoxical' | 'Unknown';
          };
        };
      };
    };
  };
  get_v1_clocks: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            clocks: {
              clock_id: string;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              current_time: string;
              expires_at: string | null;
              local_time?: string;
              location: string | null;
              name: string | null;
              /** @enum {string} */
              state: 'running' | 'paused';
              time_zone: string | null;
            }[];
            next_cursor?: string;
          };
        };
      };
    };
  };
  post_v1_clocks: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          name?: string;
          /** Format: date-time */
          now?: string;
          time_zone?: string;
          ttl?: string;
        };
      };
    };
    responses: {
      201: {
        content: {
          'application/json': {
            clock_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            current_time: string;
            expires_at: string | null;
            local_time?: string;
            location: string | null;
            name: string | null;
            /** @enum {string} */
            state: 'running' | 'paused';
            status: string;
            time_zone: string | null;
          };
        };
      };
    };
  };
  delete_v1_clocks_id_: {
    parameters: {
      query?: {
        force?: boolean;
      };
      path: {
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            status: string;
          };
        };
      };
    };
  };
  get_v1_compare_timelines: {
    parameters: {
      query: {
        timeline_id: string;
        other_timeline_id: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            added: components['schemas']['TimelineEvent'][];
            changed: {
              from: components['schemas']['TimelineEvent'];
              to: components['schemas']['TimelineEvent'];
            }[];
            removed: components['schemas']['TimelineEvent'][];
            status: string;
          };
        };
      };
    };
  };
  post_v1_create_timeline: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          base_timeline_id: string;
          description: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            description: string;
            status: string;
            timeline_id: string;
          };
        };
      };
    };
  };
  get_v1_critical_path: {
    parameters: {
      query?: {
        timeline_id?: string;
        from?: string;
        to?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            critical_path: string[];
            more_slack: boolean;
            slack: {
              event_id: string;
              slack: string;
            }[];
            status: string;
          };
        };
      };
    };
  };
  get_v1_current_time: {
    parameters: {
      query?: {
        clock_id?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            /** Format: date-time */
            current_time: string;
            local_time?: string;
            location: string | null;
            /** @enum {string} */
            state: 'running' | 'paused';
            status: string;
            time_zone?: string;
          };
        };
      };
    };
  };
  delete_v1_delete_anchor: {
    parameters: {
      query: {
        anchor_id: string;
        force?: boolean;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            status: string;
          };
        };
      };
    };
  };
  delete_v1_delete_timeline: {
    parameters: {
      query: {
        timeline_id: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            status: string;
          };
        };
      };
    };
  };
  get_v1_event_history: {
    parameters: {
      query: {
        event_id: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            versions: {
              causes?: {
                event_id: string;
                /** @enum {string} */
                from?: 'end';
                max_delay?: string;
                min_delay?: string;
              }[];
              description: string;
              effects?: {
                [key: string]: unknown;
              };
              /** Format: date-time */
              end_time?: string;
              event_id: string;
              /** @constant */
              fixed?: true;
              geo?: {
                lat: number;
                lon: number;
              };
              location: string;
              manipulation?: {
                changes: {
                  action: string;
                  /** Format: date-time */
                  time: string;
                }[];
                original_event_id: string;
              };
              /** @enum {string} */
              operation: 'record' | 'manipulate' | 'revert' | 'merge' | 'reschedule' | 'relink' | 'import';
              participants?: string[];
              /** Format: date-time */
              recorded_at: string;
              request_id: string;
              requires?: {
                [key: string]: unknown;
              };
              /** Format: date-time */
              time: string;
              timeline_id: string;
            }[];
          };
        };
      };
    };
  };
  get_v1_list_anchors: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            anchors: {
              anchor_id: string;
              description: string;
              locked: boolean;
              /** Format: date-time */
              timestamp: string;
            }[];
            next_cursor?: string;
          };
        };
      };
    };
  };
  get_v1_list_events: {
    parameters: {
      query?: {
        time_range?: string;
        timeline_id?: string;
        as_of?: string;
        limit?: number;
        cursor?: string;
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            events: components['schemas']['TimelineEvent'][];
            next_cursor?: string;
          };
        };
      };
    };
  };
  get_v1_list_timelines: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': {
            timelines: {
              base_timeline_id?: string;
              /** Format: date-time */
              created_at?: string;
              description: string;
              timeline_id: string;
            }[];
          };
        };
      };
    };
  };
  post_v1_manipulate_event: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @default false */
          dry_run?: boolean;
          event_id: string;
          /** @default false */
          keep_effects?: boolean;
          new_outcome: {
            causes?: (
              | string
              | {
                  event_id: string;
                  /** @enum {string} */
                  from?: 'start' | 'end';
                  max_delay?: string;
                  min_delay?: string;
                }
            )[];
            changes: {
              action: string;
              /** Format: date-time */
              time: string;
            }[];
            description: string;
            effects?: {
              [key: string]: unknown;
            };
            /** Format: date-time */
            end_time?: string;
            fixed?: boolean;
            geo?: {
              lat: number;
              lon: number;
            };
            location?: string;
            participants?: string[];
            requires?: {
              [key: string]: unknown;
            };
            /** Format: date-time */
            time?: string;
          };
          /** @default true */
          safety_check?: boolean;
          timeline_id?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            consequences?: components['schemas']['Consequence'][];
            description: string;
            findings?: components['schemas']['Finding'][];
            more_consequences?: boolean;
            new_event_id: string;
            status: string;
            /** Format: date-time */
            time: string;
          };
        };
      };
    };
  };
  post_v1_merge_timeline: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @default false */
          dry_run?: boolean;
          /** @default {} */
          resolve?: {
            [key: string]: 'timeline' | 'base';
          };
          /** @default true */
          safety_check?: boolean;
          timeline_id: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            consequences?: components['schemas']['Consequence'][];
            findings?: components['schemas']['Finding'][];
            merged: string[];
            more_consequences?: boolean;
            status: string;
            timeline_id: string;
          };
        };
      };
    };
  };
  post_v1_record_event: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          causes?: (
            | string
            | {
                event_id: string;
                /** @enum {string} */
                from?: 'start' | 'end';
                max_delay?: string;
                min_delay?: string;
              }
          )[];
          description: string;
          effects?: {
            [key: string]: unknown;
          };
          /** Format: date-time */
          end_time?: string;
          event_id?: string;
          fixed?: boolean;
          geo?: {
            lat: number;
            lon: number;
          };
          location: string;
          participants?: string[];
          requires?: {
            [key: string]: unknown;
          };
          /** Format: date-time */
          time: string;
          timeline_id?: string;
        };
      };
    };
    responses: {
      201: {
        content: {
          'application/json': {
            causes?: {
              event_id: string;
              /** @enum {string} */
              from?: 'end';
              max_delay?: string;
              min_delay?: string;
            }[];
            description: string;
            effects?: {
              [key: string]: unknown;
            };
            /** Format: date-time */
            end_time?: string;
            event_id: string;
            /** @constant */
            fixed?: true;
            geo?: {
              lat: number;
              lon: number;
            };
            location: string;
            manipulation?: {
              changes: {
                action: string;
                /** Format: date-time */
                time: string;
              }[];
              original_event_id: string;
            };
            participants?: string[];
            requires?: {
              [key: string]: unknown;
            };
            status: string;
            /** Format: date-time */
            time: string;
          };
        };
      };
    };
  };
  post_v1_reschedule: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @default false */
          dry_run?: boolean;
          event_id: string;
          /** Format: date-time */
          time: string;
          timeline_id?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            conflicts: {
              event_id: string;
              /** Format: date-time */
              needed: string;
              pushed_by: string;
              /** @enum {string} */
              reason: 'fixed' | 'anchor' | 'contradiction' | 'target';
              /** Format: date-time */
              time: string;
            }[];
            critical_path: string[];
            more_slack: boolean;
            moved: {
              event_id: string;
              /** Format: date-time */
              from: string;
              /** Format: date-time */
              to: string;
            }[];
            slack: {
              event_id: string;
              slack: string;
            }[];
            status: string;
          };
        };
      };
    };
  };
  post_v1_revert_event: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          event_id: string;
          timeline_id?: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            original_event_id: string;
            status: string;
          };
        };
      };
    };
  };
  post_v1_set_anchor: {
    parameters: {
      query?: never;
      path?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          description: string;
          /** @default false */
          locked?: boolean;
          /** Format: date-time */
          timestamp: string;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            anchor_id: string;
            status: string;
          };
        };
      };
    };
  };
}
