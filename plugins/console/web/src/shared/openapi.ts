// Made by openapi-typescript from the OpenAPI document of a host. Do not edit: npm run client:types
// Document: sha256 43414e02681274e131918243ee91f28bbc64dbbf0ef4a2398eb4145764d21493

export interface paths {
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the process lives */
    get: operations['host_whether_the_process_lives'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether requests can be served */
    get: operations['host_whether_requests_can_be_served'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** This document */
    get: operations['host_this_document'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** This document for people */
    get: operations['host_this_document_for_people'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Metrics for Prometheus */
    get: operations['host_metrics_for_prometheus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List accounts */
    get: operations['get_admin_accounts'];
    put?: never;
    /** Create an account */
    post: operations['post_admin_accounts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List keys, without the keys themselves */
    get: operations['get_admin_keys'];
    put?: never;
    /**
     * Create a key
     * @description The key is shown only in this answer.
     */
    post: operations['post_admin_keys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a key, at once */
    delete: operations['delete_admin_keys_id_'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/set-anchor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set an anchor
     * @description Saves a moment to return to. With `locked`, altering events at that instant is an error, not just a warning.
     */
    post: operations['post_v1_set_anchor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/list-anchors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the anchors
     * @description All anchors, in order of creation.
     */
    get: operations['get_v1_list_anchors'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/return': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Return to an anchor
     * @description Sets the clock to the anchor's moment. A paused clock stays paused; the location stays.
     */
    post: operations['post_v1_return'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/delete-anchor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete an anchor
     * @description A locked anchor is deleted only with `force`.
     */
    delete: operations['delete_v1_delete_anchor'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/upload_audio_file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a transcript and a clinical note of a recording
     * @description Takes sound, or an existing transcript (WebVTT, SRT, plain text, JSON of AssemblyAI or Whisper), and returns the transcript by speakers and the note.
     */
    post: operations['post_api_v1_transcripts_upload_audio_file'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make transcripts and notes of several recordings, one after another
     * @description Each file is a run of its own, in the order of the files, with the same result as a single upload. A file that cannot be read fails only its own run.
     */
    post: operations['post_api_v1_transcripts_batch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/automations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the automations of the configuration, with what fired in the last 24 hours
     * @description In the order of the configuration. Each run of one is listed by `GET /api/v1/runs`.
     */
    get: operations['get_api_v1_automations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/automations/{name}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show what an automation would do for an event
     * @description Evaluates its condition and the input of each action. Nothing is done.
     */
    post: operations['post_api_v1_automations_name_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/grid_chiropractor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a transcript and a chiropractic note of a recording
     * @description Returns the note in five sections. The record at Content-Location adds `completeness` (payer requirements that were said or are missing) `codes`, which follow from spoken levels alone, and `grid`, a row for each level that was spoken of.
     */
    post: operations['post_api_v1_transcripts_grid_chiropractor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session/methods': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell how one can sign in here */
    get: operations['get_api_v1_session_methods'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell who is signed in */
    get: operations['get_api_v1_session'];
    put?: never;
    /**
     * Sign in
     * @description The answer sets the cookie of a new session. Ten attempts within 15 minutes are allowed for an e-mail address, and 30 within 5 minutes for a client.
     */
    post: operations['post_api_v1_session'];
    /** Sign out */
    delete: operations['delete_api_v1_session'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the sessions of who is signed in */
    get: operations['get_api_v1_sessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End one of the sessions of who is signed in */
    delete: operations['delete_api_v1_sessions_id_'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/people/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change your name, password or preferences
     * @description Another password ends your other sessions.
     */
    patch: operations['patch_api_v1_people_me'];
    trace?: never;
  };
  '/api/v1/people/me/totp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a secret for an authenticator app
     * @description Codes are asked for once one of them was confirmed.
     */
    post: operations['post_api_v1_people_me_totp'];
    /** Ask for no codes any more */
    delete: operations['delete_api_v1_people_me_totp'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/people/me/totp/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Confirm an authenticator app by a code */
    post: operations['post_api_v1_people_me_totp_confirm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session/passkey/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ask for the options to sign in with a passkey */
    post: operations['post_api_v1_session_passkey_options'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session/passkey': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sign in with a passkey */
    post: operations['post_api_v1_session_passkey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your passkeys */
    get: operations['get_api_v1_passkeys'];
    put?: never;
    /** Keep a passkey that was made */
    post: operations['post_api_v1_passkeys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/passkeys/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ask for the options to make a passkey */
    post: operations['post_api_v1_passkeys_options'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/passkeys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Remove one of your passkeys */
    delete: operations['delete_api_v1_passkeys_id_'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List people */
    get: operations['get_api_v1_people'];
    put?: never;
    /**
     * Invite a person
     * @description The link is valid for seven days, and once. Give it to the person: it is shown only in this answer.
     */
    post: operations['post_api_v1_people'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/people/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a person, or disable it
     * @description Who is disabled is signed out everywhere at once, and cannot sign in.
     */
    patch: operations['patch_api_v1_people_id_'];
    trace?: never;
  };
  '/api/v1/people/{id}/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a link with which a person chooses another password
     * @description The link is valid for a day, or seven if the person never signed in, and once. It is shown only in this answer.
     */
    post: operations['post_api_v1_people_id_reset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations/{token}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell what a link is for */
    get: operations['get_api_v1_invitations_token_'];
    put?: never;
    /**
     * Join, or choose another password, and sign in
     * @description Uses the link up. Choosing another password ends all sessions of the person.
     */
    post: operations['post_api_v1_invitations_token_'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/documents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List and search the records of images and PDFs, newest first
     * @description Without their text and statements.
     */
    get: operations['get_api_v1_documents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/documents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the record of an image or of PDFs, with evidence and warnings
     * @description Returns the fields of the answer to the upload, and the evidence for them.
     */
    get: operations['get_api_v1_documents_id_'];
    put?: never;
    post?: never;
    /** Delete the record of an image or of PDFs with its run and files */
    delete: operations['delete_api_v1_documents_id_'];
    options?: never;
    head?: never;
    /**
     * Change the patient, the visit or the title of a document
     * @description Makes a new version.
     */
    patch: operations['patch_api_v1_documents_id_'];
    trace?: never;
  };
  '/v1/record-event': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record an event
     * @description A cause may name an event that is recorded later. No event is refused for a paradox; GET /v1/check-paradox finds them.
     */
    post: operations['post_v1_record_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/import-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import many events
     * @description NDJSON (the fields of an event, or CloudEvents 1.0), CSV with a header, or iCalendar, by `Content-Type`. All or nothing, unless `on_error=skip`. An unknown CSV column is always refused; an unknown field of an NDJSON line is an error of that line. `Prefer: respond-async` and `Accept: text/event-stream` follow the progress.
     */
    post: operations['post_v1_import_events'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/list-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of a timeline
     * @description The events of every place, page by page, ordered by time and then by order of recording. Without `time_range` those of all time.
     */
    get: operations['get_v1_list_events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/search-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search events
     * @description The events at a location within a time range, ordered by time and then by order of recording. Without `limit` all of them, unless there are more than 10,000.
     */
    get: operations['get_v1_search_events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/monitor-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Monitor a place or an event
     * @description The events at `location`, or the one with that id, within the range, ordered by time and then by order of recording. Without `limit` all of them, unless there are more than 10,000. With `Accept: text/event-stream` the response stays open and sends each event when the clock of `clock_id` passes it, ticking or moved forward; it takes neither `limit` nor `cursor`. A client that connects again, to any host, and sends the id of the last event as `Last-Event-ID` gets what the clock has passed since then.
     */
    get: operations['get_v1_monitor_events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/manipulate-event': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give an event a new outcome
     * @description A new event supersedes it on that timeline. A new `time` or `location` moves it: it keeps its duration, and elsewhere it loses its `geo`. With `safety_check`, the default, a change that introduces a paradox is refused and nothing is written.
     */
    post: operations['post_v1_manipulate_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/revert-event': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revert a manipulation
     * @description Restores the event that the manipulated event superseded, under its own id. Effects that the manipulation kept rest on it again.
     */
    post: operations['post_v1_revert_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/event-history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the history of an event
     * @description Every version on every timeline, in the order of recording.
     */
    get: operations['get_v1_event_history'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reschedule': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move an event and what depends on its time
     * @description Moves an event, and by the delays of causes what must move with it: later events to the earliest dates that keep every delay, and earlier ones to the latest, if it moves back. What need not move stays. An event with `fixed: true`, or at the moment of a locked anchor, always stays; where the delays need it elsewhere it is a conflict, and the move is made all the same. Events keep their ids and durations.
     */
    post: operations['post_v1_reschedule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/critical-path': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find what decides when a plan ends
     * @description The critical path of a timeline, and the slack of its events; with `from` and `to`, of the chains of causes between these two events, where the end that counts is the start of `to`. Empty where no chain of causes leads from one to the other.
     */
    get: operations['get_v1_critical_path'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/upload_image_file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read and analyse an image
     * @description Takes a photograph or scan and returns its text and an analysis with the focus of the prompt.
     */
    post: operations['post_api_v1_transcripts_upload_image_file'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the recordings that are no records yet, newest first */
    get: operations['get_api_v1_transcripts_live'];
    put?: never;
    /**
     * Open a recording that is sent while somebody speaks
     * @description Send the sound to `upload` by PATCH, as it is recorded: webm or ogg (MediaRecorder), fragmented mp4, WAV (its header may leave the length open), flac or mp3. What was answered for is on the disk. A recorder that starts anew goes on at the same place; its first piece, with its header, is a PATCH of its own. Then finish the recording.
     */
    post: operations['post_api_v1_transcripts_live'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/live/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an open recording */
    get: operations['get_api_v1_transcripts_live_id_'];
    put?: never;
    post?: never;
    /** Discard a recording with its sound */
    delete: operations['delete_api_v1_transcripts_live_id_'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/live/{id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow what is heard in an open recording
     * @description As Server-Sent Events: `segment` for what was said, shortly after a pause, and `level` for how loud it is. A client that connects again with `Last-Event-ID` gets the segments after that one. The stream ends when the recording is finished or discarded. Without `Accept: text/event-stream`: the segments so far. It is a preview; the record is made from the whole sound.
     */
    get: operations['get_api_v1_transcripts_live_id_events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/live/{id}/finish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make the record of a recording, from its whole sound
     * @description As an upload of its form does, with the same answer; the record is at Content-Location. A repeated call answers with the same record. If it fails, the sound is kept, and the recording can be finished again.
     */
    post: operations['post_api_v1_transcripts_live_id_finish'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/parts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show the health of every part of this host, with how to mend it */
    get: operations['get_admin_parts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the models that providers can use, with their state on this machine */
    get: operations['get_admin_models'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/models/{name}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to download a model
     * @description It is not waited for: `GET /admin/models` tells how far it is. An interrupted download is resumed.
     */
    post: operations['post_admin_models_name_download'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search the audit log of this host, the newest entries first
     * @description Each of several hosts has its own log. It holds no content of records.
     */
    get: operations['get_admin_audit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/audit/verification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Recompute the chains of the audit log, from the first entry to the last */
    get: operations['get_admin_audit_verification'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/upload_pdf_files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Summarise PDFs
     * @description Reads the pages of all files, scans by character recognition, and returns a summary whose statements cite their pages. It begins with the abnormal results of laboratory tables (`findings`). Files that need a password are rejected.
     */
    post: operations['post_api_v1_transcripts_upload_pdf_files'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/records': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List and search transcripts and documents together, newest first
     * @description Without their contents; `location` leads to them.
     */
    get: operations['get_api_v1_records'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List runs, newest first */
    get: operations['get_api_v1_runs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Follow a run */
    get: operations['get_api_v1_runs_id_'];
    put?: never;
    post?: never;
    /**
     * Cancel a run, or delete one that has failed or was cancelled
     * @description A queued or running run is cancelled. A failed or cancelled run is deleted with its upload and can no longer be retried. A finished run stays as it is, and is deleted with its record.
     */
    delete: operations['delete_api_v1_runs_id_'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a failed run again, from its failed step or an earlier one
     * @description The upload of a failed run is kept for 24 hours by default. With `from`, that step and all that come after it run again. A run that is done cannot be retried, since the results of its steps are erased when it ends.
     */
    post: operations['post_api_v1_runs_id_retry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{id}/signals/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a signal to a run that waits for it
     * @description The body is the payload, of the shape that the workflow declares. `name` is what `waitingFor` names; its slashes are written `%2F`. A signal that comes before the run waits for it is kept.
     */
    post: operations['post_api_v1_runs_id_signals_name_'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/schedules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List schedules, by name
     * @description The schedules of the installation, and those on the account's own clock; with `clock_id` those on that clock instead.
     */
    get: operations['get_api_v1_schedules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/schedules/{name}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep a schedule from firing
     * @description One on the wall clock needs a key with the scope admin. One on the account's clock is paused for the account.
     */
    post: operations['post_api_v1_schedules_name_pause'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/schedules/{name}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let a schedule fire again, from its next time on
     * @description What passed while it was paused is not made up for. On a clock of `clock_id` a schedule is paused at first.
     */
    post: operations['post_api_v1_schedules_name_resume'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/schedules/{name}/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start now what a schedule starts
     * @description Its times stay as they are. `GET /api/v1/runs/{id}` follows the run.
     */
    post: operations['post_api_v1_schedules_name_run'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/travel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Travel to a time and a place
     * @description Sets the clock to `destination_time`. A running clock continues from there; a paused one stays paused.
     */
    post: operations['post_v1_travel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pause-time': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause time
     * @description Stops the clock. Pausing a paused clock answers with the moment at which it was paused.
     */
    post: operations['post_v1_pause_time'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resume-time': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume time
     * @description Continues from the exact moment of the pause. A running clock is not affected.
     */
    post: operations['post_v1_resume_time'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/fast-forward': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move the clock forward
     * @description Adds `duration` to the time that the clock shows. A paused clock stays paused.
     */
    post: operations['post_v1_fast_forward'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/rewind': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move the clock back
     * @description Subtracts `duration` from the time that the clock shows. A paused clock stays paused. Events do not change.
     */
    post: operations['post_v1_rewind'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/current-time': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the clock
     * @description A clock that was never operated runs and shows the real time. `location` is null before the first travel.
     */
    get: operations['get_v1_current_time'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clocks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the clocks
     * @description Those that were created, in order of creation. The account's own clock is not among them.
     */
    get: operations['get_v1_clocks'];
    put?: never;
    /**
     * Create a clock
     * @description A clock beside the account's own, moved by itself: requests name it by `clock_id`. It runs, and shows the real time or `now`. Anchors, events and timelines stay the account's.
     */
    post: operations['post_v1_clocks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clocks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a clock
     * @description Ends the monitors and the schedules on it. While runs sleep on it, it is deleted only with `force`, which cancels them. A run that comes to a sleep on it later fails as `clock-not-found`.
     */
    delete: operations['delete_v1_clocks_id_'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/create-timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an alternate timeline
     * @description The branch shows all that its base shows at this moment, and nothing that is recorded on the base later. Changes on the branch never reach the base unless it is merged. No event is copied.
     */
    post: operations['post_v1_create_timeline'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/list-timelines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the timelines
     * @description All of them, in order of creation, `primary` first.
     */
    get: operations['get_v1_list_timelines'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compare-timelines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare two timelines
     * @description The events that only `other_timeline_id` shows, those that only `timeline_id` shows, and those of which both show different versions.
     */
    get: operations['get_v1_compare_timelines'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/merge-timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Merge a timeline into its base
     * @description A three-way merge of all changes on the branch since it was created or last merged, and of merged ones that the base reverted since. If both timelines changed an event in different ways, nothing is merged, unless `resolve` says whose version counts. With `safety_check`, a merge that introduces a paradox is refused too.
     */
    post: operations['post_v1_merge_timeline'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/delete-timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a timeline
     * @description Deletes the branch and all changes on it. Changes that were merged into its base stay there.
     */
    delete: operations['delete_v1_delete_timeline'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/check-paradox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check a timeline for paradoxes
     * @description `Stable`: nothing above info. `Strained`: warnings. `Unstable`: errors. `Paradoxical`: a causal loop or a grandfather paradox. `Unknown`: the check stopped at its time budget. At most 1,000 findings are listed, the most severe first; `counts` counts all.
     */
    get: operations['get_v1_check_paradox'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List and search the transcripts of the account, newest first
     * @description Each with its note, without its transcript.
     */
    get: operations['get_api_v1_transcripts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a transcript with its note, evidence and warnings */
    get: operations['get_api_v1_transcripts_id_'];
    put?: never;
    post?: never;
    /**
     * Delete a transcript with its versions, runs and files
     * @description One that is or was signed can be deleted by a key with the scope `admin` alone; others are answered 409 `signed`.
     */
    delete: operations['delete_api_v1_transcripts_id_'];
    options?: never;
    head?: never;
    /**
     * Change a transcript, its speakers, its note, its patient or its visit
     * @description Makes a new version. Changed statements are compared with the transcript again. If the words change, the note stays as it is, with a warning; rewrite it to follow them. Changes that others have made since `version` are kept; where they are of the same segment, speaker, section or field, the answer is 409 with `changes`.
     */
    patch: operations['patch_api_v1_transcripts_id_'];
    trace?: never;
  };
  '/api/v1/transcripts/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the versions of a transcript, oldest first */
    get: operations['get_api_v1_transcripts_id_versions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/{id}/versions/{version}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an earlier version of a transcript */
    get: operations['get_api_v1_transcripts_id_versions_version_'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/{id}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a transcript with its note as a file
     * @description Markdown, plain text, WebVTT, SRT, JSON (the record itself), or a FHIR R4 document Bundle. It has the names that speakers were given.
     */
    get: operations['get_api_v1_transcripts_id_export'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/{id}/rewrite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rewrite the note of a transcript
     * @description From the current transcript. Makes a new version and returns the record. If a person changes the note meanwhile, that stays, and the rewriting fails with 409.
     */
    post: operations['post_api_v1_transcripts_id_rewrite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/{id}/sign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign a note, which then can no longer be changed
     * @description Makes a version with a signature: who, when, and a SHA-256 of what was signed. Every warning of the record must be named in `acknowledge`.
     */
    post: operations['post_api_v1_transcripts_id_sign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/{id}/addendum': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a text to a signed note
     * @description The note stays as it was signed; its status becomes `amended`.
     */
    post: operations['post_api_v1_transcripts_id_addendum'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/{id}/reopen': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a signed note a draft again
     * @description For a key with the scope `admin`. The signed version, its signature and the reason stay on record. Signed again, the note is `amended`.
     */
    post: operations['post_api_v1_transcripts_id_reopen'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/transcripts/{id}/audio': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Play the recording of a transcript
     * @description If the setting `keepAudio` of the plugin transcripts keeps it. A player may ask for a part of it (`Range`, 206).
     */
    get: operations['get_api_v1_transcripts_id_audio'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/uploads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin an upload in pieces (tus 1.0, creation)
     * @description Answers with its address as Location; the last part of it is the `upload_id` that forms take in place of a file. It is kept for 24 hours after its last change, or until a form uses it. The body may be the first bytes. A repeated Idempotency-Key gives the same upload; Upload-Offset then says what of the first bytes has arrived.
     */
    post: operations['post_api_v1_uploads'];
    delete?: never;
    /** Ask for the version, the extensions and the largest size (tus 1.0) */
    options: operations['options_api_v1_uploads'];
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/uploads/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete an upload (tus 1.0, termination) */
    delete: operations['delete_api_v1_uploads_id_'];
    options?: never;
    /**
     * Ask how much of an upload has arrived (tus 1.0)
     * @description The answer has Upload-Offset, and Upload-Length once that is known.
     */
    head: operations['head_api_v1_uploads_id_'];
    /**
     * Send the next bytes of an upload (tus 1.0)
     * @description What has arrived when the connection breaks stays. Ask for the offset with HEAD, and go on from there. With Upload-Checksum, the bytes of a request are kept only if all have arrived as they were sent.
     */
    patch: operations['patch_api_v1_uploads_id_'];
    trace?: never;
  };
  '/api/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the webhooks of the account, oldest first */
    get: operations['get_api_v1_webhooks'];
    put?: never;
    /**
     * Register a webhook
     * @description Events are sent as `{type, timestamp, data: {id, run, status}}`, signed as Standard Webhooks specifies with the secret that only this response contains. A failed delivery is retried for three days; a response of 410 disables the webhook.
     */
    post: operations['post_api_v1_webhooks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a webhook and its undelivered events */
    delete: operations['delete_api_v1_webhooks_id_'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List what a webhook has not received yet */
    get: operations['get_api_v1_webhooks_id_deliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/deliveries/{delivery}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send what a webhook has not received, now
     * @description Also what was given up; it is tried again for three days.
     */
    post: operations['post_api_v1_webhooks_id_deliveries_delivery_retry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/workflows': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the workflows, with their graphs */
    get: operations['get_api_v1_workflows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description RFC 9457 */
    Problem: {
      /** @example urn:chronoscribe:problem:invalid-request */
      type: string;
      title: string;
      status: number;
      detail: string;
      errors?: {
        /** @description Of a field (RFC 6901) */
        pointer?: string;
        /** @description Of a file, from 1 */
        line?: number;
        detail: string;
      }[];
    };
    ErrorDetail: {
      detail: {
        loc: (string | number)[];
        msg: string;
        type: string;
      }[];
    };
    RunStep: {
      /** @description The path of the step: `pages/3/read` */
      id: string;
      /** @description Its name in the workflow; of an item its number, from 0 */
      name: string;
      /**
       * @description What it does; `branch` and `item` are the parts of a `parallel` and an `each`
       * @enum {string}
       */
      kind: 'step' | 'parallel' | 'branch' | 'each' | 'item' | 'when' | 'sleep' | 'wait' | 'child';
      /**
       * @description `waiting` until it starts, and while it sleeps or waits for a signal
       * @enum {string}
       */
      status: 'waiting' | 'running' | 'done' | 'failed' | 'skipped' | 'cancelled';
      /** @description How often it was attempted */
      attempt: number;
      /** @description Milliseconds since 1970 */
      startedAt: number | null;
      /** @description Milliseconds since 1970 */
      endedAt: number | null;
      /** @description Why it failed, or why its last attempt did */
      error:
        | ({
            /** @description The HTTP status of the plain call, beside the other members of its problem */
            status: number;
            /** @description What went wrong */
            readonly detail: {
              /** @description Where the fault is: `body`, and a field */
              readonly loc: (string | number)[];
              /** @description What is wrong, and how to fix it */
              msg: string;
              /** @description A code, such as `no_speech` */
              type: string;
            }[];
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description How many items it has, once they are known */
      items?: number;
      /** @description What is inside of it, in order */
      readonly steps?: components['schemas']['RunStep'][];
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
  host_whether_the_process_lives: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description {"status":"ok"} */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  host_whether_requests_can_be_served: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Status and checks */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Failed or stopping; status and checks */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  host_this_document: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OpenAPI 3.1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  host_this_document_for_people: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A self-contained page */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  host_metrics_for_prometheus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Text exposition format */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  get_admin_accounts: {
    parameters: {
      query?: {
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description `next_cursor` of the page before */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description List accounts */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In order of creation */
            readonly accounts: {
              /** @description `default`, or `acc_…` */
              account_id: string;
              /** @description The name that the admin gave it */
              name: string;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_admin_accounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description A name of your choice */
          name: string;
        };
      };
    };
    responses: {
      /** @description Create an account */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `default`, or `acc_…` */
            account_id: string;
            /** @description The name that the admin gave it */
            name: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_admin_keys: {
    parameters: {
      query?: {
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description `next_cursor` of the page before */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description List keys, without the keys themselves */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In order of creation */
            readonly keys: {
              /** @description The id of the key, which is not the key itself */
              id: string;
              /** @description `default`, or `acc_…` */
              account_id: string;
              /** @description The name that the admin gave it */
              name: string | null;
              /** @description What the key may do */
              readonly scopes: ('time' | 'clinical' | 'admin')[];
              /** @description ISO 8601, UTC; null if never */
              expires_at: string | null;
              /** @description ISO 8601, UTC */
              created_at: string;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_admin_keys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description `default`, or `acc_…` */
          account_id: string;
          /** @description A name of your choice */
          name?: string;
          /** @description Default: time and clinical */
          scopes?: ('time' | 'clinical' | 'admin')[];
          /**
           * Format: date-time
           * @description ISO 8601; default: never
           */
          expires_at?: string;
        };
      };
    };
    responses: {
      /** @description Create a key */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The id of the key, which is not the key itself */
            id: string;
            /** @description `default`, or `acc_…` */
            account_id: string;
            /** @description The name that the admin gave it */
            name: string | null;
            /** @description What the key may do */
            readonly scopes: ('time' | 'clinical' | 'admin')[];
            /** @description ISO 8601, UTC; null if never */
            expires_at: string | null;
            /** @description ISO 8601, UTC */
            created_at: string;
            /** @description csk_… */
            key: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  delete_admin_keys_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoke a key, at once */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_set_anchor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: date-time
           * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
           * @example 2025-03-01T08:30:00Z
           */
          timestamp: string;
          /** @description What the anchor is for */
          description: string;
          /**
           * @description Whether altering events at that instant is an error, not just a warning
           * @default false
           */
          locked?: boolean;
        };
      };
    };
    responses: {
      /** @description Set an anchor */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description Names the anchor
             * @example anc_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
             */
            anchor_id: string;
            /** @description What was done, for a person */
            status: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-timestamp, time-out-of-range. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_v1_list_anchors: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the anchors */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In order of creation */
            anchors: {
              /**
               * @description Names the anchor
               * @example anc_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
               */
              anchor_id: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              timestamp: string;
              /** @description What the anchor is for */
              description: string;
              /** @description Whether altering events at that instant is an error, not just a warning */
              locked: boolean;
            }[];
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_return: {
    parameters: {
      query?: {
        wait?: 'settled';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Names the anchor
           * @example anc_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          anchor_id: string;
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
          /**
           * @description Answers once the sleeps, schedules and automations that the move set off have come to rest, with `settled`; at most 30 s later
           * @constant
           */
          wait?: 'settled';
        };
      };
    };
    responses: {
      /** @description Return to an anchor */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            current_time: string;
            /** @description With `wait=settled`: whether all that the move set off has been done; false if it was still at work after 30 s */
            settled?: boolean;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: anchor-not-found, clock-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  delete_v1_delete_anchor: {
    parameters: {
      query?: {
        anchor_id?: string;
        force?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Names the anchor
           * @example anc_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          anchor_id: string;
          /**
           * @description Whether to delete it even if it is locked
           * @default false
           */
          force?: boolean;
        };
      };
    };
    responses: {
      /** @description Delete an anchor */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: anchor-not-found, anchor-locked. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_api_v1_transcripts_upload_audio_file: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * Format: binary
           * @description wav, mp3, m4a, mp4, aac, ogg, opus, webm, flac or amr; or a transcript: WebVTT, SRT, plain text (`Name: words` in a line, or prose), JSON of AssemblyAI or Whisper. Up to 2147483648 bytes; by content: audio/wav, audio/mpeg, audio/mp4, audio/x-m4a, video/mp4, audio/aac, audio/ogg, video/webm, audio/flac, audio/amr, text/vtt, application/x-subrip, text/plain, application/json
           */
          file?: string;
          /** @description Id of a complete upload (/api/v1/uploads), in place of `file`: one of both is required */
          upload_id?: string;
          /**
           * @description What the note should emphasise
           * @default
           */
          text?: string;
          /** @description BCP 47; default: detected */
          language?: string;
          /** @description Number of speakers; default: detected */
          speakers?: number;
          /** @description Whose record it is, as JSON: {"id", "identifier", "name", "birth_date", "sex"}, each optional */
          patient?: string;
          /** @description The visit, as JSON: {"date", "clinician", "location", "reason"}, each optional */
          visit?: string;
          /**
           * @description Template of the note
           * @default soap
           * @enum {string}
           */
          template?: 'soap' | 'hp' | 'dap' | 'birp' | 'girpp' | 'sirp' | 'progress';
        };
      };
    };
    responses: {
      /** @description Make a transcript and a clinical note of a recording */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `STREAM: ` and the note */
            stream: string;
            /** @description Id of the record, a UUID */
            id: string;
            /** @description The sections of the template, each name alone on its line */
            note: string;
            /** @description `--- Transcript:`, then a block for each turn */
            transcript: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
          };
          'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: no_speech, unreadable_file, too_large. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_transcripts_batch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description wav, mp3, m4a, mp4, aac, ogg, opus, webm, flac or amr; or a transcript: WebVTT, SRT, plain text (`Name: words` in a line, or prose), JSON of AssemblyAI or Whisper. Up to 2147483648 bytes each; any content */
          files?: string[];
          /** @description Id of a complete upload (/api/v1/uploads), in place of `files`: one of both is required */
          upload_id?: string[];
          /**
           * @description What the note should emphasise
           * @default
           */
          text?: string;
          /** @description BCP 47; default: detected */
          language?: string;
          /** @description Number of speakers; default: detected */
          speakers?: number;
          /** @description Whose record it is, as JSON: {"id", "identifier", "name", "birth_date", "sex"}, each optional */
          patient?: string;
          /** @description The visit, as JSON: {"date", "clinician", "location", "reason"}, each optional */
          visit?: string;
          /**
           * @description Template of the note
           * @default soap
           * @enum {string}
           */
          template?: 'soap' | 'hp' | 'dap' | 'birp' | 'girpp' | 'sirp' | 'progress';
        };
      };
    };
    responses: {
      /** @description Make transcripts and notes of several recordings, one after another */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In the order of the files */
            runs: {
              /** @description A UUID; also the id of the record */
              id: string;
              /** @description Name of the file, as sent by the client */
              name: string;
              /** @description The path of the run */
              location: string;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: too_large. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_automations: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the automations of the configuration, with what fired in the last 24 hours */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In the order of the configuration */
            readonly items: {
              /** @description Its name in the configuration */
              name: string;
              /** @description The triggers, the schedule or the folder */
              readonly on: string[];
              /** @description What it does, in order */
              readonly actions: string[];
              /**
               * @description One run after another, all at once, or only for the latest event that waits
               * @enum {string}
               */
              mode: 'queued' | 'parallel' | 'latest';
              /** @description The account that it is for; null: every account */
              account: string | null;
              /** @description Of the last 24 hours */
              counts: {
                /** @description Events for it, in all */
                fired: number;
                /** @description Waiting for an earlier run of it */
                waiting: number;
                /** @description Running now */
                started: number;
                /** @description All actions were done */
                done: number;
                /** @description The condition did not hold */
                skipped: number;
                /** @description The run has failed; retry it */
                failed: number;
                /** @description The run was cancelled */
                cancelled: number;
                /** @description A newer event came first (mode `latest`) */
                replaced: number;
                /** @description Not started, since automations had set each other off 16 times in a row */
                loop: number;
              };
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_automations_name_test: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The trigger of the event; needed if the automation has several */
          trigger?: string;
          /** @description The payload of the event, as its trigger has it */
          payload: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Show what an automation would do for an event */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Whether it would run; null if the condition has no value */
            condition: boolean | null;
            /** @description In order; none of them is done */
            readonly actions: {
              /** @description Its name */
              action: string;
              /** @description What it would be given; null if that has no value */
              input: unknown;
              /** @description Why its input has no value; null if it has one */
              error: string | null;
            }[];
            /** @description Why the condition has no value; null if it has one */
            error: string | null;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, invalid_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_transcripts_grid_chiropractor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * Format: binary
           * @description wav, mp3, m4a, mp4, aac, ogg, opus, webm, flac or amr; or a transcript: WebVTT, SRT, plain text (`Name: words` in a line, or prose), JSON of AssemblyAI or Whisper. Up to 2147483648 bytes; by content: audio/wav, audio/mpeg, audio/mp4, audio/x-m4a, video/mp4, audio/aac, audio/ogg, video/webm, audio/flac, audio/amr, text/vtt, application/x-subrip, text/plain, application/json
           */
          file?: string;
          /** @description Id of a complete upload (/api/v1/uploads), in place of `file`: one of both is required */
          upload_id?: string;
          /**
           * @description What the note should emphasise
           * @default
           */
          text?: string;
          /** @description BCP 47; default: detected */
          language?: string;
          /** @description Number of speakers; default: detected */
          speakers?: number;
          /** @description Whose record it is, as JSON: {"id", "identifier", "name", "birth_date", "sex"}, each optional */
          patient?: string;
          /** @description The visit, as JSON: {"date", "clinician", "location", "reason"}, each optional */
          visit?: string;
        };
      };
    };
    responses: {
      /** @description Make a transcript and a chiropractic note of a recording */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `--- Transcript:`, then a block per speaker turn */
            transcript: string;
            /** @description `Subjective:` on its own line, then the section */
            subjective_section: string;
            /** @description `Objective:` on its own line, then the section */
            objective_section: string;
            /** @description `Assessment:` on its own line, then the section */
            assessment_section: string;
            /** @description `Diagnoses:` on its own line, then the section */
            diagnoses_section: string;
            /** @description `Plan:` on its own line, then the section */
            plan_section: string;
          };
          'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: no_speech, unreadable_file, too_large. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_session_methods: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tell how one can sign in here */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description With an e-mail address and a password */
            password: boolean;
            /** @description With a passkey */
            passkey: boolean;
            /** @description With an identity provider; null if there is none */
            oidc: {
              /** @description Its name for people */
              name: string;
            } | null;
            /** @description Whether nobody was invited yet: then the host has printed a link */
            needs_first_person: boolean;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_session: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tell who is signed in */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Null for a session that was opened with a key */
            person: {
              /** @description `per_…` */
              id: string;
              /** @description For others: in the audit log and in versions of records */
              name: string;
              /** @description Signs in with it */
              email: string;
              /** @description What the person may do */
              readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
              /** @description Of the screens; null for that of the browser */
              language: string | null;
              /** @description Of the screens: light, dark or auto; null for that of the browser */
              scheme: string | null;
              /** @description Whether the person has chosen a password */
              has_password: boolean;
              /** @description Whether a code is asked for beside the password */
              has_totp: boolean;
            } | null;
            /** @description Whose data the session opens */
            account_id: string;
            /** @description Of a key: the role that its scopes are most like */
            readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
            /** @description What may be asked; a viewer changes nothing in them */
            readonly scopes: ('time' | 'clinical' | 'admin')[];
            /** @description When the session ends even if it is used; ISO 8601, UTC */
            expires_at: string;
            /** @description When it ends unless it is used; ISO 8601, UTC */
            idle_expires_at: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_session: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description An API key, in place of all others */
          key?: string;
          /** @description Of a person */
          email?: string;
          /** @description Of the person */
          password?: string;
          /** @description Of the authenticator, if the person uses one */
          code?: string;
        };
      };
    };
    responses: {
      /** @description Sign in */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Null for a session that was opened with a key */
            person: {
              /** @description `per_…` */
              id: string;
              /** @description For others: in the audit log and in versions of records */
              name: string;
              /** @description Signs in with it */
              email: string;
              /** @description What the person may do */
              readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
              /** @description Of the screens; null for that of the browser */
              language: string | null;
              /** @description Of the screens: light, dark or auto; null for that of the browser */
              scheme: string | null;
              /** @description Whether the person has chosen a password */
              has_password: boolean;
              /** @description Whether a code is asked for beside the password */
              has_totp: boolean;
            } | null;
            /** @description Whose data the session opens */
            account_id: string;
            /** @description Of a key: the role that its scopes are most like */
            readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
            /** @description What may be asked; a viewer changes nothing in them */
            readonly scopes: ('time' | 'clinical' | 'admin')[];
            /** @description When the session ends even if it is used; ISO 8601, UTC */
            expires_at: string;
            /** @description When it ends unless it is used; ISO 8601, UTC */
            idle_expires_at: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: invalid_credentials, cross_site_request, insecure_connection. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_session: {
    parameters: {
      query?: {
        everywhere?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Whether all sessions end
           * @default false
           */
          everywhere?: boolean;
        };
      };
    };
    responses: {
      /** @description Sign out */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: cross_site_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_sessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the sessions of who is signed in */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Newest first */
            items: {
              /** @description `ses_…` */
              id: string;
              /** @description ISO 8601, UTC */
              created_at: string;
              /** @description ISO 8601, UTC */
              last_seen_at: string;
              /** @description ISO 8601, UTC */
              expires_at: string;
              /** @description Of the browser that signed in */
              user_agent: string | null;
              /** @description Whether the request belongs to it */
              current: boolean;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_sessions_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End one of the sessions of who is signed in */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: cross_site_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  patch_api_v1_people_me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description For others: in the audit log and in versions of records */
          name?: string;
          /** @description To change the password */
          password?: {
            /** @description The password until now */
            current: string;
            /** @description 12 to 256 characters */
            new: string;
          };
          /** @description Of the screens; null for that of the browser */
          language?: string | null;
          /** @description Of the screens; null for that of the browser */
          scheme?: ('light' | 'dark' | 'auto') | null;
        };
      };
    };
    responses: {
      /** @description Change your name, password or preferences */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Null for a session that was opened with a key */
            person: {
              /** @description `per_…` */
              id: string;
              /** @description For others: in the audit log and in versions of records */
              name: string;
              /** @description Signs in with it */
              email: string;
              /** @description What the person may do */
              readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
              /** @description Of the screens; null for that of the browser */
              language: string | null;
              /** @description Of the screens: light, dark or auto; null for that of the browser */
              scheme: string | null;
              /** @description Whether the person has chosen a password */
              has_password: boolean;
              /** @description Whether a code is asked for beside the password */
              has_totp: boolean;
            } | null;
            /** @description Whose data the session opens */
            account_id: string;
            /** @description Of a key: the role that its scopes are most like */
            readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
            /** @description What may be asked; a viewer changes nothing in them */
            readonly scopes: ('time' | 'clinical' | 'admin')[];
            /** @description When the session ends even if it is used; ISO 8601, UTC */
            expires_at: string;
            /** @description When it ends unless it is used; ISO 8601, UTC */
            idle_expires_at: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: wrong_password, cross_site_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_people_me_totp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Make a secret for an authenticator app */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In base32, to type it in */
            secret: string;
            /** @description `otpauth://…`, to show as a QR code */
            uri: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: totp_enabled, cross_site_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_people_me_totp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ask for no codes any more */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: cross_site_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_people_me_totp_confirm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description That it shows now */
          code: string;
        };
      };
    };
    responses: {
      /** @description Confirm an authenticator app by a code */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: wrong_code, cross_site_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_session_passkey_options: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ask for the options to sign in with a passkey */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description To send with the answer */
            challenge_id: string;
          } & {
            [key: string]: unknown;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: passkeys_need_name, challenge_expired, cross_site_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_session_passkey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Of the options */
          challenge_id: string;
          /** @description The credential of the browser, by its `toJSON` */
          response: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Sign in with a passkey */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Null for a session that was opened with a key */
            person: {
              /** @description `per_…` */
              id: string;
              /** @description For others: in the audit log and in versions of records */
              name: string;
              /** @description Signs in with it */
              email: string;
              /** @description What the person may do */
              readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
              /** @description Of the screens; null for that of the browser */
              language: string | null;
              /** @description Of the screens: light, dark or auto; null for that of the browser */
              scheme: string | null;
              /** @description Whether the person has chosen a password */
              has_password: boolean;
              /** @description Whether a code is asked for beside the password */
              has_totp: boolean;
            } | null;
            /** @description Whose data the session opens */
            account_id: string;
            /** @description Of a key: the role that its scopes are most like */
            readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
            /** @description What may be asked; a viewer changes nothing in them */
            readonly scopes: ('time' | 'clinical' | 'admin')[];
            /** @description When the session ends even if it is used; ISO 8601, UTC */
            expires_at: string;
            /** @description When it ends unless it is used; ISO 8601, UTC */
            idle_expires_at: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: passkeys_need_name, challenge_expired, cross_site_request, insecure_connection, invalid_credentials. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_passkeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List your passkeys */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Oldest first */
            items: {
              /** @description Of the passkey */
              id: string;
              /** @description The name that the person gave it */
              name: string;
              /** @description ISO 8601, UTC */
              created_at: string;
              /** @description ISO 8601, UTC; null if never */
              last_used_at: string | null;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_passkeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Of the options */
          challenge_id: string;
          /** @description The credential of the browser, by its `toJSON` */
          response: {
            [key: string]: unknown;
          };
          /** @description Your name for it */
          name: string;
        };
      };
    };
    responses: {
      /** @description Keep a passkey that was made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Of the passkey */
            id: string;
            /** @description The name that the person gave it */
            name: string;
            /** @description ISO 8601, UTC */
            created_at: string;
            /** @description ISO 8601, UTC; null if never */
            last_used_at: string | null;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: passkeys_need_name, challenge_expired, cross_site_request, passkey_refused. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_passkeys_options: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ask for the options to make a passkey */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description To send with the answer */
            challenge_id: string;
          } & {
            [key: string]: unknown;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: passkeys_need_name, challenge_expired, cross_site_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_passkeys_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Remove one of your passkeys */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: cross_site_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_people: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List people */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In order of their invitation */
            items: {
              /** @description `per_…` */
              id: string;
              /** @description For others */
              name: string;
              /** @description Signs in with it */
              email: string;
              /** @description What the person may do */
              readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
              /** @description Whether the person cannot sign in */
              disabled: boolean;
              /** @description ISO 8601, UTC */
              created_at: string;
              /** @description The last sign-in; ISO 8601, UTC; null if there was none */
              last_seen_at: string | null;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_people: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Signs in with it; upper and lower case are the same */
          email: string;
          /** @description For others: in the audit log and in versions of records */
          name: string;
          /** @description What the person may do */
          roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
        };
      };
    };
    responses: {
      /** @description Invite a person */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Who the link is for */
            person: {
              /** @description `per_…` */
              id: string;
              /** @description For others */
              name: string;
              /** @description Signs in with it */
              email: string;
              /** @description What the person may do */
              readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
              /** @description Whether the person cannot sign in */
              disabled: boolean;
              /** @description ISO 8601, UTC */
              created_at: string;
              /** @description The last sign-in; ISO 8601, UTC; null if there was none */
              last_seen_at: string | null;
            };
            /** @description Opens the console, where the person chooses a password. It is shown only in this answer */
            link: string;
            /** @description ISO 8601, UTC */
            expires_at: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: email_taken. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  patch_api_v1_people_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description For others: in the audit log and in versions of records */
          name?: string;
          /** @description What the person may do */
          roles?: ('admin' | 'clinician' | 'viewer' | 'developer')[];
          /** @description True to disable, false to enable again */
          disabled?: boolean;
        };
      };
    };
    responses: {
      /** @description Change a person, or disable it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `per_…` */
            id: string;
            /** @description For others */
            name: string;
            /** @description Signs in with it */
            email: string;
            /** @description What the person may do */
            readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
            /** @description Whether the person cannot sign in */
            disabled: boolean;
            /** @description ISO 8601, UTC */
            created_at: string;
            /** @description The last sign-in; ISO 8601, UTC; null if there was none */
            last_seen_at: string | null;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: last_admin. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_people_id_reset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Make a link with which a person chooses another password */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Who the link is for */
            person: {
              /** @description `per_…` */
              id: string;
              /** @description For others */
              name: string;
              /** @description Signs in with it */
              email: string;
              /** @description What the person may do */
              readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
              /** @description Whether the person cannot sign in */
              disabled: boolean;
              /** @description ISO 8601, UTC */
              created_at: string;
              /** @description The last sign-in; ISO 8601, UTC; null if there was none */
              last_seen_at: string | null;
            };
            /** @description Opens the console, where the person chooses a password. It is shown only in this answer */
            link: string;
            /** @description ISO 8601, UTC */
            expires_at: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_invitations_token_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tell what a link is for */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Empty for the first person, who chooses one */
            email: string;
            /** @description Empty for the first person */
            name: string;
            /** @description What the person may do */
            readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
            /**
             * @description To make the first person, to join, or to choose another password
             * @enum {string}
             */
            purpose: 'first' | 'invite' | 'reset';
            /** @description ISO 8601, UTC */
            expires_at: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_invitations_token_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        token: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For others: in the audit log and in versions of records */
          name: string;
          /** @description Of the first person only */
          email?: string;
          /** @description 12 to 256 characters */
          password: string;
        };
      };
    };
    responses: {
      /** @description Join, or choose another password, and sign in */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Null for a session that was opened with a key */
            person: {
              /** @description `per_…` */
              id: string;
              /** @description For others: in the audit log and in versions of records */
              name: string;
              /** @description Signs in with it */
              email: string;
              /** @description What the person may do */
              readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
              /** @description Of the screens; null for that of the browser */
              language: string | null;
              /** @description Of the screens: light, dark or auto; null for that of the browser */
              scheme: string | null;
              /** @description Whether the person has chosen a password */
              has_password: boolean;
              /** @description Whether a code is asked for beside the password */
              has_totp: boolean;
            } | null;
            /** @description Whose data the session opens */
            account_id: string;
            /** @description Of a key: the role that its scopes are most like */
            readonly roles: ('admin' | 'clinician' | 'viewer' | 'developer')[];
            /** @description What may be asked; a viewer changes nothing in them */
            readonly scopes: ('time' | 'clinical' | 'admin')[];
            /** @description When the session ends even if it is used; ISO 8601, UTC */
            expires_at: string;
            /** @description When it ends unless it is used; ISO 8601, UTC */
            idle_expires_at: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: email_taken, cross_site_request, insecure_connection. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The patient's id, identifier, or name (whole words) */
          patient?: string;
          /** @description Beginnings of words in the patient's name or identifier, or in the title: `oka mrn12` */
          q?: string;
          /**
           * @description Only records in this state
           * @enum {string}
           */
          status?: 'draft' | 'signed' | 'amended';
          /** @description Only records of this form, such as `audio-note`, `image`, `pdf` */
          form?: string;
          /** @description Only records that were created then or later; milliseconds since 1970 */
          from?: number;
          /** @description Only records that were created before; milliseconds since 1970 */
          to?: number;
          /**
           * @description Most records in one page
           * @default 50
           */
          limit?: number;
          /** @description `next_cursor` of the page before, with the same filters */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description List and search the records of images and PDFs, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Newest first */
            readonly items: {
              /** @description A UUID */
              id: string;
              /** @description The path of the record */
              location: string;
              /** @description False if its content is missing or damaged: then only what the store knows is here, and the warning says what to do */
              readable: boolean;
              /** @description What made it: `audio-note`, `chiropractic-grid`, `image`, `pdf` */
              form: string;
              /** @description Template of the note; empty without one */
              template: string;
              /** @description What the sender called the file; empty if unknown */
              title: string;
              /**
               * @description Whether it is signed
               * @enum {string}
               */
              status: 'draft' | 'signed' | 'amended';
              /** @description Whose record it is; null if unknown */
              patient: {
                /** @description Id in another system, such as the health record */
                id?: string;
                /** @description Number that people use, such as a medical record number */
                identifier?: string;
                /** @description Full name */
                name?: string;
                /**
                 * Format: date
                 * @description YYYY-MM-DD
                 */
                birth_date?: string;
                /**
                 * @description Administrative sex
                 * @enum {string}
                 */
                sex?: 'female' | 'male' | 'other' | 'unknown';
              } | null;
              /** @description The visit that it is about; null if unknown */
              visit: {
                /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
                date?: string;
                /** @description Name of the clinician */
                clinician?: string;
                /** @description Where it was */
                location?: string;
                /** @description Why the patient came */
                reason?: string;
              } | null;
              /** @description Milliseconds since 1970 */
              createdAt: number;
              /** @description From 1; one more with each change */
              version: number;
              /** @description When this version was made, in milliseconds since 1970 */
              changedAt: number;
              /** @description Who made this version: the name or id of a key; null if unknown */
              by: string | null;
              /** @description What the clinician should check */
              readonly warnings: string[];
            }[];
            /** @description For the next page; null on the last one. A page of a search may have fewer records than `limit` */
            next_cursor: string | null;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: invalid_cursor. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_documents_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the record of an image or of PDFs, with evidence and warnings */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description A UUID */
            id: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description From 1; one more with each change */
            version: number;
            /** @description When this version was made, in milliseconds since 1970 */
            changedAt: number;
            /** @description Who made this version: the name or id of a key; null if unknown */
            by: string | null;
            /**
             * @description What was uploaded
             * @enum {string}
             */
            form: 'image' | 'pdf';
            /** @description The statements of the analysis or summary */
            readonly statements: {
              /** @description One sentence or finding of the analysis or summary */
              text: string;
              /** @description Ids of the cited passages; `image` is the image itself */
              readonly evidence: string[];
              /** @description False if the passages do not support it */
              grounded: boolean;
              /**
               * @description Why they do not; empty if they do: `no-evidence` (it cites nothing that exists), `image` (it rests on images alone, which are not compared), `content` (most of its words are not in the passages), `quantity` (a number, unit, count, ratio, date or frequency differs), `dose` (the passages give this dose to another medicine), `medicine` (the passages do not name this medicine), `name` (the passages do not have a name with a digit, such as L5), `negation` (the passages say the opposite: no for yes, worse for better, stop for start), `side` (another side, or one that is not named)
               * @default []
               */
              readonly doubts: string[];
            }[];
            /** @description The text of the document, by paragraph */
            readonly passages: {
              /** @description What evidence refers to */
              id: string;
              /** @description Index of the file in the request, from 0 */
              file: number;
              /** @description Page in the file, from 1; an image is page 1 */
              page: number;
              /** @description Its text */
              text: string;
            }[];
            /**
             * @description BCP 47; null if it is not known
             * @default null
             */
            language: string | null;
            /**
             * @description Laboratory results that are flagged or out of range
             * @default []
             */
            readonly findings: {
              /** @description As printed, such as `Potassium` */
              name: string;
              /** @description As printed, such as `5.9`, `<0.01` or `Reactive` */
              value: string;
              /** @description As printed; null without one */
              unit: string | null;
              /** @description The reference range as printed; null without one */
              range: string | null;
              /** @description As printed; `H`, `L` or `A` (abnormal) if only the range shows it */
              flag: string;
              /** @description Page in its file, from 1; an image is page 1 */
              page: number;
              /** @description Ids of the passages that it is read from */
              readonly evidence: string[];
            }[];
            /**
             * @description What the document says that is clinically relevant
             * @default []
             */
            readonly facts: {
              /** @description f1, f2, … in order */
              id: string;
              /**
               * @description What it is about
               * @enum {string}
               */
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
                | 'social';
              /** @description Its canonical name */
              term: string;
              /** @description A short phrase */
              text: string;
              /** @description The amount; null without one */
              value: string | null;
              /** @description The unit of the amount; null without one */
              unit: string | null;
              /**
               * @description What is said of it
               * @enum {string}
               */
              assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family';
              /** @description Ids of the segments or passages that say it */
              readonly evidence: string[];
              /** @description Whether a statement states it */
              in_note: boolean;
            }[];
            /**
             * @description How many of the facts the statements state
             * @default {
             *       "facts": 0,
             *       "in_note": 0,
             *       "omitted": []
             *     }
             */
            coverage: {
              /** @description How many facts were found */
              facts: number;
              /** @description How many of them the statements state */
              in_note: number;
              /** @description Ids of the others */
              readonly omitted: string[];
            };
            /** @description What the clinician should check */
            readonly warnings: string[];
            /** @description The software that made the record */
            providers: {
              /** @description The recogniser that read images; null if there was nothing to read */
              reader: {
                /** @description Name of the provider, as in configuration */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if unknown */
                version: string | null;
              } | null;
              /** @description The writer of the statements */
              writer: {
                /** @description Name of the provider, as in configuration */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if unknown */
                version: string | null;
              };
            };
            /**
             * @description What the sender called the first file; empty if unknown
             * @default
             */
            title: string;
            /**
             * @description Whose record it is; null if unknown
             * @default null
             */
            patient: {
              /** @description Id in another system, such as the health record */
              id?: string;
              /** @description Number that people use, such as a medical record number */
              identifier?: string;
              /** @description Full name */
              name?: string;
              /**
               * Format: date
               * @description YYYY-MM-DD
               */
              birth_date?: string;
              /**
               * @description Administrative sex
               * @enum {string}
               */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            /**
             * @description The visit that it is about; null if unknown
             * @default null
             */
            visit: {
              /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
              date?: string;
              /** @description Name of the clinician */
              clinician?: string;
              /** @description Where it was */
              location?: string;
              /** @description Why the patient came */
              reason?: string;
            } | null;
          } & {
            [key: string]: unknown;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_documents_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete the record of an image or of PDFs with its run and files */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  patch_api_v1_documents_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Whose record it is; null removes it */
          patient?: {
            /** @description Id in another system, such as the health record */
            id?: string;
            /** @description Number that people use, such as a medical record number */
            identifier?: string;
            /** @description Full name */
            name?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            birth_date?: string;
            /**
             * @description Administrative sex
             * @enum {string}
             */
            sex?: 'female' | 'male' | 'other' | 'unknown';
          } | null;
          /** @description The visit that it is about; null removes it */
          visit?: {
            /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
            date?: string;
            /** @description Name of the clinician */
            clinician?: string;
            /** @description Where it was */
            location?: string;
            /** @description Why the patient came */
            reason?: string;
          } | null;
          /** @description What it is called */
          title?: string;
        };
      };
    };
    responses: {
      /** @description Change the patient, the visit or the title of a document */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description A UUID */
            id: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description From 1; one more with each change */
            version: number;
            /** @description When this version was made, in milliseconds since 1970 */
            changedAt: number;
            /** @description Who made this version: the name or id of a key; null if unknown */
            by: string | null;
            /**
             * @description What was uploaded
             * @enum {string}
             */
            form: 'image' | 'pdf';
            /** @description The statements of the analysis or summary */
            readonly statements: {
              /** @description One sentence or finding of the analysis or summary */
              text: string;
              /** @description Ids of the cited passages; `image` is the image itself */
              readonly evidence: string[];
              /** @description False if the passages do not support it */
              grounded: boolean;
              /**
               * @description Why they do not; empty if they do: `no-evidence` (it cites nothing that exists), `image` (it rests on images alone, which are not compared), `content` (most of its words are not in the passages), `quantity` (a number, unit, count, ratio, date or frequency differs), `dose` (the passages give this dose to another medicine), `medicine` (the passages do not name this medicine), `name` (the passages do not have a name with a digit, such as L5), `negation` (the passages say the opposite: no for yes, worse for better, stop for start), `side` (another side, or one that is not named)
               * @default []
               */
              readonly doubts: string[];
            }[];
            /** @description The text of the document, by paragraph */
            readonly passages: {
              /** @description What evidence refers to */
              id: string;
              /** @description Index of the file in the request, from 0 */
              file: number;
              /** @description Page in the file, from 1; an image is page 1 */
              page: number;
              /** @description Its text */
              text: string;
            }[];
            /**
             * @description BCP 47; null if it is not known
             * @default null
             */
            language: string | null;
            /**
             * @description Laboratory results that are flagged or out of range
             * @default []
             */
            readonly findings: {
              /** @description As printed, such as `Potassium` */
              name: string;
              /** @description As printed, such as `5.9`, `<0.01` or `Reactive` */
              value: string;
              /** @description As printed; null without one */
              unit: string | null;
              /** @description The reference range as printed; null without one */
              range: string | null;
              /** @description As printed; `H`, `L` or `A` (abnormal) if only the range shows it */
              flag: string;
              /** @description Page in its file, from 1; an image is page 1 */
              page: number;
              /** @description Ids of the passages that it is read from */
              readonly evidence: string[];
            }[];
            /**
             * @description What the document says that is clinically relevant
             * @default []
             */
            readonly facts: {
              /** @description f1, f2, … in order */
              id: string;
              /**
               * @description What it is about
               * @enum {string}
               */
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
                | 'social';
              /** @description Its canonical name */
              term: string;
              /** @description A short phrase */
              text: string;
              /** @description The amount; null without one */
              value: string | null;
              /** @description The unit of the amount; null without one */
              unit: string | null;
              /**
               * @description What is said of it
               * @enum {string}
               */
              assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family';
              /** @description Ids of the segments or passages that say it */
              readonly evidence: string[];
              /** @description Whether a statement states it */
              in_note: boolean;
            }[];
            /**
             * @description How many of the facts the statements state
             * @default {
             *       "facts": 0,
             *       "in_note": 0,
             *       "omitted": []
             *     }
             */
            coverage: {
              /** @description How many facts were found */
              facts: number;
              /** @description How many of them the statements state */
              in_note: number;
              /** @description Ids of the others */
              readonly omitted: string[];
            };
            /** @description What the clinician should check */
            readonly warnings: string[];
            /** @description The software that made the record */
            providers: {
              /** @description The recogniser that read images; null if there was nothing to read */
              reader: {
                /** @description Name of the provider, as in configuration */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if unknown */
                version: string | null;
              } | null;
              /** @description The writer of the statements */
              writer: {
                /** @description Name of the provider, as in configuration */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if unknown */
                version: string | null;
              };
            };
            /**
             * @description What the sender called the first file; empty if unknown
             * @default
             */
            title: string;
            /**
             * @description Whose record it is; null if unknown
             * @default null
             */
            patient: {
              /** @description Id in another system, such as the health record */
              id?: string;
              /** @description Number that people use, such as a medical record number */
              identifier?: string;
              /** @description Full name */
              name?: string;
              /**
               * Format: date
               * @description YYYY-MM-DD
               */
              birth_date?: string;
              /**
               * @description Administrative sex
               * @enum {string}
               */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            /**
             * @description The visit that it is about; null if unknown
             * @default null
             */
            visit: {
              /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
              date?: string;
              /** @description Name of the clinician */
              clinician?: string;
              /** @description Where it was */
              location?: string;
              /** @description Why the patient came */
              reason?: string;
            } | null;
          } & {
            [key: string]: unknown;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, invalid_request. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_v1_record_event: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description What happened */
          description: string;
          /**
           * Format: date-time
           * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
           * @example 2025-03-01T08:30:00Z
           */
          time: string;
          /**
           * @description Where it happened
           * @example Berlin
           */
          location: string;
          /**
           * @description Names the event; unique in the account
           * @example moon-landing
           */
          event_id?: string;
          /**
           * Format: date-time
           * @description When it ended; not before `time`
           * @example 2025-03-01T08:30:00Z
           */
          end_time?: string;
          /** @description The events that caused it. A cause must be earlier than its effect */
          causes?: (
            | string
            | {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                event_id: string;
                /**
                 * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s
                 * @example 90m
                 * @example 7d
                 */
                min_delay?: string;
                /**
                 * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s
                 * @example 90m
                 * @example 7d
                 */
                max_delay?: string;
                /**
                 * @description Whether the delays count from the start of the cause, the default, or from its end
                 * @enum {string}
                 */
                from?: 'start' | 'end';
              }
          )[];
          /** @description Who took part. Nobody can be in two places at once */
          participants?: string[];
          /** @description The state that it needs, as set by the effects of events up to its time */
          requires?: {
            [key: string]: unknown;
          };
          /** @description The state that it sets */
          effects?: {
            [key: string]: unknown;
          };
          /** @description Where on Earth */
          geo?: {
            /** @description Degrees north */
            lat: number;
            /** @description Degrees east */
            lon: number;
          };
          /** @description Whether rescheduling other events leaves it at its time */
          fixed?: boolean;
          /** @description The timeline; default `primary` */
          timeline_id?: string;
        };
      };
    };
    responses: {
      /** @description Record an event */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /**
             * @description Names the event; unique in the account
             * @example moon-landing
             */
            event_id: string;
            /** @description What happened */
            description: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            time: string;
            /** @description Where it happened */
            location: string;
            /**
             * Format: date-time
             * @description When it ended
             * @example 2025-03-01T08:30:00Z
             */
            end_time?: string;
            /** @description The events that caused it */
            causes?: {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              event_id: string;
              /** @description A whole number of minutes: `90m` */
              min_delay?: string;
              /** @description A whole number of minutes: `90m` */
              max_delay?: string;
              /**
               * @description The delays count from the end of the cause
               * @enum {string}
               */
              from?: 'end';
            }[];
            /** @description Who took part */
            participants?: string[];
            /** @description The state that it needs */
            requires?: {
              [key: string]: unknown;
            };
            /** @description The state that it sets */
            effects?: {
              [key: string]: unknown;
            };
            /** @description Where on Earth */
            geo?: {
              /** @description Degrees north */
              lat: number;
              /** @description Degrees east */
              lon: number;
            };
            /**
             * @description Rescheduling other events leaves it at its time
             * @constant
             */
            fixed?: true;
            /** @description Where a manipulation made it: from which event, and how */
            manipulation?: {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              original_event_id: string;
              /** @description What was changed, and when */
              changes: {
                /** @description What was done */
                action: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC and whole seconds
                 * @example 2025-03-01T08:30:00Z
                 */
                time: string;
              }[];
            };
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: event-exists, timeline-not-found, invalid-timestamp, time-out-of-range, invalid-duration. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_import_events: {
    parameters: {
      query?: {
        timeline_id?: string;
        on_error?: 'fail' | 'skip';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The events. Up to 4294967296 bytes */
    requestBody: {
      content: {
        'application/x-ndjson': string;
        'application/ndjson': string;
        'application/jsonl': string;
        'application/cloudevents+json': string;
        'text/csv': string;
        'text/calendar': string;
      };
    };
    responses: {
      /** @description Import many events */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /** @description The number of events recorded */
            imported: number;
            /** @description The number of lines left out */
            skipped: number;
            /** @description Why lines were left out; the first 1,000 */
            errors: {
              /** @description From 1 */
              line: number;
              /** @description What is wrong with the line */
              detail: string;
            }[];
          };
          'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: import-failed, timeline-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Two ISO 8601 date-times joined by `/`, both included
           * @example 2025-03-01T00:00:00Z/2025-03-31T23:59:59Z
           */
          time_range?: string;
          /** @description The timeline; default `primary` */
          timeline_id?: string;
          /**
           * Format: date-time
           * @description The state of the timeline at this real time; default now
           * @example 2025-03-01T08:30:00Z
           */
          as_of?: string;
          /** @description The most events that a page holds */
          limit?: number;
          /** @description `next_cursor` of the page before */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description List the events of a timeline */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description By time, then by order of recording */
            events: {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              event_id: string;
              /** @description What happened */
              description: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
              /** @description Where it happened */
              location: string;
              /**
               * Format: date-time
               * @description When it ended
               * @example 2025-03-01T08:30:00Z
               */
              end_time?: string;
              /** @description The events that caused it */
              causes?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                event_id: string;
                /** @description A whole number of minutes: `90m` */
                min_delay?: string;
                /** @description A whole number of minutes: `90m` */
                max_delay?: string;
                /**
                 * @description The delays count from the end of the cause
                 * @enum {string}
                 */
                from?: 'end';
              }[];
              /** @description Who took part */
              participants?: string[];
              /** @description The state that it needs */
              requires?: {
                [key: string]: unknown;
              };
              /** @description The state that it sets */
              effects?: {
                [key: string]: unknown;
              };
              /** @description Where on Earth */
              geo?: {
                /** @description Degrees north */
                lat: number;
                /** @description Degrees east */
                lon: number;
              };
              /**
               * @description Rescheduling other events leaves it at its time
               * @constant
               */
              fixed?: true;
              /** @description Where a manipulation made it: from which event, and how */
              manipulation?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                original_event_id: string;
                /** @description What was changed, and when */
                changes: {
                  /** @description What was done */
                  action: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601 date-time in UTC and whole seconds
                   * @example 2025-03-01T08:30:00Z
                   */
                  time: string;
                }[];
              };
            }[];
            /** @description Absent on the last page, and if no page was asked for */
            next_cursor?: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-time-range, invalid-timestamp, time-out-of-range, invalid-cursor, timeline-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_v1_search_events: {
    parameters: {
      query?: {
        location?: string;
        time_range?: string;
        timeline_id?: string;
        as_of?: string;
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The whole name of the place, compared without case and surrounding spaces */
          location: string;
          /**
           * @description Two ISO 8601 date-times joined by `/`, both included
           * @example 2025-03-01T00:00:00Z/2025-03-31T23:59:59Z
           */
          time_range: string;
          /** @description The timeline; default `primary` */
          timeline_id?: string;
          /**
           * Format: date-time
           * @description The state of the timeline at this real time; default now
           * @example 2025-03-01T08:30:00Z
           */
          as_of?: string;
          /** @description The most events that a page holds */
          limit?: number;
          /** @description `next_cursor` of the page before */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description Search events */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description By time, then by order of recording */
            events: {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              event_id: string;
              /** @description What happened */
              description: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
              /** @description Where it happened */
              location: string;
              /**
               * Format: date-time
               * @description When it ended
               * @example 2025-03-01T08:30:00Z
               */
              end_time?: string;
              /** @description The events that caused it */
              causes?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                event_id: string;
                /** @description A whole number of minutes: `90m` */
                min_delay?: string;
                /** @description A whole number of minutes: `90m` */
                max_delay?: string;
                /**
                 * @description The delays count from the end of the cause
                 * @enum {string}
                 */
                from?: 'end';
              }[];
              /** @description Who took part */
              participants?: string[];
              /** @description The state that it needs */
              requires?: {
                [key: string]: unknown;
              };
              /** @description The state that it sets */
              effects?: {
                [key: string]: unknown;
              };
              /** @description Where on Earth */
              geo?: {
                /** @description Degrees north */
                lat: number;
                /** @description Degrees east */
                lon: number;
              };
              /**
               * @description Rescheduling other events leaves it at its time
               * @constant
               */
              fixed?: true;
              /** @description Where a manipulation made it: from which event, and how */
              manipulation?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                original_event_id: string;
                /** @description What was changed, and when */
                changes: {
                  /** @description What was done */
                  action: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601 date-time in UTC and whole seconds
                   * @example 2025-03-01T08:30:00Z
                   */
                  time: string;
                }[];
              };
            }[];
            /** @description Absent on the last page, and if no page was asked for */
            next_cursor?: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-time-range, invalid-timestamp, time-out-of-range, invalid-cursor, result-too-large, timeline-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_v1_monitor_events: {
    parameters: {
      query?: {
        location?: string;
        clock_id?: string;
        time_range?: string;
        timeline_id?: string;
        as_of?: string;
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description A place, or the id of an event */
          location: string;
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
          /**
           * @description Two ISO 8601 date-times joined by `/`, both included
           * @example 2025-03-01T00:00:00Z/2025-03-31T23:59:59Z
           */
          time_range: string;
          /** @description The timeline; default `primary` */
          timeline_id?: string;
          /**
           * Format: date-time
           * @description The state of the timeline at this real time; default now
           * @example 2025-03-01T08:30:00Z
           */
          as_of?: string;
          /** @description The most events that a page holds */
          limit?: number;
          /** @description `next_cursor` of the page before */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description Monitor a place or an event */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /** @description By time, then by order of recording */
            events: {
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
              /** @description What happens */
              description: string;
            }[];
            /** @description Absent on the last page, and if no page was asked for */
            next_cursor?: string;
          };
          'text/event-stream': {
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            time: string;
            /** @description What happens */
            description: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-time-range, invalid-timestamp, time-out-of-range, invalid-cursor, result-too-large, timeline-not-found, clock-not-found, last-event-too-old. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_manipulate_event: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Names the event; unique in the account
           * @example moon-landing
           */
          event_id: string;
          /** @description The new outcome; fields that are left out are inherited */
          new_outcome: {
            /** @description What happened */
            description: string;
            /** @description What is changed, and when */
            changes: {
              /** @description What is done */
              action: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
             * @example 2025-03-01T08:30:00Z
             */
            time?: string;
            /**
             * @description Where it happened
             * @example Berlin
             */
            location?: string;
            /** @description The events that caused it. A cause must be earlier than its effect */
            causes?: (
              | string
              | {
                  /**
                   * @description Names the event; unique in the account
                   * @example moon-landing
                   */
                  event_id: string;
                  /**
                   * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s
                   * @example 90m
                   * @example 7d
                   */
                  min_delay?: string;
                  /**
                   * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s
                   * @example 90m
                   * @example 7d
                   */
                  max_delay?: string;
                  /**
                   * @description Whether the delays count from the start of the cause, the default, or from its end
                   * @enum {string}
                   */
                  from?: 'start' | 'end';
                }
            )[];
            /** @description The state that it needs, as set by the effects of events up to its time */
            requires?: {
              [key: string]: unknown;
            };
            /** @description The state that it sets */
            effects?: {
              [key: string]: unknown;
            };
            /** @description Who took part. Nobody can be in two places at once */
            participants?: string[];
            /**
             * Format: date-time
             * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
             * @example 2025-03-01T08:30:00Z
             */
            end_time?: string;
            /** @description Where on Earth */
            geo?: {
              /** @description Degrees north */
              lat: number;
              /** @description Degrees east */
              lon: number;
            };
            /** @description Whether rescheduling other events leaves it at its time */
            fixed?: boolean;
          };
          /**
           * @description Whether a new paradox refuses the change
           * @default true
           */
          safety_check?: boolean;
          /**
           * @description Whether the events that name it as a cause name the new event instead, except those that require a value that only the old one sets
           * @default false
           */
          keep_effects?: boolean;
          /**
           * @description Whether to write nothing, and answer the same
           * @default false
           */
          dry_run?: boolean;
          /** @description Default: the timeline on which the event was made, if there is exactly one, else `primary` */
          timeline_id?: string;
        };
      };
    };
    responses: {
      /** @description Give an event a new outcome */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /**
             * @description Names the event; unique in the account
             * @example moon-landing
             */
            new_event_id: string;
            /** @description That of the new event */
            description: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            time: string;
            /** @description New warnings; only with `safety_check` */
            findings?: {
              /**
               * @description The kind of paradox or fault
               * @enum {string}
               */
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
              /**
               * @description How severe it is
               * @enum {string}
               */
              severity: 'error' | 'warning' | 'info';
              /** @description The events concerned, each once */
              event_ids: string[];
              /** @description The shortest chain of evidence */
              witness: {
                /** @description An event id, `anchor:` with an id, or a state key with its value */
                from: string;
                /** @description The same */
                to: string;
                /** @description The relation of `from` to `to`: `causes`, `requires`, `sets`, … */
                relation: string;
                /** @description For people */
                detail: string;
              }[];
              /** @description For people */
              explanation: string;
              /** @description The event of the witness that was recorded last; null if none was recorded yet */
              introduced_by: {
                /** @description Which event it is */
                event_id: string;
                /** @description Where it was recorded */
                timeline_id: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC and whole seconds
                 * @example 2025-03-01T08:30:00Z
                 */
                recorded_at: string;
                /** @description Of the request that recorded it */
                request_id: string;
              } | null;
            }[];
            /** @description The events that it affects, nearest first; only with `safety_check` */
            consequences?: {
              /** @description Which event it is */
              event_id: string;
              /** @description What happens there */
              description: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
              /**
               * @description How the change affects it
               * @enum {string}
               */
              effect: 'orphaned' | 'retimed' | 'affected';
              /** @description The number of steps from the manipulated event */
              distance: number;
              /** @description From the manipulated event to this one */
              path: string[];
              /**
               * @description What links it to the previous step
               * @enum {string}
               */
              basis: 'causes' | 'requires' | 'co_located';
            }[];
            /** @description Whether there are more than are listed */
            more_consequences?: boolean;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: event-not-found, event-superseded, paradox-detected, timeline-not-found, invalid-timestamp, time-out-of-range, invalid-duration. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_revert_event: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The manipulated event
           * @example moon-landing
           */
          event_id: string;
          /** @description The timeline; default `primary` */
          timeline_id?: string;
        };
      };
    };
    responses: {
      /** @description Revert a manipulation */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /**
             * @description Names the event; unique in the account
             * @example moon-landing
             */
            original_event_id: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: event-not-found, event-not-manipulated, event-already-reverted, event-has-successor, timeline-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_v1_event_history: {
    parameters: {
      query?: {
        event_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Names the event; unique in the account
           * @example moon-landing
           */
          event_id: string;
        };
      };
    };
    responses: {
      /** @description Read the history of an event */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In the order of recording */
            versions: {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              event_id: string;
              /** @description What happened */
              description: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
              /** @description Where it happened */
              location: string;
              /**
               * Format: date-time
               * @description When it ended
               * @example 2025-03-01T08:30:00Z
               */
              end_time?: string;
              /** @description The events that caused it */
              causes?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                event_id: string;
                /** @description A whole number of minutes: `90m` */
                min_delay?: string;
                /** @description A whole number of minutes: `90m` */
                max_delay?: string;
                /**
                 * @description The delays count from the end of the cause
                 * @enum {string}
                 */
                from?: 'end';
              }[];
              /** @description Who took part */
              participants?: string[];
              /** @description The state that it needs */
              requires?: {
                [key: string]: unknown;
              };
              /** @description The state that it sets */
              effects?: {
                [key: string]: unknown;
              };
              /** @description Where on Earth */
              geo?: {
                /** @description Degrees north */
                lat: number;
                /** @description Degrees east */
                lon: number;
              };
              /**
               * @description Rescheduling other events leaves it at its time
               * @constant
               */
              fixed?: true;
              /** @description Where a manipulation made it: from which event, and how */
              manipulation?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                original_event_id: string;
                /** @description What was changed, and when */
                changes: {
                  /** @description What was done */
                  action: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601 date-time in UTC and whole seconds
                   * @example 2025-03-01T08:30:00Z
                   */
                  time: string;
                }[];
              };
              /** @description Where it was recorded */
              timeline_id: string;
              /**
               * @description The operation that made the version; `relink`: its cause was replaced or brought back
               * @enum {string}
               */
              operation: 'record' | 'manipulate' | 'revert' | 'merge' | 'reschedule' | 'relink';
              /**
               * Format: date-time
               * @description The real time
               * @example 2025-03-01T08:30:00Z
               */
              recorded_at: string;
              /** @description The request that recorded it */
              request_id: string;
            }[];
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: event-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_reschedule: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The event that is moved
           * @example moon-landing
           */
          event_id: string;
          /**
           * Format: date-time
           * @description When it begins then
           * @example 2025-03-01T08:30:00Z
           */
          time: string;
          /**
           * @description Whether to write nothing, and answer the same
           * @default false
           */
          dry_run?: boolean;
          /** @description Default: the timeline on which the event was made, if there is exactly one, else `primary` */
          timeline_id?: string;
        };
      };
    };
    responses: {
      /** @description Move an event and what depends on its time */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /** @description All events that move, with the times at which they begin; by the new times */
            moved: {
              /** @description The event that moves */
              event_id: string;
              /**
               * Format: date-time
               * @description When it began
               * @example 2025-03-01T08:30:00Z
               */
              from: string;
              /**
               * Format: date-time
               * @description When it begins then
               * @example 2025-03-01T08:30:00Z
               */
              to: string;
            }[];
            /** @description The longest path through the delays to the event that ends last, the first event first */
            critical_path: string[];
            /** @description How far each event can move later before it moves the end or a fixed event: at most 1,000 events, those with the least slack first */
            slack: {
              /** @description Which event it is */
              event_id: string;
              /**
               * @description Whole minutes, rounded down: `90m`; `-90m` where a delay is broken by that much
               * @example 90m
               */
              slack: string;
            }[];
            /** @description Whether more events have slack than are listed */
            more_slack: boolean;
            /** @description What stays although the delays need it elsewhere, by time */
            conflicts: {
              /** @description The event that would have to move */
              event_id: string;
              /**
               * @description `fixed`: it has `fixed: true`. `anchor`: a locked anchor is at its moment, or at that to which it was moved. `contradiction`: no times keep the delays around it. `target`: it was to be moved to this time
               * @enum {string}
               */
              reason: 'fixed' | 'anchor' | 'contradiction' | 'target';
              /**
               * Format: date-time
               * @description When it begins
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
              /**
               * Format: date-time
               * @description When it would have to begin
               * @example 2025-03-01T08:30:00Z
               */
              needed: string;
              /** @description The event whose delay is broken; its own id if there is none */
              pushed_by: string;
            }[];
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: event-not-found, event-superseded, timeline-not-found, timeline-busy, invalid-timestamp, time-out-of-range. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The timeline; default `primary` */
          timeline_id?: string;
          /**
           * @description The event at which the path begins; only with `to`
           * @example moon-landing
           */
          from?: string;
          /**
           * @description The event at which it ends; only with `from`
           * @example moon-landing
           */
          to?: string;
        };
      };
    };
    responses: {
      /** @description Find what decides when a plan ends */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /** @description The longest path through the delays to the event that ends last, the first event first */
            critical_path: string[];
            /** @description How far each event can move later before it moves the end or a fixed event: at most 1,000 events, those with the least slack first */
            slack: {
              /** @description Which event it is */
              event_id: string;
              /**
               * @description Whole minutes, rounded down: `90m`; `-90m` where a delay is broken by that much
               * @example 90m
               */
              slack: string;
            }[];
            /** @description Whether more events have slack than are listed */
            more_slack: boolean;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: event-not-found, event-superseded, timeline-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_api_v1_transcripts_upload_image_file: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * Format: binary
           * @description PNG, JPEG, WebP, GIF, TIFF or BMP; only the first frame or page is used. Up to 25000000 bytes; by content: image/png, image/apng, image/jpeg, image/webp, image/gif, image/tiff, image/bmp
           */
          file?: string;
          /** @description Id of a complete upload (/api/v1/uploads), in place of `file`: one of both is required */
          upload_id?: string;
          /**
           * @description What the analysis should focus on
           * @default
           */
          text?: string;
          /** @description Language of the text in the image, BCP 47; default: read as the recogniser is configured, then detected */
          language?: string;
          /** @description Whose record it is, as JSON: {"id", "identifier", "name", "birth_date", "sex"}, each optional */
          patient?: string;
          /** @description The visit, as JSON: {"date", "clinician", "location", "reason"}, each optional */
          visit?: string;
        };
      };
    };
    responses: {
      /** @description Read and analyse an image */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Id of the record, a UUID */
            id: string;
            /** @description What the image shows, with the focus of the prompt; one statement per line */
            analysis: string;
            /** @description The recognised text, line by line */
            text: string;
            /** @description Pixels, in the orientation for viewing */
            width: number;
            /** @description Pixels */
            height: number;
            /**
             * @description Results of laboratory tables that are flagged or out of their printed range; the analysis begins with them
             * @default []
             */
            findings: {
              /** @description As printed, such as `Potassium` */
              name: string;
              /** @description As printed, such as `5.9`, `<0.01` or `Reactive` */
              value: string;
              /** @description As printed; null without one */
              unit: string | null;
              /** @description The reference range as printed; null without one */
              range: string | null;
              /** @description As printed; `H`, `L` or `A` (abnormal) if only the range shows it */
              flag: string;
              /** @description Page in its file, from 1; an image is page 1 */
              page: number;
              /** @description Ids of the passages that it is read from */
              readonly evidence: string[];
            }[];
            /** @description For the clinician: what was hard to read or could not be checked */
            warnings: string[];
            /** @description Milliseconds since 1970 */
            createdAt: number;
          };
          'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: unreadable_file, too_large. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_transcripts_live: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the recordings that are no records yet, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Newest first */
            items: {
              /** @description A UUID; also the id of the record, unless making it has failed before */
              id: string;
              /** @description Where the sound is sent: the path of an upload (tus 1.0) */
              upload: string;
              /** @description The form of documentation */
              form: string;
              /** @description Milliseconds since 1970 */
              createdAt: number;
              /** @description When the last sound arrived, in milliseconds since 1970 */
              changedAt: number;
              /** @description How much sound has arrived */
              bytes: number;
              /**
               * @description `failed`: no record could be made; look at the run, and finish or discard it
               * @enum {string}
               */
              status: 'open' | 'finishing' | 'failed';
              /** @description The run that makes the record, once it is finished */
              run: string | null;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_transcripts_live: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description What the note should emphasise
           * @default
           */
          text?: string;
          /** @description BCP 47; default: detected */
          language?: string;
          /** @description Number of speakers; default: detected */
          speakers?: number;
          /** @description Template of the note; default: that of the form */
          template?: string;
          /** @description Whose record it will be */
          patient?: {
            /** @description Id in another system, such as the health record */
            id?: string;
            /** @description Number that people use, such as a medical record number */
            identifier?: string;
            /** @description Full name */
            name?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            birth_date?: string;
            /**
             * @description Administrative sex
             * @enum {string}
             */
            sex?: 'female' | 'male' | 'other' | 'unknown';
          };
          /** @description The visit that it is about */
          visit?: {
            /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
            date?: string;
            /** @description Name of the clinician */
            clinician?: string;
            /** @description Where it was */
            location?: string;
            /** @description Why the patient came */
            reason?: string;
          };
          /**
           * @description The form of documentation: `audio-note`, `chiropractic-grid`
           * @default audio-note
           */
          form?: string;
        };
      };
    };
    responses: {
      /** @description Open a recording that is sent while somebody speaks */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description A UUID; also the id of the record, unless making it has failed before */
            id: string;
            /** @description Where the sound is sent: the path of an upload (tus 1.0) */
            upload: string;
            /** @description The form of documentation */
            form: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description When the last sound arrived, in milliseconds since 1970 */
            changedAt: number;
            /** @description How much sound has arrived */
            bytes: number;
            /**
             * @description `failed`: no record could be made; look at the run, and finish or discard it
             * @enum {string}
             */
            status: 'open' | 'finishing' | 'failed';
            /** @description The run that makes the record, once it is finished */
            run: string | null;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: quota_exceeded. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_transcripts_live_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read an open recording */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description A UUID; also the id of the record, unless making it has failed before */
            id: string;
            /** @description Where the sound is sent: the path of an upload (tus 1.0) */
            upload: string;
            /** @description The form of documentation */
            form: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description When the last sound arrived, in milliseconds since 1970 */
            changedAt: number;
            /** @description How much sound has arrived */
            bytes: number;
            /**
             * @description `failed`: no record could be made; look at the run, and finish or discard it
             * @enum {string}
             */
            status: 'open' | 'finishing' | 'failed';
            /** @description The run that makes the record, once it is finished */
            run: string | null;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_transcripts_live_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Discard a recording with its sound */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, recording_finished. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_transcripts_live_id_events: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Follow what is heard in an open recording */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was heard so far */
            segments: unknown[];
          };
          'text/event-stream':
            | {
                /** @description Also the id of the event: send the last one as `Last-Event-ID` to go on after it */
                id: string;
                /** @description Label of the voice in this stretch alone; null if it is not known */
                speaker: string | null;
                /** @description From the start of the recording, in milliseconds */
                startMs: number;
                /** @description From the start of the recording, in milliseconds */
                endMs: number;
                /** @description What was said; the record may say it better */
                text: string;
              }
            | {
                /** @description How loud the newest sound is, in dBFS: 0 is full scale */
                level: number;
              };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_transcripts_live_id_finish: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Make the record of a recording, from its whole sound */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, no_speech, unreadable_file, provider_unavailable. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_admin_parts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Show the health of every part of this host, with how to mend it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In the order of creation */
            items: {
              /** @description `plugin events`, `store sqlite` */
              name: string;
              /**
               * @description `degraded` still serves, but refuses some requests
               * @enum {string}
               */
              status: 'ok' | 'degraded' | 'failed';
              /** @description What was found */
              detail: string;
              /** @description How to mend it; null if there is nothing to mend */
              hint: string | null;
            }[];
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_admin_models: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the models that providers can use, with their state on this machine */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Sorted by name */
            items: {
              /** @description `whisper-tiny.en` */
              name: string;
              /** @description What it is for */
              description: string;
              /** @description The size of the download; null if unknown */
              bytes: number | null;
              /** @description An SPDX name, or words */
              licence: string;
              /**
               * @description Where it stands on this machine
               * @enum {string}
               */
              status: 'ready' | 'absent' | 'damaged' | 'downloading';
              /** @description The completed fraction of the download, from 0 to 1; null if there is none */
              progress: number | null;
              /** @description Why it is damaged, or why the last download failed; null otherwise */
              fault: string | null;
            }[];
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_admin_models_name_download: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Begin to download a model */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Only of this account */
          account?: string;
          /** @description Only of this record, run, key or document */
          record?: string;
          /** @description Only of this key */
          key?: string;
          /**
           * @description At most so many entries
           * @default 100
           */
          limit?: number;
          /** @description `next_cursor` of the page before */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description Search the audit log of this host, the newest entries first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The newest first */
            items: {
              /** @description ISO 8601, UTC */
              at: string;
              /** @description The chain of hashes that it is in; each process has its own */
              chain: string;
              /** @description Its number in the chain, from 1 */
              seq: number;
              /** @description Whose data; null if it concerns the whole installation */
              account: string | null;
              /** @description The id of the key; null for operations of the host itself */
              key: string | null;
              /** @description A route, or an operation in words */
              action: string;
              /** @description The id of the record, run, key or document; null if there is none */
              record: string | null;
              /** @description The HTTP status, or `done` or `failed` */
              outcome: number | ('done' | 'failed');
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-cursor. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_admin_audit_verification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Recompute the chains of the audit log, from the first entry to the last */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In order of the chains */
            items: {
              /** @description Each process that writes has a chain */
              chain: string;
              /** @description How many entries are valid, from the first one on */
              entries: number;
              /** @description SHA-256 of the last valid entry; keep it elsewhere to prove later that nothing changed */
              hash: string;
              /** @description What breaks the chain, and where; null if nothing does */
              fault: string | null;
            }[];
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_api_v1_transcripts_upload_pdf_files: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description PDFs with at most 50 pages and 100000000 bytes together. Up to 100000000 bytes each; by content: application/pdf */
          files?: string[];
          /** @description Id of a complete upload (/api/v1/uploads), in place of `files`: one of both is required */
          upload_id?: string[];
          /**
           * @description What the summary should focus on
           * @default
           */
          text?: string;
          /** @description Language of the files, BCP 47; default: detected */
          language?: string;
          /** @description Whose record it is, as JSON: {"id", "identifier", "name", "birth_date", "sex"}, each optional */
          patient?: string;
          /** @description The visit, as JSON: {"date", "clinician", "location", "reason"}, each optional */
          visit?: string;
        };
      };
    };
    responses: {
      /** @description Summarise PDFs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Id of the record, a UUID */
            id: string;
            /** @description One statement per line; empty if the files contain no text */
            summary: string;
            /** @description Pages of all files */
            pages: number;
            /** @description In the order of the request */
            files: {
              /** @description File name from the client */
              name: string;
              /** @description Number of pages */
              pages: number;
              /** @description Title in the file's metadata; null if there is none */
              title: string | null;
            }[];
            /** @description Each page that supports a statement */
            citations: {
              /** @description A line of the summary */
              statement: string;
              /** @description Index of the file in `files`, from 0 */
              file: number;
              /** @description A page that supports the statement, from 1 */
              page: number;
            }[];
            /**
             * @description Results of laboratory tables that are flagged or out of their printed range; the summary begins with them
             * @default []
             */
            findings: {
              /** @description As printed, such as `Potassium` */
              name: string;
              /** @description As printed, such as `5.9`, `<0.01` or `Reactive` */
              value: string;
              /** @description As printed; null without one */
              unit: string | null;
              /** @description The reference range as printed; null without one */
              range: string | null;
              /** @description As printed; `H`, `L` or `A` (abnormal) if only the range shows it */
              flag: string;
              /** @description Page in its file, from 1; an image is page 1 */
              page: number;
              /** @description Ids of the passages that it is read from */
              readonly evidence: string[];
            }[];
            /** @description What to check: pages that were hard to read, statements that the pages do not support, and what was left out */
            warnings: string[];
            /** @description Milliseconds since 1970 */
            createdAt: number;
          };
          'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: too_many_pages, unreadable_file, too_large, unsupported_media_type. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The patient's id, identifier, or name (whole words) */
          patient?: string;
          /** @description Beginnings of words in the patient's name or identifier, or in the title: `oka mrn12` */
          q?: string;
          /**
           * @description Only records in this state
           * @enum {string}
           */
          status?: 'draft' | 'signed' | 'amended';
          /** @description Only records of this form, such as `audio-note`, `image`, `pdf` */
          form?: string;
          /** @description Only records that were created then or later; milliseconds since 1970 */
          from?: number;
          /** @description Only records that were created before; milliseconds since 1970 */
          to?: number;
          /**
           * @description Most records in one page
           * @default 50
           */
          limit?: number;
          /** @description `next_cursor` of the page before, with the same filters */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description List and search transcripts and documents together, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Newest first */
            readonly items: {
              /** @description A UUID */
              id: string;
              /** @description The path of the record */
              location: string;
              /** @description False if its content is missing or damaged: then only what the store knows is here, and the warning says what to do */
              readable: boolean;
              /** @description What made it: `audio-note`, `chiropractic-grid`, `image`, `pdf` */
              form: string;
              /** @description Template of the note; empty without one */
              template: string;
              /** @description What the sender called the file; empty if unknown */
              title: string;
              /**
               * @description Whether it is signed
               * @enum {string}
               */
              status: 'draft' | 'signed' | 'amended';
              /** @description Whose record it is; null if unknown */
              patient: {
                /** @description Id in another system, such as the health record */
                id?: string;
                /** @description Number that people use, such as a medical record number */
                identifier?: string;
                /** @description Full name */
                name?: string;
                /**
                 * Format: date
                 * @description YYYY-MM-DD
                 */
                birth_date?: string;
                /**
                 * @description Administrative sex
                 * @enum {string}
                 */
                sex?: 'female' | 'male' | 'other' | 'unknown';
              } | null;
              /** @description The visit that it is about; null if unknown */
              visit: {
                /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
                date?: string;
                /** @description Name of the clinician */
                clinician?: string;
                /** @description Where it was */
                location?: string;
                /** @description Why the patient came */
                reason?: string;
              } | null;
              /** @description Milliseconds since 1970 */
              createdAt: number;
              /** @description From 1; one more with each change */
              version: number;
              /** @description When this version was made, in milliseconds since 1970 */
              changedAt: number;
              /** @description Who made this version: the name or id of a key; null if unknown */
              by: string | null;
              /** @description What the clinician should check */
              readonly warnings: string[];
            }[];
            /** @description For the next page; null on the last one. A page of a search may have fewer records than `limit` */
            next_cursor: string | null;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: invalid_cursor. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Only the runs of this workflow */
          workflow?: string;
          /**
           * @description Only runs with this status
           * @enum {string}
           */
          status?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
          /** @description Only runs that were created then or later; milliseconds since 1970 */
          from?: number;
          /** @description Only runs that were created before; milliseconds since 1970 */
          to?: number;
          /** @description Page size; default 50 */
          limit?: number;
          /** @description `next_cursor` of the page before, with the same filters */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description List runs, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Without their results */
            readonly items: {
              /** @description UUID */
              id: string;
              /** @description What kind of work it is */
              workflow: string;
              /** @description What the client called its file */
              name: string;
              /**
               * @description The state of the run
               * @enum {string}
               */
              status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
              /** @description The step that is running or ran last */
              step: string | null;
              /** @description Milliseconds since 1970 */
              createdAt: number;
              /** @description Only if the status is failed */
              error:
                | ({
                    /** @description The HTTP status of the plain call, beside the other members of its problem */
                    status: number;
                    /** @description What went wrong */
                    readonly detail: {
                      /** @description Where the fault is: `body`, and a field */
                      readonly loc: (string | number)[];
                      /** @description What is wrong, and how to fix it */
                      msg: string;
                      /** @description A code, such as `no_speech` */
                      type: string;
                    }[];
                  } & {
                    [key: string]: unknown;
                  })
                | null;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: invalid_cursor. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_runs_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Follow a run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description UUID */
            id: string;
            /** @description What kind of work it is */
            workflow: string;
            /** @description What the client called its file */
            name: string;
            /**
             * @description The state of the run
             * @enum {string}
             */
            status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
            /** @description The step that is running or ran last */
            step: string | null;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description Only if the status is failed */
            error:
              | ({
                  /** @description The HTTP status of the plain call, beside the other members of its problem */
                  status: number;
                  /** @description What went wrong */
                  readonly detail: {
                    /** @description Where the fault is: `body`, and a field */
                    readonly loc: (string | number)[];
                    /** @description What is wrong, and how to fix it */
                    msg: string;
                    /** @description A code, such as `no_speech` */
                    type: string;
                  }[];
                } & {
                  [key: string]: unknown;
                })
              | null;
            /** @description The answer of the plain call; null until done, and after the record is deleted */
            result: unknown;
            /** @description Each node of the workflow, in its order */
            readonly steps: components['schemas']['RunStep'][];
            /** @description The signals that the run waits for now */
            readonly waitingFor: {
              /** @description The `name` for `POST /api/v1/runs/{id}/signals/{name}` */
              signal: string;
              /** @description When the wait times out, in milliseconds since 1970; null: never */
              until: number | null;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_runs_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancel a run, or delete one that has failed or was cancelled */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description UUID */
            id: string;
            /** @description What kind of work it is */
            workflow: string;
            /** @description What the client called its file */
            name: string;
            /**
             * @description The state of the run
             * @enum {string}
             */
            status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
            /** @description The step that is running or ran last */
            step: string | null;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description Only if the status is failed */
            error:
              | ({
                  /** @description The HTTP status of the plain call, beside the other members of its problem */
                  status: number;
                  /** @description What went wrong */
                  readonly detail: {
                    /** @description Where the fault is: `body`, and a field */
                    readonly loc: (string | number)[];
                    /** @description What is wrong, and how to fix it */
                    msg: string;
                    /** @description A code, such as `no_speech` */
                    type: string;
                  }[];
                } & {
                  [key: string]: unknown;
                })
              | null;
            /** @description The answer of the plain call; null until done, and after the record is deleted */
            result: unknown;
            /** @description Each node of the workflow, in its order */
            readonly steps: components['schemas']['RunStep'][];
            /** @description The signals that the run waits for now */
            readonly waitingFor: {
              /** @description The `name` for `POST /api/v1/runs/{id}/signals/{name}` */
              signal: string;
              /** @description When the wait times out, in milliseconds since 1970; null: never */
              until: number | null;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_runs_id_retry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The `id` of a step, or its name: it runs again, and all after it */
          from?: string;
        };
      };
    };
    responses: {
      /** @description Run a failed run again, from its failed step or an earlier one */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description UUID */
            id: string;
            /** @description What kind of work it is */
            workflow: string;
            /** @description What the client called its file */
            name: string;
            /**
             * @description The state of the run
             * @enum {string}
             */
            status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
            /** @description The step that is running or ran last */
            step: string | null;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description Only if the status is failed */
            error:
              | ({
                  /** @description The HTTP status of the plain call, beside the other members of its problem */
                  status: number;
                  /** @description What went wrong */
                  readonly detail: {
                    /** @description Where the fault is: `body`, and a field */
                    readonly loc: (string | number)[];
                    /** @description What is wrong, and how to fix it */
                    msg: string;
                    /** @description A code, such as `no_speech` */
                    type: string;
                  }[];
                } & {
                  [key: string]: unknown;
                })
              | null;
            /** @description The answer of the plain call; null until done, and after the record is deleted */
            result: unknown;
            /** @description Each node of the workflow, in its order */
            readonly steps: components['schemas']['RunStep'][];
            /** @description The signals that the run waits for now */
            readonly waitingFor: {
              /** @description The `name` for `POST /api/v1/runs/{id}/signals/{name}` */
              signal: string;
              /** @description When the wait times out, in milliseconds since 1970; null: never */
              until: number | null;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, run_not_retryable. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_runs_id_signals_name_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          [key: string]: unknown;
        };
      };
    };
    responses: {
      /** @description Send a signal to a run that waits for it */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The id of the run */
            id: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, not_waiting. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_schedules: {
    parameters: {
      query?: {
        clock_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
        };
      };
    };
    responses: {
      /** @description List schedules, by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description By name */
            readonly items: {
              /** @description Unique in the installation */
              name: string;
              /** @description Who declared it */
              plugin: string;
              /** @description What it starts */
              workflow: string;
              /** @description Minute, hour, day, month, weekday; if there are more fields, seconds before and years after */
              cron: string;
              /** @description IANA name of the time zone of the cron expression */
              timeZone: string;
              /**
               * @description Whether it follows real time or the account's clock
               * @enum {string}
               */
              clock: 'wall' | 'account';
              /**
               * @description For which of the times it fires that passed while no host ran
               * @enum {string}
               */
              missed: 'latest' | 'all' | 'none';
              /** @description Whether it is kept from firing */
              paused: boolean;
              /** @description For which time it fired last; null if never. Milliseconds since 1970, on the clock of the schedule */
              last: number | null;
              /** @description The next three times; none while it is paused. Milliseconds since 1970, on the clock of the schedule */
              readonly next: number[];
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: clock_not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_schedules_name_pause: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
        };
      };
    };
    responses: {
      /** @description Keep a schedule from firing */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Unique in the installation */
            name: string;
            /** @description Who declared it */
            plugin: string;
            /** @description What it starts */
            workflow: string;
            /** @description Minute, hour, day, month, weekday; if there are more fields, seconds before and years after */
            cron: string;
            /** @description IANA name of the time zone of the cron expression */
            timeZone: string;
            /**
             * @description Whether it follows real time or the account's clock
             * @enum {string}
             */
            clock: 'wall' | 'account';
            /**
             * @description For which of the times it fires that passed while no host ran
             * @enum {string}
             */
            missed: 'latest' | 'all' | 'none';
            /** @description Whether it is kept from firing */
            paused: boolean;
            /** @description For which time it fired last; null if never. Milliseconds since 1970, on the clock of the schedule */
            last: number | null;
            /** @description The next three times; none while it is paused. Milliseconds since 1970, on the clock of the schedule */
            readonly next: number[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, forbidden, clock_not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_schedules_name_resume: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
        };
      };
    };
    responses: {
      /** @description Let a schedule fire again, from its next time on */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Unique in the installation */
            name: string;
            /** @description Who declared it */
            plugin: string;
            /** @description What it starts */
            workflow: string;
            /** @description Minute, hour, day, month, weekday; if there are more fields, seconds before and years after */
            cron: string;
            /** @description IANA name of the time zone of the cron expression */
            timeZone: string;
            /**
             * @description Whether it follows real time or the account's clock
             * @enum {string}
             */
            clock: 'wall' | 'account';
            /**
             * @description For which of the times it fires that passed while no host ran
             * @enum {string}
             */
            missed: 'latest' | 'all' | 'none';
            /** @description Whether it is kept from firing */
            paused: boolean;
            /** @description For which time it fired last; null if never. Milliseconds since 1970, on the clock of the schedule */
            last: number | null;
            /** @description The next three times; none while it is paused. Milliseconds since 1970, on the clock of the schedule */
            readonly next: number[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, forbidden, clock_not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_schedules_name_run: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
        };
      };
    };
    responses: {
      /** @description Start now what a schedule starts */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The id of the run */
            id: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, forbidden, clock_not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_v1_travel: {
    parameters: {
      query?: {
        wait?: 'settled';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: date-time
           * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
           * @example 2025-03-01T08:30:00Z
           */
          destination_time: string;
          /** @description Where to */
          location: string;
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
          /**
           * @description Answers once the sleeps, schedules and automations that the move set off have come to rest, with `settled`; at most 30 s later
           * @constant
           */
          wait?: 'settled';
        };
      };
    };
    responses: {
      /** @description Travel to a time and a place */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            current_time: string;
            /** @description Where the clock is now */
            location: string;
            /** @description With `wait=settled`: whether all that the move set off has been done; false if it was still at work after 30 s */
            settled?: boolean;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-timestamp, time-out-of-range, clock-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_pause_time: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
        };
      };
    };
    responses: {
      /** @description Pause time */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            paused_at: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: clock-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_resume_time: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
        };
      };
    };
    responses: {
      /** @description Resume time */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            current_time: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: clock-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_fast_forward: {
    parameters: {
      query?: {
        wait?: 'settled';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s; or an ISO 8601 duration, whose days, weeks, months and years are those of the calendar in the clock's time zone
           * @example 90m
           * @example 7d
           * @example P1M
           * @example PT36H
           */
          duration: string;
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
          /**
           * @description Answers once the sleeps, schedules and automations that the move set off have come to rest, with `settled`; at most 30 s later
           * @constant
           */
          wait?: 'settled';
        };
      };
    };
    responses: {
      /** @description Move the clock forward */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            new_time: string;
            /** @description With `wait=settled`: whether all that the move set off has been done; false if it was still at work after 30 s */
            settled?: boolean;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-duration, time-out-of-range, clock-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_rewind: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s; or an ISO 8601 duration, whose days, weeks, months and years are those of the calendar in the clock's time zone
           * @example 90m
           * @example 7d
           * @example P1M
           * @example PT36H
           */
          duration: string;
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
        };
      };
    };
    responses: {
      /** @description Move the clock back */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            new_time: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-duration, time-out-of-range, clock-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_v1_current_time: {
    parameters: {
      query?: {
        clock_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          clock_id?: string;
        };
      };
    };
    responses: {
      /** @description Read the clock */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            current_time: string;
            /**
             * @description The same in the time zone of the clock; absent if none was set
             * @example 2025-03-01T09:30:00+01:00
             */
            local_time?: string;
            /** @description IANA name; absent if none was set */
            time_zone?: string;
            /**
             * @description Whether the clock ticks
             * @enum {string}
             */
            state: 'running' | 'paused';
            /** @description Where the last travel went; null before the first */
            location: string | null;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: clock-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The most clocks that a page holds */
          limit?: number;
          /** @description `next_cursor` of the page before */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description List the clocks */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In order of creation */
            clocks: {
              /**
               * @description A clock of `POST /v1/clocks`; default: the account's own
               * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
               */
              clock_id: string;
              /** @description For people; null if it has none */
              name: string | null;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              current_time: string;
              /**
               * @description The same in the time zone of the clock; absent if none was set
               * @example 2025-03-01T09:30:00+01:00
               */
              local_time?: string;
              /**
               * @description Whether the clock ticks
               * @enum {string}
               */
              state: 'running' | 'paused';
              /** @description Where the last travel went; null before the first */
              location: string | null;
              /** @description IANA name; null if none was set */
              time_zone: string | null;
              /**
               * Format: date-time
               * @description The real time
               * @example 2025-03-01T08:30:00Z
               */
              created_at: string;
              /** @description The real time from which on it is deleted unless it is used before; null: never */
              expires_at: string | null;
            }[];
            /** @description Absent on the last page */
            next_cursor?: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-cursor. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_clocks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description For people; several clocks can have the same */
          name?: string;
          /**
           * Format: date-time
           * @description What it shows first; default: the real time
           * @example 2025-03-01T08:30:00Z
           */
          now?: string;
          /**
           * @description IANA name of the time zone; default UTC
           * @example Europe/Berlin
           */
          time_zone?: string;
          /**
           * @description How long it is kept after its last use, in real time; default: until it is deleted
           * @example 90m
           * @example 7d
           * @example P1M
           * @example PT36H
           */
          ttl?: string;
        };
      };
    };
    responses: {
      /** @description Create a clock */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
            /**
             * @description A clock of `POST /v1/clocks`; default: the account's own
             * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
             */
            clock_id: string;
            /** @description For people; null if it has none */
            name: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            current_time: string;
            /**
             * @description The same in the time zone of the clock; absent if none was set
             * @example 2025-03-01T09:30:00+01:00
             */
            local_time?: string;
            /**
             * @description Whether the clock ticks
             * @enum {string}
             */
            state: 'running' | 'paused';
            /** @description Where the last travel went; null before the first */
            location: string | null;
            /** @description IANA name; null if none was set */
            time_zone: string | null;
            /**
             * Format: date-time
             * @description The real time
             * @example 2025-03-01T08:30:00Z
             */
            created_at: string;
            /** @description The real time from which on it is deleted unless it is used before; null: never */
            expires_at: string | null;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: invalid-timestamp, time-out-of-range, invalid-time-zone, invalid-duration. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  delete_v1_clocks_id_: {
    parameters: {
      query?: {
        force?: boolean;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Whether to cancel the runs that sleep on it
           * @default false
           */
          force?: boolean;
        };
      };
    };
    responses: {
      /** @description Delete a clock */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for a person */
            status: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: clock-not-found, clock-in-use. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_create_timeline: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Id of a timeline; `primary` is the main one */
          base_timeline_id: string;
          /** @description What the timeline is for */
          description: string;
        };
      };
    };
    responses: {
      /** @description Create an alternate timeline */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Id of a timeline; `primary` is the main one */
            timeline_id: string;
            /** @description What was done, for people */
            status: string;
            /** @description What the timeline is for */
            description: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: timeline-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_v1_list_timelines: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the timelines */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In order of creation */
            timelines: {
              /** @description Id of a timeline; `primary` is the main one */
              timeline_id: string;
              /** @description What the timeline is for */
              description: string;
              /** @description The timeline that it branched from; absent for `primary` */
              base_timeline_id?: string;
              /**
               * Format: date-time
               * @description The real time
               * @example 2025-03-01T08:30:00Z
               */
              created_at?: string;
            }[];
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_v1_compare_timelines: {
    parameters: {
      query?: {
        timeline_id?: string;
        other_timeline_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Id of a timeline; `primary` is the main one */
          timeline_id: string;
          /** @description Id of a timeline; `primary` is the main one */
          other_timeline_id: string;
        };
      };
    };
    responses: {
      /** @description Compare two timelines */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /** @description Shown by `other_timeline_id` alone */
            added: {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              event_id: string;
              /** @description What happened */
              description: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
              /** @description Where it happened */
              location: string;
              /**
               * Format: date-time
               * @description When it ended
               * @example 2025-03-01T08:30:00Z
               */
              end_time?: string;
              /** @description The events that caused it */
              causes?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                event_id: string;
                /** @description A whole number of minutes: `90m` */
                min_delay?: string;
                /** @description A whole number of minutes: `90m` */
                max_delay?: string;
                /**
                 * @description The delays count from the end of the cause
                 * @enum {string}
                 */
                from?: 'end';
              }[];
              /** @description Who took part */
              participants?: string[];
              /** @description The state that it needs */
              requires?: {
                [key: string]: unknown;
              };
              /** @description The state that it sets */
              effects?: {
                [key: string]: unknown;
              };
              /** @description Where on Earth */
              geo?: {
                /** @description Degrees north */
                lat: number;
                /** @description Degrees east */
                lon: number;
              };
              /**
               * @description Rescheduling other events leaves it at its time
               * @constant
               */
              fixed?: true;
              /** @description Where a manipulation made it: from which event, and how */
              manipulation?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                original_event_id: string;
                /** @description What was changed, and when */
                changes: {
                  /** @description What was done */
                  action: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601 date-time in UTC and whole seconds
                   * @example 2025-03-01T08:30:00Z
                   */
                  time: string;
                }[];
              };
            }[];
            /** @description Shown by `timeline_id` alone */
            removed: {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              event_id: string;
              /** @description What happened */
              description: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
              /** @description Where it happened */
              location: string;
              /**
               * Format: date-time
               * @description When it ended
               * @example 2025-03-01T08:30:00Z
               */
              end_time?: string;
              /** @description The events that caused it */
              causes?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                event_id: string;
                /** @description A whole number of minutes: `90m` */
                min_delay?: string;
                /** @description A whole number of minutes: `90m` */
                max_delay?: string;
                /**
                 * @description The delays count from the end of the cause
                 * @enum {string}
                 */
                from?: 'end';
              }[];
              /** @description Who took part */
              participants?: string[];
              /** @description The state that it needs */
              requires?: {
                [key: string]: unknown;
              };
              /** @description The state that it sets */
              effects?: {
                [key: string]: unknown;
              };
              /** @description Where on Earth */
              geo?: {
                /** @description Degrees north */
                lat: number;
                /** @description Degrees east */
                lon: number;
              };
              /**
               * @description Rescheduling other events leaves it at its time
               * @constant
               */
              fixed?: true;
              /** @description Where a manipulation made it: from which event, and how */
              manipulation?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                original_event_id: string;
                /** @description What was changed, and when */
                changes: {
                  /** @description What was done */
                  action: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601 date-time in UTC and whole seconds
                   * @example 2025-03-01T08:30:00Z
                   */
                  time: string;
                }[];
              };
            }[];
            /** @description Manipulated on one of them, or on both */
            changed: {
              /** @description As `timeline_id` shows it */
              from: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                event_id: string;
                /** @description What happened */
                description: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC and whole seconds
                 * @example 2025-03-01T08:30:00Z
                 */
                time: string;
                /** @description Where it happened */
                location: string;
                /**
                 * Format: date-time
                 * @description When it ended
                 * @example 2025-03-01T08:30:00Z
                 */
                end_time?: string;
                /** @description The events that caused it */
                causes?: {
                  /**
                   * @description Names the event; unique in the account
                   * @example moon-landing
                   */
                  event_id: string;
                  /** @description A whole number of minutes: `90m` */
                  min_delay?: string;
                  /** @description A whole number of minutes: `90m` */
                  max_delay?: string;
                  /**
                   * @description The delays count from the end of the cause
                   * @enum {string}
                   */
                  from?: 'end';
                }[];
                /** @description Who took part */
                participants?: string[];
                /** @description The state that it needs */
                requires?: {
                  [key: string]: unknown;
                };
                /** @description The state that it sets */
                effects?: {
                  [key: string]: unknown;
                };
                /** @description Where on Earth */
                geo?: {
                  /** @description Degrees north */
                  lat: number;
                  /** @description Degrees east */
                  lon: number;
                };
                /**
                 * @description Rescheduling other events leaves it at its time
                 * @constant
                 */
                fixed?: true;
                /** @description Where a manipulation made it: from which event, and how */
                manipulation?: {
                  /**
                   * @description Names the event; unique in the account
                   * @example moon-landing
                   */
                  original_event_id: string;
                  /** @description What was changed, and when */
                  changes: {
                    /** @description What was done */
                    action: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 date-time in UTC and whole seconds
                     * @example 2025-03-01T08:30:00Z
                     */
                    time: string;
                  }[];
                };
              };
              /** @description As `other_timeline_id` shows it */
              to: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                event_id: string;
                /** @description What happened */
                description: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC and whole seconds
                 * @example 2025-03-01T08:30:00Z
                 */
                time: string;
                /** @description Where it happened */
                location: string;
                /**
                 * Format: date-time
                 * @description When it ended
                 * @example 2025-03-01T08:30:00Z
                 */
                end_time?: string;
                /** @description The events that caused it */
                causes?: {
                  /**
                   * @description Names the event; unique in the account
                   * @example moon-landing
                   */
                  event_id: string;
                  /** @description A whole number of minutes: `90m` */
                  min_delay?: string;
                  /** @description A whole number of minutes: `90m` */
                  max_delay?: string;
                  /**
                   * @description The delays count from the end of the cause
                   * @enum {string}
                   */
                  from?: 'end';
                }[];
                /** @description Who took part */
                participants?: string[];
                /** @description The state that it needs */
                requires?: {
                  [key: string]: unknown;
                };
                /** @description The state that it sets */
                effects?: {
                  [key: string]: unknown;
                };
                /** @description Where on Earth */
                geo?: {
                  /** @description Degrees north */
                  lat: number;
                  /** @description Degrees east */
                  lon: number;
                };
                /**
                 * @description Rescheduling other events leaves it at its time
                 * @constant
                 */
                fixed?: true;
                /** @description Where a manipulation made it: from which event, and how */
                manipulation?: {
                  /**
                   * @description Names the event; unique in the account
                   * @example moon-landing
                   */
                  original_event_id: string;
                  /** @description What was changed, and when */
                  changes: {
                    /** @description What was done */
                    action: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 date-time in UTC and whole seconds
                     * @example 2025-03-01T08:30:00Z
                     */
                    time: string;
                  }[];
                };
              };
            }[];
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: timeline-not-found, result-too-large. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_v1_merge_timeline: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Id of a timeline; `primary` is the main one */
          timeline_id: string;
          /**
           * @description Whether a new paradox refuses the merge
           * @default true
           */
          safety_check?: boolean;
          /**
           * @description Whether to write nothing, and answer the same
           * @default false
           */
          dry_run?: boolean;
          /**
           * @description Whose version of an event counts, by its `event_id`, `on_timeline` or `on_base` of a conflict; also for a change without a conflict
           * @default {}
           */
          resolve?: {
            [key: string]: 'timeline' | 'base';
          };
        };
      };
    };
    responses: {
      /** @description Merge a timeline into its base */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /** @description The base, which now shows the changes */
            timeline_id: string;
            /** @description The events that it shows now and did not before */
            merged: string[];
            /** @description New warnings; only with `safety_check` */
            findings?: {
              /**
               * @description The kind of paradox or fault
               * @enum {string}
               */
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
              /**
               * @description How severe it is
               * @enum {string}
               */
              severity: 'error' | 'warning' | 'info';
              /** @description The events concerned, each once */
              event_ids: string[];
              /** @description The shortest chain of evidence */
              witness: {
                /** @description An event id, `anchor:` with an id, or a state key with its value */
                from: string;
                /** @description The same */
                to: string;
                /** @description The relation of `from` to `to`: `causes`, `requires`, `sets`, … */
                relation: string;
                /** @description For people */
                detail: string;
              }[];
              /** @description For people */
              explanation: string;
              /** @description The event of the witness that was recorded last; null if none was recorded yet */
              introduced_by: {
                /** @description Which event it is */
                event_id: string;
                /** @description Where it was recorded */
                timeline_id: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC and whole seconds
                 * @example 2025-03-01T08:30:00Z
                 */
                recorded_at: string;
                /** @description Of the request that recorded it */
                request_id: string;
              } | null;
            }[];
            /** @description The events that it affects, nearest first; only with `safety_check` */
            consequences?: {
              /** @description Which event it is */
              event_id: string;
              /** @description What happens there */
              description: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              time: string;
              /**
               * @description How the change affects it
               * @enum {string}
               */
              effect: 'orphaned' | 'retimed' | 'affected';
              /** @description The number of steps from the manipulated event */
              distance: number;
              /** @description From the manipulated event to this one */
              path: string[];
              /**
               * @description What links it to the previous step
               * @enum {string}
               */
              basis: 'causes' | 'requires' | 'co_located';
            }[];
            /** @description Whether there are more than are listed */
            more_consequences?: boolean;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: timeline-not-found, timeline-is-primary, merge-conflict, paradox-detected, result-too-large. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  delete_v1_delete_timeline: {
    parameters: {
      query?: {
        timeline_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Id of a timeline; `primary` is the main one */
          timeline_id: string;
        };
      };
    };
    responses: {
      /** @description Delete a timeline */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: timeline-not-found, timeline-is-primary, timeline-has-branches. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_v1_check_paradox: {
    parameters: {
      query?: {
        timeline_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Id of a timeline; `primary` is the main one
           * @default primary
           */
          timeline_id?: string;
        };
      };
    };
    responses: {
      /** @description Check a timeline for paradoxes */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What was done, for people */
            status: string;
            /**
             * @description The overall result
             * @enum {string}
             */
            timeline_stability: 'Stable' | 'Strained' | 'Unstable' | 'Paradoxical' | 'Unknown';
            /** @description At most 1,000, the most severe first */
            findings: {
              /**
               * @description The kind of paradox or fault
               * @enum {string}
               */
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
              /**
               * @description How severe it is
               * @enum {string}
               */
              severity: 'error' | 'warning' | 'info';
              /** @description The events concerned, each once */
              event_ids: string[];
              /** @description The shortest chain of evidence */
              witness: {
                /** @description An event id, `anchor:` with an id, or a state key with its value */
                from: string;
                /** @description The same */
                to: string;
                /** @description The relation of `from` to `to`: `causes`, `requires`, `sets`, … */
                relation: string;
                /** @description For people */
                detail: string;
              }[];
              /** @description For people */
              explanation: string;
              /** @description The event of the witness that was recorded last; null if none was recorded yet */
              introduced_by: {
                /** @description Which event it is */
                event_id: string;
                /** @description Where it was recorded */
                timeline_id: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC and whole seconds
                 * @example 2025-03-01T08:30:00Z
                 */
                recorded_at: string;
                /** @description Of the request that recorded it */
                request_id: string;
              } | null;
            }[];
            /** @description The number of findings of each kind */
            counts: {
              [key: string]: number;
            };
          };
        };
      };
      /** @description Any of: unauthorized, forbidden, not-found, method-not-allowed, conflicting-parameters, malformed-json, malformed-form, invalid-request, unknown-field, invalid-cursor, idempotency-mismatch, rate-limited, too-large, unsupported-media-type, unreadable-file, provider-unavailable, provider-failed, stopping, insufficient-storage, internal. Of this endpoint: timeline-not-found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The patient's id, identifier, or name (whole words) */
          patient?: string;
          /** @description Beginnings of words in the patient's name or identifier, or in the title: `oka mrn12` */
          q?: string;
          /**
           * @description Only records in this state
           * @enum {string}
           */
          status?: 'draft' | 'signed' | 'amended';
          /** @description Only records of this form, such as `audio-note`, `image`, `pdf` */
          form?: string;
          /** @description Only records that were created then or later; milliseconds since 1970 */
          from?: number;
          /** @description Only records that were created before; milliseconds since 1970 */
          to?: number;
          /**
           * @description Most records in one page
           * @default 50
           */
          limit?: number;
          /** @description `next_cursor` of the page before, with the same filters */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description List and search the transcripts of the account, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Newest first */
            readonly items: {
              /** @description A UUID */
              id: string;
              /** @description The path of the record */
              location: string;
              /** @description False if its content is missing or damaged: then only what the store knows is here, and the warning says what to do */
              readable: boolean;
              /** @description What made it: `audio-note`, `chiropractic-grid`, `image`, `pdf` */
              form: string;
              /** @description Template of the note; empty without one */
              template: string;
              /** @description What the sender called the file; empty if unknown */
              title: string;
              /**
               * @description Whether it is signed
               * @enum {string}
               */
              status: 'draft' | 'signed' | 'amended';
              /** @description Whose record it is; null if unknown */
              patient: {
                /** @description Id in another system, such as the health record */
                id?: string;
                /** @description Number that people use, such as a medical record number */
                identifier?: string;
                /** @description Full name */
                name?: string;
                /**
                 * Format: date
                 * @description YYYY-MM-DD
                 */
                birth_date?: string;
                /**
                 * @description Administrative sex
                 * @enum {string}
                 */
                sex?: 'female' | 'male' | 'other' | 'unknown';
              } | null;
              /** @description The visit that it is about; null if unknown */
              visit: {
                /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
                date?: string;
                /** @description Name of the clinician */
                clinician?: string;
                /** @description Where it was */
                location?: string;
                /** @description Why the patient came */
                reason?: string;
              } | null;
              /** @description Milliseconds since 1970 */
              createdAt: number;
              /** @description From 1; one more with each change */
              version: number;
              /** @description When this version was made, in milliseconds since 1970 */
              changedAt: number;
              /** @description Who made this version: the name or id of a key; null if unknown */
              by: string | null;
              /** @description What the clinician should check */
              readonly warnings: string[];
              /**
               * @description The sections of the template, each name alone on its line
               * @default
               */
              note: string;
              /**
               * @description BCP 47; null if it is not known
               * @default null
               */
              language: string | null;
              /**
               * @description Of the recording, in milliseconds
               * @default 0
               */
              durationMs: number;
            }[];
            /** @description For the next page; null on the last one. A page of a search may have fewer records than `limit` */
            next_cursor: string | null;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: invalid_cursor. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_transcripts_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a transcript with its note, evidence and warnings */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `STREAM: ` and the note */
            stream: string;
            /** @description A UUID */
            id: string;
            /** @description The sections of the template, each name alone on its line */
            note: string;
            /** @description `--- Transcript:`, then a block for each turn */
            transcript: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description From 1; one more with each change */
            version: number;
            /** @description When this version was made, in milliseconds since 1970 */
            changedAt: number;
            /** @description Who made this version: the name or id of a key; null if unknown */
            by: string | null;
            /** @description The form of documentation, such as `audio-note` */
            form: string;
            /** @description What the note looks like */
            template: string;
            /** @description BCP 47; null if it is not known */
            language: string | null;
            /** @description Of the recording, in milliseconds */
            durationMs: number;
            /** @description Who speaks */
            readonly speakers: {
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description The name that was given; null before that */
              name: string | null;
              /**
               * @description The role in the consultation
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
            }[];
            /** @description The note by sections, each statement with its evidence */
            readonly sections: {
              /** @description Its heading */
              name: string;
              /** @description Empty if nothing was said about it */
              readonly statements: {
                /**
                 * @description Unique in the record, and never used again for another statement
                 * @default
                 */
                id: string;
                /** @description One sentence or finding */
                text: string;
                /** @description Ids of the segments that support it */
                readonly evidence: string[];
                /**
                 * @description Who wrote it
                 * @default writer
                 * @enum {string}
                 */
                origin: 'writer' | 'person';
                /** @description False if the segments do not support it */
                grounded: boolean;
                /**
                 * @description Why the segments do not support it; empty if they do: `no-evidence` (it cites nothing that exists), `image` (it rests on images alone, which are not compared), `content` (most of its words are not in the passages), `quantity` (a number, unit, count, ratio, date or frequency differs), `dose` (the passages give this dose to another medicine), `medicine` (the passages do not name this medicine), `name` (the passages do not have a name with a digit, such as L5), `negation` (the passages say the opposite: no for yes, worse for better, stop for start), `side` (another side, or one that is not named)
                 * @default []
                 */
                readonly doubts: string[];
              }[];
            }[];
            /**
             * @description What the sender called the file; empty if unknown
             * @default
             */
            title: string;
            /**
             * @description Whose record it is; null if unknown
             * @default null
             */
            patient: {
              /** @description Id in another system, such as the health record */
              id?: string;
              /** @description Number that people use, such as a medical record number */
              identifier?: string;
              /** @description Full name */
              name?: string;
              /**
               * Format: date
               * @description YYYY-MM-DD
               */
              birth_date?: string;
              /**
               * @description Administrative sex
               * @enum {string}
               */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            /**
             * @description The visit that it is about; null if unknown
             * @default null
             */
            visit: {
              /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
              date?: string;
              /** @description Name of the clinician */
              clinician?: string;
              /** @description Where it was */
              location?: string;
              /** @description Why the patient came */
              reason?: string;
            } | null;
            /**
             * @description What was said that is clinically relevant
             * @default []
             */
            readonly facts: {
              /** @description f1, f2, … in order */
              id: string;
              /**
               * @description What it is about
               * @enum {string}
               */
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
                | 'social';
              /** @description Its canonical name */
              term: string;
              /** @description A short phrase */
              text: string;
              /** @description The amount; null without one */
              value: string | null;
              /** @description The unit of the amount; null without one */
              unit: string | null;
              /**
               * @description What is said of it
               * @enum {string}
               */
              assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family';
              /** @description Ids of the segments or passages that say it */
              readonly evidence: string[];
              /** @description Whether a statement states it */
              in_note: boolean;
            }[];
            /** @description The software that made the record */
            providers: {
              /** @description The recogniser */
              transcriber: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
              /** @description The writer */
              writer: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
            };
            /** @description Who said what, when */
            readonly segments: {
              /** @description s1, s2, … in order */
              id: string;
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description From the start of the recording, in milliseconds */
              startMs: number;
              /** @description From the start of the recording, in milliseconds */
              endMs: number;
              /** @description What was said */
              text: string;
              /** @description 0 to 1; null if the recogniser gives none */
              confidence: number | null;
              /**
               * @description Role of the speaker
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
              /** @description Name of the speaker, if it was given */
              name: string | null;
            }[];
            /** @description How much of what was said the note states */
            coverage: {
              /** @description How many facts were found */
              facts: number;
              /** @description How many of them the statements state */
              in_note: number;
              /** @description Ids of the others */
              readonly omitted: string[];
            };
            /** @description What the clinician should check */
            readonly warnings: string[];
            /**
             * @description Whether it is signed
             * @enum {string}
             */
            status: 'draft' | 'signed' | 'amended';
            /** @description Null for a draft */
            signature: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description The version that was signed */
              version: number;
              /** @description The warnings that the signer accepted */
              readonly acknowledged: string[];
              /** @description Over what was signed, see docs/records.md; in hex */
              sha256: string;
              /** @description False if the record is not what was signed */
              valid: boolean;
            } | null;
            /** @description Added since the note was signed for the first time */
            readonly addenda: {
              /** @description a1, a2, … in order */
              id: string;
              /** @description What was added after the note was signed */
              text: string;
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Over the addendum and the hash of the signature or addendum before it; in hex */
              sha256: string;
            }[];
            /** @description When a signed note became a draft again */
            readonly reopenings: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Why a signed note was to be changed */
              reason: string;
              /** @description What had been signed */
              signature: {
                /** @description The name or id of the key */
                by: string;
                /** @description Milliseconds since 1970 */
                at: number;
                /** @description The version that was signed */
                version: number;
                /** @description The warnings that the signer accepted */
                readonly acknowledged: string[];
                /** @description Over what was signed, see docs/records.md; in hex */
                sha256: string;
              };
            }[];
            /** @description Payer requirements */
            readonly completeness?: {
              /** @description The requirements that were said */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description The requirements that were not said; nothing is ever filled in */
              readonly missing: string[];
            };
            /** @description Codes that follow from the transcript, for a person to check */
            readonly codes?: {
              /** @description `ICD-10-CM` or `CPT` */
              system: string;
              /** @description The code */
              code: string;
              /** @description Ids of the segments that it follows from; never empty */
              readonly evidence: string[];
            }[];
            /** @description A row for each level that was spoken of, from the head down */
            readonly grid?: {
              /** @description Such as `C5`, `occiput`, `sacroiliac joint`, `rib 5`, `ankle` */
              level: string;
              /** @description Such as `cervical`, `pelvic`, `lower extremity` */
              region: string;
              /** @description Null if none was said */
              side: ('left' | 'right' | 'both') | null;
              /** @description What was found there; `value` is the words for it */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description How it was adjusted; null if that was not said */
              technique: string | null;
              /** @description Whether it was adjusted in this visit; planned, declined and past do not count */
              adjusted: boolean;
              /** @description Pain before the adjustment, 0 to 10; null if not said */
              vas_before: number | null;
              /** @description Pain after the adjustment, 0 to 10; null if not said */
              vas_after: number | null;
              /** @description Ids of the segments that speak of it */
              readonly evidence: string[];
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_transcripts_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a transcript with its versions, runs and files */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, signed. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  patch_api_v1_transcripts_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The version that the change was made from. What others have changed since is kept; where it is the same that you change, the answer is 409. Default: the current one */
          version?: number;
          /**
           * @description Segments with another text or speaker
           * @default []
           */
          segments?: {
            /** @description Id of the segment: s1, s2, … */
            id: string;
            /** @description The corrected text */
            text?: string;
            /** @description Who said it: a speaker of this record, or a new one, `Speaker` and a number that is not taken */
            speaker?: string;
          }[];
          /**
           * @description Speakers with a name or another role
           * @default []
           */
          speakers?: {
            /** @description Speaker 1, Speaker 2, … */
            speaker: string;
            /** @description Name of the speaker; null removes it */
            name?: string | null;
            /**
             * @description Role in the consultation
             * @enum {string}
             */
            role?: 'clinician' | 'patient' | 'other' | 'unknown';
          }[];
          /**
           * @description Sections whose statements are replaced. A statement that is left out is removed
           * @default []
           */
          sections?: {
            /** @description A section of the note */
            name: string;
            /** @description All statements of the section, in their order */
            statements: {
              /** @description Id of a statement of this record; left out for a new one */
              id?: string;
              /** @description The statement */
              text: string;
              /** @description Ids of the segments that support it; default: as before, none for a new one */
              evidence?: string[];
            }[];
          }[];
          /** @description Template of the note: its sections come first. No statement is removed; have the note rewritten for that */
          template?: string;
          /** @description Whose record it is; null removes it */
          patient?: {
            /** @description Id in another system, such as the health record */
            id?: string;
            /** @description Number that people use, such as a medical record number */
            identifier?: string;
            /** @description Full name */
            name?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            birth_date?: string;
            /**
             * @description Administrative sex
             * @enum {string}
             */
            sex?: 'female' | 'male' | 'other' | 'unknown';
          } | null;
          /** @description The visit that it is about; null removes it */
          visit?: {
            /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
            date?: string;
            /** @description Name of the clinician */
            clinician?: string;
            /** @description Where it was */
            location?: string;
            /** @description Why the patient came */
            reason?: string;
          } | null;
        };
      };
    };
    responses: {
      /** @description Change a transcript, its speakers, its note, its patient or its visit */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `STREAM: ` and the note */
            stream: string;
            /** @description A UUID */
            id: string;
            /** @description The sections of the template, each name alone on its line */
            note: string;
            /** @description `--- Transcript:`, then a block for each turn */
            transcript: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description From 1; one more with each change */
            version: number;
            /** @description When this version was made, in milliseconds since 1970 */
            changedAt: number;
            /** @description Who made this version: the name or id of a key; null if unknown */
            by: string | null;
            /** @description The form of documentation, such as `audio-note` */
            form: string;
            /** @description What the note looks like */
            template: string;
            /** @description BCP 47; null if it is not known */
            language: string | null;
            /** @description Of the recording, in milliseconds */
            durationMs: number;
            /** @description Who speaks */
            readonly speakers: {
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description The name that was given; null before that */
              name: string | null;
              /**
               * @description The role in the consultation
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
            }[];
            /** @description The note by sections, each statement with its evidence */
            readonly sections: {
              /** @description Its heading */
              name: string;
              /** @description Empty if nothing was said about it */
              readonly statements: {
                /**
                 * @description Unique in the record, and never used again for another statement
                 * @default
                 */
                id: string;
                /** @description One sentence or finding */
                text: string;
                /** @description Ids of the segments that support it */
                readonly evidence: string[];
                /**
                 * @description Who wrote it
                 * @default writer
                 * @enum {string}
                 */
                origin: 'writer' | 'person';
                /** @description False if the segments do not support it */
                grounded: boolean;
                /**
                 * @description Why the segments do not support it; empty if they do: `no-evidence` (it cites nothing that exists), `image` (it rests on images alone, which are not compared), `content` (most of its words are not in the passages), `quantity` (a number, unit, count, ratio, date or frequency differs), `dose` (the passages give this dose to another medicine), `medicine` (the passages do not name this medicine), `name` (the passages do not have a name with a digit, such as L5), `negation` (the passages say the opposite: no for yes, worse for better, stop for start), `side` (another side, or one that is not named)
                 * @default []
                 */
                readonly doubts: string[];
              }[];
            }[];
            /**
             * @description What the sender called the file; empty if unknown
             * @default
             */
            title: string;
            /**
             * @description Whose record it is; null if unknown
             * @default null
             */
            patient: {
              /** @description Id in another system, such as the health record */
              id?: string;
              /** @description Number that people use, such as a medical record number */
              identifier?: string;
              /** @description Full name */
              name?: string;
              /**
               * Format: date
               * @description YYYY-MM-DD
               */
              birth_date?: string;
              /**
               * @description Administrative sex
               * @enum {string}
               */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            /**
             * @description The visit that it is about; null if unknown
             * @default null
             */
            visit: {
              /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
              date?: string;
              /** @description Name of the clinician */
              clinician?: string;
              /** @description Where it was */
              location?: string;
              /** @description Why the patient came */
              reason?: string;
            } | null;
            /**
             * @description What was said that is clinically relevant
             * @default []
             */
            readonly facts: {
              /** @description f1, f2, … in order */
              id: string;
              /**
               * @description What it is about
               * @enum {string}
               */
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
                | 'social';
              /** @description Its canonical name */
              term: string;
              /** @description A short phrase */
              text: string;
              /** @description The amount; null without one */
              value: string | null;
              /** @description The unit of the amount; null without one */
              unit: string | null;
              /**
               * @description What is said of it
               * @enum {string}
               */
              assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family';
              /** @description Ids of the segments or passages that say it */
              readonly evidence: string[];
              /** @description Whether a statement states it */
              in_note: boolean;
            }[];
            /** @description The software that made the record */
            providers: {
              /** @description The recogniser */
              transcriber: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
              /** @description The writer */
              writer: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
            };
            /** @description Who said what, when */
            readonly segments: {
              /** @description s1, s2, … in order */
              id: string;
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description From the start of the recording, in milliseconds */
              startMs: number;
              /** @description From the start of the recording, in milliseconds */
              endMs: number;
              /** @description What was said */
              text: string;
              /** @description 0 to 1; null if the recogniser gives none */
              confidence: number | null;
              /**
               * @description Role of the speaker
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
              /** @description Name of the speaker, if it was given */
              name: string | null;
            }[];
            /** @description How much of what was said the note states */
            coverage: {
              /** @description How many facts were found */
              facts: number;
              /** @description How many of them the statements state */
              in_note: number;
              /** @description Ids of the others */
              readonly omitted: string[];
            };
            /** @description What the clinician should check */
            readonly warnings: string[];
            /**
             * @description Whether it is signed
             * @enum {string}
             */
            status: 'draft' | 'signed' | 'amended';
            /** @description Null for a draft */
            signature: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description The version that was signed */
              version: number;
              /** @description The warnings that the signer accepted */
              readonly acknowledged: string[];
              /** @description Over what was signed, see docs/records.md; in hex */
              sha256: string;
              /** @description False if the record is not what was signed */
              valid: boolean;
            } | null;
            /** @description Added since the note was signed for the first time */
            readonly addenda: {
              /** @description a1, a2, … in order */
              id: string;
              /** @description What was added after the note was signed */
              text: string;
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Over the addendum and the hash of the signature or addendum before it; in hex */
              sha256: string;
            }[];
            /** @description When a signed note became a draft again */
            readonly reopenings: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Why a signed note was to be changed */
              reason: string;
              /** @description What had been signed */
              signature: {
                /** @description The name or id of the key */
                by: string;
                /** @description Milliseconds since 1970 */
                at: number;
                /** @description The version that was signed */
                version: number;
                /** @description The warnings that the signer accepted */
                readonly acknowledged: string[];
                /** @description Over what was signed, see docs/records.md; in hex */
                sha256: string;
              };
            }[];
            /** @description Payer requirements */
            readonly completeness?: {
              /** @description The requirements that were said */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description The requirements that were not said; nothing is ever filled in */
              readonly missing: string[];
            };
            /** @description Codes that follow from the transcript, for a person to check */
            readonly codes?: {
              /** @description `ICD-10-CM` or `CPT` */
              system: string;
              /** @description The code */
              code: string;
              /** @description Ids of the segments that it follows from; never empty */
              readonly evidence: string[];
            }[];
            /** @description A row for each level that was spoken of, from the head down */
            readonly grid?: {
              /** @description Such as `C5`, `occiput`, `sacroiliac joint`, `rib 5`, `ankle` */
              level: string;
              /** @description Such as `cervical`, `pelvic`, `lower extremity` */
              region: string;
              /** @description Null if none was said */
              side: ('left' | 'right' | 'both') | null;
              /** @description What was found there; `value` is the words for it */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description How it was adjusted; null if that was not said */
              technique: string | null;
              /** @description Whether it was adjusted in this visit; planned, declined and past do not count */
              adjusted: boolean;
              /** @description Pain before the adjustment, 0 to 10; null if not said */
              vas_before: number | null;
              /** @description Pain after the adjustment, 0 to 10; null if not said */
              vas_after: number | null;
              /** @description Ids of the segments that speak of it */
              readonly evidence: string[];
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, invalid_request, signed, version_conflict. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_transcripts_id_versions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the versions of a transcript, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Oldest first; the last is the current one */
            readonly items: {
              /** @description From 1; one more with each change */
              version: number;
              /** @description When this version was made, in milliseconds since 1970 */
              changedAt: number;
              /** @description Who made this version: the name or id of a key; null if unknown */
              by: string | null;
              /** @description What made it: `made`, `edited`, `rewritten`, `signed`, `addendum` or `reopened` */
              change: string;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_transcripts_id_versions_version_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        version: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read an earlier version of a transcript */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `STREAM: ` and the note */
            stream: string;
            /** @description A UUID */
            id: string;
            /** @description The sections of the template, each name alone on its line */
            note: string;
            /** @description `--- Transcript:`, then a block for each turn */
            transcript: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description From 1; one more with each change */
            version: number;
            /** @description When this version was made, in milliseconds since 1970 */
            changedAt: number;
            /** @description Who made this version: the name or id of a key; null if unknown */
            by: string | null;
            /** @description The form of documentation, such as `audio-note` */
            form: string;
            /** @description What the note looks like */
            template: string;
            /** @description BCP 47; null if it is not known */
            language: string | null;
            /** @description Of the recording, in milliseconds */
            durationMs: number;
            /** @description Who speaks */
            readonly speakers: {
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description The name that was given; null before that */
              name: string | null;
              /**
               * @description The role in the consultation
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
            }[];
            /** @description The note by sections, each statement with its evidence */
            readonly sections: {
              /** @description Its heading */
              name: string;
              /** @description Empty if nothing was said about it */
              readonly statements: {
                /**
                 * @description Unique in the record, and never used again for another statement
                 * @default
                 */
                id: string;
                /** @description One sentence or finding */
                text: string;
                /** @description Ids of the segments that support it */
                readonly evidence: string[];
                /**
                 * @description Who wrote it
                 * @default writer
                 * @enum {string}
                 */
                origin: 'writer' | 'person';
                /** @description False if the segments do not support it */
                grounded: boolean;
                /**
                 * @description Why the segments do not support it; empty if they do: `no-evidence` (it cites nothing that exists), `image` (it rests on images alone, which are not compared), `content` (most of its words are not in the passages), `quantity` (a number, unit, count, ratio, date or frequency differs), `dose` (the passages give this dose to another medicine), `medicine` (the passages do not name this medicine), `name` (the passages do not have a name with a digit, such as L5), `negation` (the passages say the opposite: no for yes, worse for better, stop for start), `side` (another side, or one that is not named)
                 * @default []
                 */
                readonly doubts: string[];
              }[];
            }[];
            /**
             * @description What the sender called the file; empty if unknown
             * @default
             */
            title: string;
            /**
             * @description Whose record it is; null if unknown
             * @default null
             */
            patient: {
              /** @description Id in another system, such as the health record */
              id?: string;
              /** @description Number that people use, such as a medical record number */
              identifier?: string;
              /** @description Full name */
              name?: string;
              /**
               * Format: date
               * @description YYYY-MM-DD
               */
              birth_date?: string;
              /**
               * @description Administrative sex
               * @enum {string}
               */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            /**
             * @description The visit that it is about; null if unknown
             * @default null
             */
            visit: {
              /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
              date?: string;
              /** @description Name of the clinician */
              clinician?: string;
              /** @description Where it was */
              location?: string;
              /** @description Why the patient came */
              reason?: string;
            } | null;
            /**
             * @description What was said that is clinically relevant
             * @default []
             */
            readonly facts: {
              /** @description f1, f2, … in order */
              id: string;
              /**
               * @description What it is about
               * @enum {string}
               */
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
                | 'social';
              /** @description Its canonical name */
              term: string;
              /** @description A short phrase */
              text: string;
              /** @description The amount; null without one */
              value: string | null;
              /** @description The unit of the amount; null without one */
              unit: string | null;
              /**
               * @description What is said of it
               * @enum {string}
               */
              assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family';
              /** @description Ids of the segments or passages that say it */
              readonly evidence: string[];
              /** @description Whether a statement states it */
              in_note: boolean;
            }[];
            /** @description The software that made the record */
            providers: {
              /** @description The recogniser */
              transcriber: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
              /** @description The writer */
              writer: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
            };
            /** @description Who said what, when */
            readonly segments: {
              /** @description s1, s2, … in order */
              id: string;
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description From the start of the recording, in milliseconds */
              startMs: number;
              /** @description From the start of the recording, in milliseconds */
              endMs: number;
              /** @description What was said */
              text: string;
              /** @description 0 to 1; null if the recogniser gives none */
              confidence: number | null;
              /**
               * @description Role of the speaker
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
              /** @description Name of the speaker, if it was given */
              name: string | null;
            }[];
            /** @description How much of what was said the note states */
            coverage: {
              /** @description How many facts were found */
              facts: number;
              /** @description How many of them the statements state */
              in_note: number;
              /** @description Ids of the others */
              readonly omitted: string[];
            };
            /** @description What the clinician should check */
            readonly warnings: string[];
            /**
             * @description Whether it is signed
             * @enum {string}
             */
            status: 'draft' | 'signed' | 'amended';
            /** @description Null for a draft */
            signature: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description The version that was signed */
              version: number;
              /** @description The warnings that the signer accepted */
              readonly acknowledged: string[];
              /** @description Over what was signed, see docs/records.md; in hex */
              sha256: string;
              /** @description False if the record is not what was signed */
              valid: boolean;
            } | null;
            /** @description Added since the note was signed for the first time */
            readonly addenda: {
              /** @description a1, a2, … in order */
              id: string;
              /** @description What was added after the note was signed */
              text: string;
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Over the addendum and the hash of the signature or addendum before it; in hex */
              sha256: string;
            }[];
            /** @description When a signed note became a draft again */
            readonly reopenings: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Why a signed note was to be changed */
              reason: string;
              /** @description What had been signed */
              signature: {
                /** @description The name or id of the key */
                by: string;
                /** @description Milliseconds since 1970 */
                at: number;
                /** @description The version that was signed */
                version: number;
                /** @description The warnings that the signer accepted */
                readonly acknowledged: string[];
                /** @description Over what was signed, see docs/records.md; in hex */
                sha256: string;
              };
            }[];
            /** @description Payer requirements */
            readonly completeness?: {
              /** @description The requirements that were said */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description The requirements that were not said; nothing is ever filled in */
              readonly missing: string[];
            };
            /** @description Codes that follow from the transcript, for a person to check */
            readonly codes?: {
              /** @description `ICD-10-CM` or `CPT` */
              system: string;
              /** @description The code */
              code: string;
              /** @description Ids of the segments that it follows from; never empty */
              readonly evidence: string[];
            }[];
            /** @description A row for each level that was spoken of, from the head down */
            readonly grid?: {
              /** @description Such as `C5`, `occiput`, `sacroiliac joint`, `rib 5`, `ankle` */
              level: string;
              /** @description Such as `cervical`, `pelvic`, `lower extremity` */
              region: string;
              /** @description Null if none was said */
              side: ('left' | 'right' | 'both') | null;
              /** @description What was found there; `value` is the words for it */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description How it was adjusted; null if that was not said */
              technique: string | null;
              /** @description Whether it was adjusted in this visit; planned, declined and past do not count */
              adjusted: boolean;
              /** @description Pain before the adjustment, 0 to 10; null if not said */
              vas_before: number | null;
              /** @description Pain after the adjustment, 0 to 10; null if not said */
              vas_after: number | null;
              /** @description Ids of the segments that speak of it */
              readonly evidence: string[];
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_transcripts_id_export: {
    parameters: {
      query?: {
        format?: 'md' | 'txt' | 'vtt' | 'srt' | 'json' | 'fhir';
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Format of the file
           * @enum {string}
           */
          format: 'md' | 'txt' | 'vtt' | 'srt' | 'json' | 'fhir';
        };
      };
    };
    responses: {
      /** @description Download a transcript with its note as a file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/markdown': string;
          'text/plain': string;
          'text/vtt': string;
          'application/x-subrip': string;
          'application/json': string;
          'application/fhir+json': string;
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_transcripts_id_rewrite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description What the note should emphasise; default: as before */
          text?: string;
          /** @description Template of the note; default: as before */
          template?: string;
        };
      };
    };
    responses: {
      /** @description Rewrite the note of a transcript */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `STREAM: ` and the note */
            stream: string;
            /** @description A UUID */
            id: string;
            /** @description The sections of the template, each name alone on its line */
            note: string;
            /** @description `--- Transcript:`, then a block for each turn */
            transcript: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description From 1; one more with each change */
            version: number;
            /** @description When this version was made, in milliseconds since 1970 */
            changedAt: number;
            /** @description Who made this version: the name or id of a key; null if unknown */
            by: string | null;
            /** @description The form of documentation, such as `audio-note` */
            form: string;
            /** @description What the note looks like */
            template: string;
            /** @description BCP 47; null if it is not known */
            language: string | null;
            /** @description Of the recording, in milliseconds */
            durationMs: number;
            /** @description Who speaks */
            readonly speakers: {
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description The name that was given; null before that */
              name: string | null;
              /**
               * @description The role in the consultation
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
            }[];
            /** @description The note by sections, each statement with its evidence */
            readonly sections: {
              /** @description Its heading */
              name: string;
              /** @description Empty if nothing was said about it */
              readonly statements: {
                /**
                 * @description Unique in the record, and never used again for another statement
                 * @default
                 */
                id: string;
                /** @description One sentence or finding */
                text: string;
                /** @description Ids of the segments that support it */
                readonly evidence: string[];
                /**
                 * @description Who wrote it
                 * @default writer
                 * @enum {string}
                 */
                origin: 'writer' | 'person';
                /** @description False if the segments do not support it */
                grounded: boolean;
                /**
                 * @description Why the segments do not support it; empty if they do: `no-evidence` (it cites nothing that exists), `image` (it rests on images alone, which are not compared), `content` (most of its words are not in the passages), `quantity` (a number, unit, count, ratio, date or frequency differs), `dose` (the passages give this dose to another medicine), `medicine` (the passages do not name this medicine), `name` (the passages do not have a name with a digit, such as L5), `negation` (the passages say the opposite: no for yes, worse for better, stop for start), `side` (another side, or one that is not named)
                 * @default []
                 */
                readonly doubts: string[];
              }[];
            }[];
            /**
             * @description What the sender called the file; empty if unknown
             * @default
             */
            title: string;
            /**
             * @description Whose record it is; null if unknown
             * @default null
             */
            patient: {
              /** @description Id in another system, such as the health record */
              id?: string;
              /** @description Number that people use, such as a medical record number */
              identifier?: string;
              /** @description Full name */
              name?: string;
              /**
               * Format: date
               * @description YYYY-MM-DD
               */
              birth_date?: string;
              /**
               * @description Administrative sex
               * @enum {string}
               */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            /**
             * @description The visit that it is about; null if unknown
             * @default null
             */
            visit: {
              /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
              date?: string;
              /** @description Name of the clinician */
              clinician?: string;
              /** @description Where it was */
              location?: string;
              /** @description Why the patient came */
              reason?: string;
            } | null;
            /**
             * @description What was said that is clinically relevant
             * @default []
             */
            readonly facts: {
              /** @description f1, f2, … in order */
              id: string;
              /**
               * @description What it is about
               * @enum {string}
               */
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
                | 'social';
              /** @description Its canonical name */
              term: string;
              /** @description A short phrase */
              text: string;
              /** @description The amount; null without one */
              value: string | null;
              /** @description The unit of the amount; null without one */
              unit: string | null;
              /**
               * @description What is said of it
               * @enum {string}
               */
              assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family';
              /** @description Ids of the segments or passages that say it */
              readonly evidence: string[];
              /** @description Whether a statement states it */
              in_note: boolean;
            }[];
            /** @description The software that made the record */
            providers: {
              /** @description The recogniser */
              transcriber: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
              /** @description The writer */
              writer: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
            };
            /** @description Who said what, when */
            readonly segments: {
              /** @description s1, s2, … in order */
              id: string;
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description From the start of the recording, in milliseconds */
              startMs: number;
              /** @description From the start of the recording, in milliseconds */
              endMs: number;
              /** @description What was said */
              text: string;
              /** @description 0 to 1; null if the recogniser gives none */
              confidence: number | null;
              /**
               * @description Role of the speaker
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
              /** @description Name of the speaker, if it was given */
              name: string | null;
            }[];
            /** @description How much of what was said the note states */
            coverage: {
              /** @description How many facts were found */
              facts: number;
              /** @description How many of them the statements state */
              in_note: number;
              /** @description Ids of the others */
              readonly omitted: string[];
            };
            /** @description What the clinician should check */
            readonly warnings: string[];
            /**
             * @description Whether it is signed
             * @enum {string}
             */
            status: 'draft' | 'signed' | 'amended';
            /** @description Null for a draft */
            signature: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description The version that was signed */
              version: number;
              /** @description The warnings that the signer accepted */
              readonly acknowledged: string[];
              /** @description Over what was signed, see docs/records.md; in hex */
              sha256: string;
              /** @description False if the record is not what was signed */
              valid: boolean;
            } | null;
            /** @description Added since the note was signed for the first time */
            readonly addenda: {
              /** @description a1, a2, … in order */
              id: string;
              /** @description What was added after the note was signed */
              text: string;
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Over the addendum and the hash of the signature or addendum before it; in hex */
              sha256: string;
            }[];
            /** @description When a signed note became a draft again */
            readonly reopenings: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Why a signed note was to be changed */
              reason: string;
              /** @description What had been signed */
              signature: {
                /** @description The name or id of the key */
                by: string;
                /** @description Milliseconds since 1970 */
                at: number;
                /** @description The version that was signed */
                version: number;
                /** @description The warnings that the signer accepted */
                readonly acknowledged: string[];
                /** @description Over what was signed, see docs/records.md; in hex */
                sha256: string;
              };
            }[];
            /** @description Payer requirements */
            readonly completeness?: {
              /** @description The requirements that were said */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description The requirements that were not said; nothing is ever filled in */
              readonly missing: string[];
            };
            /** @description Codes that follow from the transcript, for a person to check */
            readonly codes?: {
              /** @description `ICD-10-CM` or `CPT` */
              system: string;
              /** @description The code */
              code: string;
              /** @description Ids of the segments that it follows from; never empty */
              readonly evidence: string[];
            }[];
            /** @description A row for each level that was spoken of, from the head down */
            readonly grid?: {
              /** @description Such as `C5`, `occiput`, `sacroiliac joint`, `rib 5`, `ankle` */
              level: string;
              /** @description Such as `cervical`, `pelvic`, `lower extremity` */
              region: string;
              /** @description Null if none was said */
              side: ('left' | 'right' | 'both') | null;
              /** @description What was found there; `value` is the words for it */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description How it was adjusted; null if that was not said */
              technique: string | null;
              /** @description Whether it was adjusted in this visit; planned, declined and past do not count */
              adjusted: boolean;
              /** @description Pain before the adjustment, 0 to 10; null if not said */
              vas_before: number | null;
              /** @description Pain after the adjustment, 0 to 10; null if not said */
              vas_after: number | null;
              /** @description Ids of the segments that speak of it */
              readonly evidence: string[];
            }[];
          };
          'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, invalid_request, signed, version_conflict, provider_unavailable. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_transcripts_id_sign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description The `warnings` of the record that the signer accepts, by their texts
           * @default []
           */
          acknowledge?: string[];
          /** @description The version that the signer saw. If another is the newest, the answer is 409. Default: the newest */
          version?: number;
        };
      };
    };
    responses: {
      /** @description Sign a note, which then can no longer be changed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `STREAM: ` and the note */
            stream: string;
            /** @description A UUID */
            id: string;
            /** @description The sections of the template, each name alone on its line */
            note: string;
            /** @description `--- Transcript:`, then a block for each turn */
            transcript: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description From 1; one more with each change */
            version: number;
            /** @description When this version was made, in milliseconds since 1970 */
            changedAt: number;
            /** @description Who made this version: the name or id of a key; null if unknown */
            by: string | null;
            /** @description The form of documentation, such as `audio-note` */
            form: string;
            /** @description What the note looks like */
            template: string;
            /** @description BCP 47; null if it is not known */
            language: string | null;
            /** @description Of the recording, in milliseconds */
            durationMs: number;
            /** @description Who speaks */
            readonly speakers: {
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description The name that was given; null before that */
              name: string | null;
              /**
               * @description The role in the consultation
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
            }[];
            /** @description The note by sections, each statement with its evidence */
            readonly sections: {
              /** @description Its heading */
              name: string;
              /** @description Empty if nothing was said about it */
              readonly statements: {
                /**
                 * @description Unique in the record, and never used again for another statement
                 * @default
                 */
                id: string;
                /** @description One sentence or finding */
                text: string;
                /** @description Ids of the segments that support it */
                readonly evidence: string[];
                /**
                 * @description Who wrote it
                 * @default writer
                 * @enum {string}
                 */
                origin: 'writer' | 'person';
                /** @description False if the segments do not support it */
                grounded: boolean;
                /**
                 * @description Why the segments do not support it; empty if they do: `no-evidence` (it cites nothing that exists), `image` (it rests on images alone, which are not compared), `content` (most of its words are not in the passages), `quantity` (a number, unit, count, ratio, date or frequency differs), `dose` (the passages give this dose to another medicine), `medicine` (the passages do not name this medicine), `name` (the passages do not have a name with a digit, such as L5), `negation` (the passages say the opposite: no for yes, worse for better, stop for start), `side` (another side, or one that is not named)
                 * @default []
                 */
                readonly doubts: string[];
              }[];
            }[];
            /**
             * @description What the sender called the file; empty if unknown
             * @default
             */
            title: string;
            /**
             * @description Whose record it is; null if unknown
             * @default null
             */
            patient: {
              /** @description Id in another system, such as the health record */
              id?: string;
              /** @description Number that people use, such as a medical record number */
              identifier?: string;
              /** @description Full name */
              name?: string;
              /**
               * Format: date
               * @description YYYY-MM-DD
               */
              birth_date?: string;
              /**
               * @description Administrative sex
               * @enum {string}
               */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            /**
             * @description The visit that it is about; null if unknown
             * @default null
             */
            visit: {
              /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
              date?: string;
              /** @description Name of the clinician */
              clinician?: string;
              /** @description Where it was */
              location?: string;
              /** @description Why the patient came */
              reason?: string;
            } | null;
            /**
             * @description What was said that is clinically relevant
             * @default []
             */
            readonly facts: {
              /** @description f1, f2, … in order */
              id: string;
              /**
               * @description What it is about
               * @enum {string}
               */
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
                | 'social';
              /** @description Its canonical name */
              term: string;
              /** @description A short phrase */
              text: string;
              /** @description The amount; null without one */
              value: string | null;
              /** @description The unit of the amount; null without one */
              unit: string | null;
              /**
               * @description What is said of it
               * @enum {string}
               */
              assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family';
              /** @description Ids of the segments or passages that say it */
              readonly evidence: string[];
              /** @description Whether a statement states it */
              in_note: boolean;
            }[];
            /** @description The software that made the record */
            providers: {
              /** @description The recogniser */
              transcriber: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
              /** @description The writer */
              writer: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
            };
            /** @description Who said what, when */
            readonly segments: {
              /** @description s1, s2, … in order */
              id: string;
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description From the start of the recording, in milliseconds */
              startMs: number;
              /** @description From the start of the recording, in milliseconds */
              endMs: number;
              /** @description What was said */
              text: string;
              /** @description 0 to 1; null if the recogniser gives none */
              confidence: number | null;
              /**
               * @description Role of the speaker
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
              /** @description Name of the speaker, if it was given */
              name: string | null;
            }[];
            /** @description How much of what was said the note states */
            coverage: {
              /** @description How many facts were found */
              facts: number;
              /** @description How many of them the statements state */
              in_note: number;
              /** @description Ids of the others */
              readonly omitted: string[];
            };
            /** @description What the clinician should check */
            readonly warnings: string[];
            /**
             * @description Whether it is signed
             * @enum {string}
             */
            status: 'draft' | 'signed' | 'amended';
            /** @description Null for a draft */
            signature: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description The version that was signed */
              version: number;
              /** @description The warnings that the signer accepted */
              readonly acknowledged: string[];
              /** @description Over what was signed, see docs/records.md; in hex */
              sha256: string;
              /** @description False if the record is not what was signed */
              valid: boolean;
            } | null;
            /** @description Added since the note was signed for the first time */
            readonly addenda: {
              /** @description a1, a2, … in order */
              id: string;
              /** @description What was added after the note was signed */
              text: string;
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Over the addendum and the hash of the signature or addendum before it; in hex */
              sha256: string;
            }[];
            /** @description When a signed note became a draft again */
            readonly reopenings: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Why a signed note was to be changed */
              reason: string;
              /** @description What had been signed */
              signature: {
                /** @description The name or id of the key */
                by: string;
                /** @description Milliseconds since 1970 */
                at: number;
                /** @description The version that was signed */
                version: number;
                /** @description The warnings that the signer accepted */
                readonly acknowledged: string[];
                /** @description Over what was signed, see docs/records.md; in hex */
                sha256: string;
              };
            }[];
            /** @description Payer requirements */
            readonly completeness?: {
              /** @description The requirements that were said */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description The requirements that were not said; nothing is ever filled in */
              readonly missing: string[];
            };
            /** @description Codes that follow from the transcript, for a person to check */
            readonly codes?: {
              /** @description `ICD-10-CM` or `CPT` */
              system: string;
              /** @description The code */
              code: string;
              /** @description Ids of the segments that it follows from; never empty */
              readonly evidence: string[];
            }[];
            /** @description A row for each level that was spoken of, from the head down */
            readonly grid?: {
              /** @description Such as `C5`, `occiput`, `sacroiliac joint`, `rib 5`, `ankle` */
              level: string;
              /** @description Such as `cervical`, `pelvic`, `lower extremity` */
              region: string;
              /** @description Null if none was said */
              side: ('left' | 'right' | 'both') | null;
              /** @description What was found there; `value` is the words for it */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description How it was adjusted; null if that was not said */
              technique: string | null;
              /** @description Whether it was adjusted in this visit; planned, declined and past do not count */
              adjusted: boolean;
              /** @description Pain before the adjustment, 0 to 10; null if not said */
              vas_before: number | null;
              /** @description Pain after the adjustment, 0 to 10; null if not said */
              vas_after: number | null;
              /** @description Ids of the segments that speak of it */
              readonly evidence: string[];
            }[];
          };
          'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, signed, unresolved_warnings, version_conflict. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_transcripts_id_addendum: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description What is added */
          text: string;
        };
      };
    };
    responses: {
      /** @description Add a text to a signed note */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `STREAM: ` and the note */
            stream: string;
            /** @description A UUID */
            id: string;
            /** @description The sections of the template, each name alone on its line */
            note: string;
            /** @description `--- Transcript:`, then a block for each turn */
            transcript: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description From 1; one more with each change */
            version: number;
            /** @description When this version was made, in milliseconds since 1970 */
            changedAt: number;
            /** @description Who made this version: the name or id of a key; null if unknown */
            by: string | null;
            /** @description The form of documentation, such as `audio-note` */
            form: string;
            /** @description What the note looks like */
            template: string;
            /** @description BCP 47; null if it is not known */
            language: string | null;
            /** @description Of the recording, in milliseconds */
            durationMs: number;
            /** @description Who speaks */
            readonly speakers: {
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description The name that was given; null before that */
              name: string | null;
              /**
               * @description The role in the consultation
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
            }[];
            /** @description The note by sections, each statement with its evidence */
            readonly sections: {
              /** @description Its heading */
              name: string;
              /** @description Empty if nothing was said about it */
              readonly statements: {
                /**
                 * @description Unique in the record, and never used again for another statement
                 * @default
                 */
                id: string;
                /** @description One sentence or finding */
                text: string;
                /** @description Ids of the segments that support it */
                readonly evidence: string[];
                /**
                 * @description Who wrote it
                 * @default writer
                 * @enum {string}
                 */
                origin: 'writer' | 'person';
                /** @description False if the segments do not support it */
                grounded: boolean;
                /**
                 * @description Why the segments do not support it; empty if they do: `no-evidence` (it cites nothing that exists), `image` (it rests on images alone, which are not compared), `content` (most of its words are not in the passages), `quantity` (a number, unit, count, ratio, date or frequency differs), `dose` (the passages give this dose to another medicine), `medicine` (the passages do not name this medicine), `name` (the passages do not have a name with a digit, such as L5), `negation` (the passages say the opposite: no for yes, worse for better, stop for start), `side` (another side, or one that is not named)
                 * @default []
                 */
                readonly doubts: string[];
              }[];
            }[];
            /**
             * @description What the sender called the file; empty if unknown
             * @default
             */
            title: string;
            /**
             * @description Whose record it is; null if unknown
             * @default null
             */
            patient: {
              /** @description Id in another system, such as the health record */
              id?: string;
              /** @description Number that people use, such as a medical record number */
              identifier?: string;
              /** @description Full name */
              name?: string;
              /**
               * Format: date
               * @description YYYY-MM-DD
               */
              birth_date?: string;
              /**
               * @description Administrative sex
               * @enum {string}
               */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            /**
             * @description The visit that it is about; null if unknown
             * @default null
             */
            visit: {
              /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
              date?: string;
              /** @description Name of the clinician */
              clinician?: string;
              /** @description Where it was */
              location?: string;
              /** @description Why the patient came */
              reason?: string;
            } | null;
            /**
             * @description What was said that is clinically relevant
             * @default []
             */
            readonly facts: {
              /** @description f1, f2, … in order */
              id: string;
              /**
               * @description What it is about
               * @enum {string}
               */
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
                | 'social';
              /** @description Its canonical name */
              term: string;
              /** @description A short phrase */
              text: string;
              /** @description The amount; null without one */
              value: string | null;
              /** @description The unit of the amount; null without one */
              unit: string | null;
              /**
               * @description What is said of it
               * @enum {string}
               */
              assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family';
              /** @description Ids of the segments or passages that say it */
              readonly evidence: string[];
              /** @description Whether a statement states it */
              in_note: boolean;
            }[];
            /** @description The software that made the record */
            providers: {
              /** @description The recogniser */
              transcriber: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
              /** @description The writer */
              writer: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
            };
            /** @description Who said what, when */
            readonly segments: {
              /** @description s1, s2, … in order */
              id: string;
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description From the start of the recording, in milliseconds */
              startMs: number;
              /** @description From the start of the recording, in milliseconds */
              endMs: number;
              /** @description What was said */
              text: string;
              /** @description 0 to 1; null if the recogniser gives none */
              confidence: number | null;
              /**
               * @description Role of the speaker
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
              /** @description Name of the speaker, if it was given */
              name: string | null;
            }[];
            /** @description How much of what was said the note states */
            coverage: {
              /** @description How many facts were found */
              facts: number;
              /** @description How many of them the statements state */
              in_note: number;
              /** @description Ids of the others */
              readonly omitted: string[];
            };
            /** @description What the clinician should check */
            readonly warnings: string[];
            /**
             * @description Whether it is signed
             * @enum {string}
             */
            status: 'draft' | 'signed' | 'amended';
            /** @description Null for a draft */
            signature: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description The version that was signed */
              version: number;
              /** @description The warnings that the signer accepted */
              readonly acknowledged: string[];
              /** @description Over what was signed, see docs/records.md; in hex */
              sha256: string;
              /** @description False if the record is not what was signed */
              valid: boolean;
            } | null;
            /** @description Added since the note was signed for the first time */
            readonly addenda: {
              /** @description a1, a2, … in order */
              id: string;
              /** @description What was added after the note was signed */
              text: string;
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Over the addendum and the hash of the signature or addendum before it; in hex */
              sha256: string;
            }[];
            /** @description When a signed note became a draft again */
            readonly reopenings: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Why a signed note was to be changed */
              reason: string;
              /** @description What had been signed */
              signature: {
                /** @description The name or id of the key */
                by: string;
                /** @description Milliseconds since 1970 */
                at: number;
                /** @description The version that was signed */
                version: number;
                /** @description The warnings that the signer accepted */
                readonly acknowledged: string[];
                /** @description Over what was signed, see docs/records.md; in hex */
                sha256: string;
              };
            }[];
            /** @description Payer requirements */
            readonly completeness?: {
              /** @description The requirements that were said */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description The requirements that were not said; nothing is ever filled in */
              readonly missing: string[];
            };
            /** @description Codes that follow from the transcript, for a person to check */
            readonly codes?: {
              /** @description `ICD-10-CM` or `CPT` */
              system: string;
              /** @description The code */
              code: string;
              /** @description Ids of the segments that it follows from; never empty */
              readonly evidence: string[];
            }[];
            /** @description A row for each level that was spoken of, from the head down */
            readonly grid?: {
              /** @description Such as `C5`, `occiput`, `sacroiliac joint`, `rib 5`, `ankle` */
              level: string;
              /** @description Such as `cervical`, `pelvic`, `lower extremity` */
              region: string;
              /** @description Null if none was said */
              side: ('left' | 'right' | 'both') | null;
              /** @description What was found there; `value` is the words for it */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description How it was adjusted; null if that was not said */
              technique: string | null;
              /** @description Whether it was adjusted in this visit; planned, declined and past do not count */
              adjusted: boolean;
              /** @description Pain before the adjustment, 0 to 10; null if not said */
              vas_before: number | null;
              /** @description Pain after the adjustment, 0 to 10; null if not said */
              vas_after: number | null;
              /** @description Ids of the segments that speak of it */
              readonly evidence: string[];
            }[];
          };
          'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, not_signed. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_transcripts_id_reopen: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Why the note must be changed */
          reason: string;
        };
      };
    };
    responses: {
      /** @description Make a signed note a draft again */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description `STREAM: ` and the note */
            stream: string;
            /** @description A UUID */
            id: string;
            /** @description The sections of the template, each name alone on its line */
            note: string;
            /** @description `--- Transcript:`, then a block for each turn */
            transcript: string;
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description From 1; one more with each change */
            version: number;
            /** @description When this version was made, in milliseconds since 1970 */
            changedAt: number;
            /** @description Who made this version: the name or id of a key; null if unknown */
            by: string | null;
            /** @description The form of documentation, such as `audio-note` */
            form: string;
            /** @description What the note looks like */
            template: string;
            /** @description BCP 47; null if it is not known */
            language: string | null;
            /** @description Of the recording, in milliseconds */
            durationMs: number;
            /** @description Who speaks */
            readonly speakers: {
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description The name that was given; null before that */
              name: string | null;
              /**
               * @description The role in the consultation
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
            }[];
            /** @description The note by sections, each statement with its evidence */
            readonly sections: {
              /** @description Its heading */
              name: string;
              /** @description Empty if nothing was said about it */
              readonly statements: {
                /**
                 * @description Unique in the record, and never used again for another statement
                 * @default
                 */
                id: string;
                /** @description One sentence or finding */
                text: string;
                /** @description Ids of the segments that support it */
                readonly evidence: string[];
                /**
                 * @description Who wrote it
                 * @default writer
                 * @enum {string}
                 */
                origin: 'writer' | 'person';
                /** @description False if the segments do not support it */
                grounded: boolean;
                /**
                 * @description Why the segments do not support it; empty if they do: `no-evidence` (it cites nothing that exists), `image` (it rests on images alone, which are not compared), `content` (most of its words are not in the passages), `quantity` (a number, unit, count, ratio, date or frequency differs), `dose` (the passages give this dose to another medicine), `medicine` (the passages do not name this medicine), `name` (the passages do not have a name with a digit, such as L5), `negation` (the passages say the opposite: no for yes, worse for better, stop for start), `side` (another side, or one that is not named)
                 * @default []
                 */
                readonly doubts: string[];
              }[];
            }[];
            /**
             * @description What the sender called the file; empty if unknown
             * @default
             */
            title: string;
            /**
             * @description Whose record it is; null if unknown
             * @default null
             */
            patient: {
              /** @description Id in another system, such as the health record */
              id?: string;
              /** @description Number that people use, such as a medical record number */
              identifier?: string;
              /** @description Full name */
              name?: string;
              /**
               * Format: date
               * @description YYYY-MM-DD
               */
              birth_date?: string;
              /**
               * @description Administrative sex
               * @enum {string}
               */
              sex?: 'female' | 'male' | 'other' | 'unknown';
            } | null;
            /**
             * @description The visit that it is about; null if unknown
             * @default null
             */
            visit: {
              /** @description When it was: YYYY-MM-DD, or a date-time with a time zone */
              date?: string;
              /** @description Name of the clinician */
              clinician?: string;
              /** @description Where it was */
              location?: string;
              /** @description Why the patient came */
              reason?: string;
            } | null;
            /**
             * @description What was said that is clinically relevant
             * @default []
             */
            readonly facts: {
              /** @description f1, f2, … in order */
              id: string;
              /**
               * @description What it is about
               * @enum {string}
               */
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
                | 'social';
              /** @description Its canonical name */
              term: string;
              /** @description A short phrase */
              text: string;
              /** @description The amount; null without one */
              value: string | null;
              /** @description The unit of the amount; null without one */
              unit: string | null;
              /**
               * @description What is said of it
               * @enum {string}
               */
              assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family';
              /** @description Ids of the segments or passages that say it */
              readonly evidence: string[];
              /** @description Whether a statement states it */
              in_note: boolean;
            }[];
            /** @description The software that made the record */
            providers: {
              /** @description The recogniser */
              transcriber: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
              /** @description The writer */
              writer: {
                /** @description Name of the provider, as in configuration; for an uploaded transcript, its format */
                provider: string;
                /** @description Null if there is none */
                model: string | null;
                /** @description Null if it is not known */
                version: string | null;
              };
            };
            /** @description Who said what, when */
            readonly segments: {
              /** @description s1, s2, … in order */
              id: string;
              /** @description Speaker 1, Speaker 2, … by first word */
              speaker: string;
              /** @description From the start of the recording, in milliseconds */
              startMs: number;
              /** @description From the start of the recording, in milliseconds */
              endMs: number;
              /** @description What was said */
              text: string;
              /** @description 0 to 1; null if the recogniser gives none */
              confidence: number | null;
              /**
               * @description Role of the speaker
               * @enum {string}
               */
              role: 'clinician' | 'patient' | 'other' | 'unknown';
              /** @description Name of the speaker, if it was given */
              name: string | null;
            }[];
            /** @description How much of what was said the note states */
            coverage: {
              /** @description How many facts were found */
              facts: number;
              /** @description How many of them the statements state */
              in_note: number;
              /** @description Ids of the others */
              readonly omitted: string[];
            };
            /** @description What the clinician should check */
            readonly warnings: string[];
            /**
             * @description Whether it is signed
             * @enum {string}
             */
            status: 'draft' | 'signed' | 'amended';
            /** @description Null for a draft */
            signature: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description The version that was signed */
              version: number;
              /** @description The warnings that the signer accepted */
              readonly acknowledged: string[];
              /** @description Over what was signed, see docs/records.md; in hex */
              sha256: string;
              /** @description False if the record is not what was signed */
              valid: boolean;
            } | null;
            /** @description Added since the note was signed for the first time */
            readonly addenda: {
              /** @description a1, a2, … in order */
              id: string;
              /** @description What was added after the note was signed */
              text: string;
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Over the addendum and the hash of the signature or addendum before it; in hex */
              sha256: string;
            }[];
            /** @description When a signed note became a draft again */
            readonly reopenings: {
              /** @description The name or id of the key */
              by: string;
              /** @description Milliseconds since 1970 */
              at: number;
              /** @description Why a signed note was to be changed */
              reason: string;
              /** @description What had been signed */
              signature: {
                /** @description The name or id of the key */
                by: string;
                /** @description Milliseconds since 1970 */
                at: number;
                /** @description The version that was signed */
                version: number;
                /** @description The warnings that the signer accepted */
                readonly acknowledged: string[];
                /** @description Over what was signed, see docs/records.md; in hex */
                sha256: string;
              };
            }[];
            /** @description Payer requirements */
            readonly completeness?: {
              /** @description The requirements that were said */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description The requirements that were not said; nothing is ever filled in */
              readonly missing: string[];
            };
            /** @description Codes that follow from the transcript, for a person to check */
            readonly codes?: {
              /** @description `ICD-10-CM` or `CPT` */
              system: string;
              /** @description The code */
              code: string;
              /** @description Ids of the segments that it follows from; never empty */
              readonly evidence: string[];
            }[];
            /** @description A row for each level that was spoken of, from the head down */
            readonly grid?: {
              /** @description Such as `C5`, `occiput`, `sacroiliac joint`, `rib 5`, `ankle` */
              level: string;
              /** @description Such as `cervical`, `pelvic`, `lower extremity` */
              region: string;
              /** @description Null if none was said */
              side: ('left' | 'right' | 'both') | null;
              /** @description What was found there; `value` is the words for it */
              readonly findings: {
                /** @description What is looked for, by its term, such as `range of motion` */
                element: string;
                /** @description What is found, such as `L5` */
                value: string;
                /** @description Ids of the segments that say so; never empty */
                readonly evidence: string[];
              }[];
              /** @description How it was adjusted; null if that was not said */
              technique: string | null;
              /** @description Whether it was adjusted in this visit; planned, declined and past do not count */
              adjusted: boolean;
              /** @description Pain before the adjustment, 0 to 10; null if not said */
              vas_before: number | null;
              /** @description Pain after the adjustment, 0 to 10; null if not said */
              vas_after: number | null;
              /** @description Ids of the segments that speak of it */
              readonly evidence: string[];
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, not_signed, forbidden. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_transcripts_id_audio: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Play the recording of a transcript */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'audio/wav': string;
          'audio/mpeg': string;
          'audio/mp4': string;
          'audio/x-m4a': string;
          'video/mp4': string;
          'audio/aac': string;
          'audio/ogg': string;
          'video/webm': string;
          'audio/flac': string;
          'audio/amr': string;
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, range_not_satisfiable. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_uploads: {
    parameters: {
      query?: never;
      header?: {
        /** @description `1.0.0` */
        'tus-resumable'?: string;
        /** @description Bytes of the whole file */
        'upload-length'?: string;
        /** @description `1`: the length is not known yet */
        'upload-defer-length'?: string;
        /** @description Pairs of a key and a base64 value; `filename` is shown to people */
        'upload-metadata'?: string;
        /** @description `sha1`, `sha256` or `md5`, a space, and the digest of this content in base64 */
        'upload-checksum'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description The next bytes of the file. Up to 2147483648 bytes */
    requestBody: {
      content: {
        'application/offset+octet-stream': string;
      };
    };
    responses: {
      /** @description Begin an upload in pieces (tus 1.0, creation) */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: quota_exceeded, checksum_mismatch. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  options_api_v1_uploads: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ask for the version, the extensions and the largest size (tus 1.0) */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_uploads_id_: {
    parameters: {
      query?: never;
      header?: {
        /** @description `1.0.0` */
        'tus-resumable'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete an upload (tus 1.0, termination) */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: upload_held. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  head_api_v1_uploads_id_: {
    parameters: {
      query?: never;
      header?: {
        /** @description `1.0.0` */
        'tus-resumable'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ask how much of an upload has arrived (tus 1.0) */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: upload_expired. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  patch_api_v1_uploads_id_: {
    parameters: {
      query?: never;
      header?: {
        /** @description `1.0.0` */
        'tus-resumable'?: string;
        /** @description The number of bytes that have arrived already */
        'upload-offset'?: string;
        /** @description Bytes of the whole file, if its length was not known before */
        'upload-length'?: string;
        /** @description `sha1`, `sha256` or `md5`, a space, and the digest of this content in base64 */
        'upload-checksum'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description The next bytes of the file. Up to 2147483648 bytes */
    requestBody: {
      content: {
        'application/offset+octet-stream': string;
      };
    };
    responses: {
      /** @description Send the next bytes of an upload (tus 1.0) */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: upload_conflict, upload_expired, quota_exceeded, checksum_mismatch. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_webhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the webhooks of the account, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Without their secrets */
            items: {
              /** @description A UUID */
              id: string;
              /** @description The URL that events are sent to */
              url: string;
              /** @description The events that it receives */
              events: (
                | 'transcript.completed'
                | 'grid.completed'
                | 'image.completed'
                | 'pdf.completed'
                | 'transcript.signed'
                | 'run.failed'
              )[];
              /** @description Milliseconds since 1970 */
              createdAt: number;
              /** @description When the receiver answered 410, in milliseconds since 1970; null while the webhook is active */
              disabledAt: number | null;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_webhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description https:// or http://; must lead to a public address unless the host permits others */
          url: string;
          /** @description The events that it receives */
          events: (
            | 'transcript.completed'
            | 'grid.completed'
            | 'image.completed'
            | 'pdf.completed'
            | 'transcript.signed'
            | 'run.failed'
          )[];
        };
      };
    };
    responses: {
      /** @description Register a webhook */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description A UUID */
            id: string;
            /** @description The URL that events are sent to */
            url: string;
            /** @description The events that it receives */
            events: (
              | 'transcript.completed'
              | 'grid.completed'
              | 'image.completed'
              | 'pdf.completed'
              | 'transcript.signed'
              | 'run.failed'
            )[];
            /** @description Milliseconds since 1970 */
            createdAt: number;
            /** @description `whsec_…`, verifies signatures; shown once */
            secret: string;
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: too_many_webhooks. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  delete_api_v1_webhooks_id_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a webhook and its undelivered events */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_webhooks_id_deliveries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List what a webhook has not received yet */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Under way, then waiting, then given up */
            items: {
              /** @description The id of the delivery, and of the message that is sent */
              id: string;
              /**
               * @description What it tells
               * @enum {string}
               */
              event:
                | 'transcript.completed'
                | 'grid.completed'
                | 'image.completed'
                | 'pdf.completed'
                | 'transcript.signed'
                | 'run.failed';
              /** @description The run that it is about */
              run: string;
              /**
               * @description Given up after three days, or as it was refused for good
               * @enum {string}
               */
              state: 'under-way' | 'waiting' | 'given-up';
              /** @description Attempts so far */
              tries: number;
              /** @description Milliseconds since 1970 */
              createdAt: number;
              /** @description Milliseconds since 1970; null unless it waits */
              nextAttemptAt: number | null;
              /** @description Why the last attempt failed; null if none has */
              reason: string | null;
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  post_api_v1_webhooks_id_deliveries_delivery_retry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        delivery: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Send what a webhook has not received, now */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. Of this endpoint: not_found, delivery_under_way. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
  get_api_v1_workflows: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the workflows, with their graphs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description In the order of the plugins */
            readonly workflows: {
              /** @description As the runs of this workflow name it */
              name: string;
              /** @description The plugin that declares it */
              plugin: string;
              /** @description Its nodes, and their order */
              graph: {
                /** @description A node comes before those that it contains */
                readonly nodes: {
                  /** @description Its path: `pages/read`. In a run, the items of an `each` add a number: `pages/3/read` */
                  id: string;
                  /** @description Unique among its neighbours and those around it */
                  name: string;
                  /**
                   * @description What it does
                   * @enum {string}
                   */
                  kind: 'step' | 'parallel' | 'each' | 'when' | 'sleep' | 'wait' | 'child';
                  /** @description The id of the node that contains it */
                  of?: string;
                }[];
                /** @description From each node to the next, and from a node to the first of each list that it contains */
                readonly edges: {
                  /** @description The id of a node */
                  from: string;
                  /** @description The id of a node */
                  to: string;
                  /** @description The name of a branch, or when this way is taken */
                  label?: string;
                }[];
              };
            }[];
          };
        };
      };
      /** @description Any of: invalid_api_key, forbidden, not_found, method_not_allowed, conflicting_parameters, malformed_json, malformed_form, invalid_request, unknown_field, invalid_cursor, idempotency_mismatch, rate_limited, too_large, unsupported_media_type, unreadable_file, provider_unavailable, provider_failed, stopping, insufficient_storage, internal. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDetail'];
        };
      };
    };
  };
}
