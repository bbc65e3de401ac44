/**
 * The engine's own tables, described like those of entities, so that migrations, copies and checks treat them alike.
 * Their names start with `nonet_`, which no entity's table does.
 */
import type {Index, Table, TableColumn} from './schema.ts'

const text = {sqlite: 'TEXT', postgres: 'text COLLATE "C"', holds: {as: 'text'}, required: true} as const
const whole = {sqlite: 'INTEGER', postgres: 'bigint', holds: {as: 'number', places: 0}, required: true} as const
const instant = {sqlite: 'TEXT', postgres: 'timestamptz(3)', holds: {as: 'date and time'}, required: true} as const
const id = {sqlite: 'TEXT', postgres: 'uuid', holds: {as: 'id'}, required: true} as const

function table(name: string, key: string, columns: readonly TableColumn[]): Table {
  return {name, columns, key: [key], foreignKeys: [], checks: [], indexes: [], counters: []}
}

function index(name: string, columns: readonly string[]): Index {
  return {name, unique: false, columns: columns.map(column => ({name: column, optional: false}))}
}

/** Every document that was applied, the last one with the highest number. */
const documentTable: Table = table('nonet_document', 'number', [
  {name: 'number', ...whole},
  {name: 'applied', ...instant},
  {name: 'plan', ...text},
  {name: 'digest', ...text},
  /** The document's files, as JSON. */
  {name: 'source', ...text},
  {name: 'schema', ...text},
])

/** The next value of a `serial`. Empty on PostgreSQL, which uses sequences. */
export const counterTable: Table = table('nonet_counter', 'name', [
  {name: 'name', ...text},
  {name: 'next', ...whole},
])

/** Who changed what; rows outlive their records. */
const historyTable: Table = {
  ...table('nonet_history', 'id', [
    {name: 'id', ...text},
    {name: 'entity', ...text},
    {name: 'record', ...text},
    {name: 'at', ...instant},
    {name: 'kind', ...text},
    {name: 'person', ...text, required: false},
    {name: 'action', ...text},
    {name: 'version', ...whole},
    /** Field by field, before and after, as JSON. */
    {name: 'changes', ...text},
  ]),
  indexes: [index('nonet_history_record_index', ['entity', 'record', 'id'])],
}

/** Performed requests by their one-time tokens, with the resulting addresses; kept for a day. */
const idempotencyTable: Table = {
  ...table('nonet_idempotency', 'key', [
    {name: 'key', ...text},
    {name: 'at', ...instant},
    /** A digest of the page, the action and the body. */
    {name: 'fingerprint', ...text},
    {name: 'outcome', ...text},
  ]),
  indexes: [index('nonet_idempotency_at_index', ['at'])],
}

/** The words of searchable fields: by record to update them, by word to find records. */
const searchTable: Table = {
  ...table('nonet_search', 'record', [
    {name: 'record', ...id},
    {name: 'entity', ...text},
    {name: 'field', ...text},
    {name: 'word', ...text},
  ]),
  key: ['record', 'entity', 'field', 'word'],
  indexes: [index('nonet_search_word_index', ['entity', 'field', 'word', 'record'])],
}

/** How people sign in; not stored in fields of `User`, where a grant could expose it. */
const accountTable: Table = table('nonet_account', 'person', [
  {name: 'person', ...id},
  {name: 'hash', ...text},
  {name: 'changed', ...instant},
  /** The address that was proved last. Null for older rows: that of the record. */
  {name: 'proved', ...text, required: false},
])

/** Who is whom at a provider of single sign-on. */
const identityTable: Table = {
  ...table('nonet_identity', 'issuer', [
    {name: 'issuer', ...text},
    {name: 'subject', ...text},
    {name: 'person', ...id},
    {name: 'made', ...instant},
  ]),
  key: ['issuer', 'subject'],
  indexes: [index('nonet_identity_person_index', ['person'])],
}

/** The authenticator app of a person: one secret, which the server needs to compute its codes. */
const totpTable: Table = table('nonet_totp', 'person', [
  {name: 'person', ...id},
  {name: 'secret', ...text},
  /** Null until its first code was entered: it does not count before. */
  {name: 'since', ...instant, required: false},
  /** Of the last code, which does not count again. */
  {name: 'step', ...whole},
])

/** Recovery codes, each for once. Stored as digests. */
const recoveryTable: Table = {
  ...table('nonet_recovery', 'code', [
    {name: 'code', ...text},
    {name: 'person', ...id},
  ]),
  indexes: [index('nonet_recovery_person_index', ['person'])],
}

/** The passkeys of people. Public keys: what is here signs nobody in. */
const passkeyTable: Table = {
  ...table('nonet_passkey', 'id', [
    {name: 'id', ...text},
    {name: 'person', ...id},
    {name: 'key', ...text},
    {name: 'counter', ...whole},
    {name: 'transports', ...text},
    {name: 'name', ...text},
    {name: 'made', ...instant},
    {name: 'used', ...instant, required: false},
  ]),
  indexes: [index('nonet_passkey_person_index', ['person'])],
}

/** Since when people have to have a second factor. */
const factorDueTable: Table = table('nonet_factor_due', 'person', [
  {name: 'person', ...id},
  {name: 'since', ...instant},
])

/** The sessions that began with a provider, so that signing out there ends them. */
const providerSessionTable: Table = {
  ...table('nonet_provider_session', 'token', [
    {name: 'token', ...text},
    {name: 'issuer', ...text},
    {name: 'subject', ...text},
    {name: 'session', ...text, required: false},
  ]),
  indexes: [index('nonet_provider_session_subject_index', ['issuer', 'subject'])],
}

/** Sessions. The token is stored as a digest. */
const sessionTable: Table = {
  ...table('nonet_session', 'token', [
    {name: 'token', ...text},
    {name: 'person', ...id},
    {name: 'made', ...instant},
    {name: 'seen', ...instant},
    {name: 'agent', ...text},
    {name: 'address', ...text},
    /** 1 on a device that others use, too. */
    {name: 'shared', ...whole, required: false},
    /** When the person has last proved that it is them; null: when they signed in. */
    {name: 'confirmed', ...instant, required: false},
  ]),
  indexes: [index('nonet_session_person_index', ['person']), index('nonet_session_seen_index', ['seen'])],
}

/**
 * One-time links in mails: to reset a password, to accept an invitation, to set up the first person. Stored as digests.
 */
const tokenTable: Table = {
  ...table('nonet_token', 'token', [
    {name: 'token', ...text},
    {name: 'kind', ...text},
    {name: 'person', ...id, required: false},
    {name: 'until', ...instant},
    /** The effect as JSON, unless it follows from the person. */
    {name: 'payload', ...text, required: false},
  ]),
  indexes: [index('nonet_token_kind_index', ['kind', 'until'])],
}

/**
 * Recent attempts at things that can be guessed, with the time of the last one: by account, by browser, and by network
 * address.
 */
const guessTable: Table = {
  ...table('nonet_guess', 'about', [
    {name: 'about', ...text},
    {name: 'last', ...instant},
    {name: 'tries', ...whole},
  ]),
  indexes: [index('nonet_guess_last_index', ['last'])],
}

/** Browsers in which people have signed in. The token is stored as a digest. */
const browserTable: Table = {
  ...table('nonet_browser', 'token', [
    {name: 'token', ...text},
    {name: 'person', ...id},
    {name: 'last', ...instant},
  ]),
  key: ['token', 'person'],
  indexes: [index('nonet_browser_person_index', ['person', 'last']), index('nonet_browser_last_index', ['last'])],
}

/** API keys of people. The key is stored as a digest; `id` identifies it for people and operators. */
const keyTable: Table = {
  ...table('nonet_key', 'token', [
    {name: 'token', ...text},
    {name: 'id', ...id},
    {name: 'person', ...id},
    {name: 'name', ...text},
    /** As JSON; without it, all roles of the person. */
    {name: 'roles', ...text, required: false},
    {name: 'made', ...instant},
    {name: 'until', ...instant, required: false},
    {name: 'used', ...instant, required: false},
  ]),
  indexes: [index('nonet_key_person_index', ['person'])],
}

/** Feed addresses of people. The secret in the address is stored as a digest. */
const feedTable: Table = {
  ...table('nonet_feed', 'token', [
    {name: 'token', ...text},
    {name: 'id', ...id},
    {name: 'person', ...id},
    /** Path and query of the page. */
    {name: 'screen', ...text},
    {name: 'format', ...text},
    /** The title of the page. */
    {name: 'name', ...text},
    {name: 'made', ...instant},
    {name: 'used', ...instant, required: false},
  ]),
  indexes: [index('nonet_feed_person_index', ['person'])],
}

/**
 * When records entered their state, once an action has moved them; before that, they are in it since they were created.
 */
const stateTable: Table = {
  ...table('nonet_state', 'record', [
    {name: 'entity', ...text},
    {name: 'record', ...id},
    {name: 'state', ...text},
    {name: 'since', ...instant},
  ]),
  key: ['entity', 'record'],
}

/**
 * System actions already performed on records to which their condition still applies, so that each is performed once.
 */
const actedTable: Table = {
  ...table('nonet_acted', 'record', [
    {name: 'entity', ...text},
    {name: 'record', ...id},
    {name: 'action', ...text},
    {name: 'at', ...instant},
  ]),
  key: ['entity', 'record', 'action'],
}

/** System actions that failed or were rejected, until they succeed or no longer apply. `state`: failed or refused. */
const setbackTable: Table = {
  ...table('nonet_setback', 'record', [
    {name: 'entity', ...text},
    /** Empty if the query for records failed. */
    {name: 'record', ...text},
    {name: 'action', ...text},
    {name: 'state', ...text},
    {name: 'reason', ...text},
    {name: 'attempts', ...whole},
    {name: 'since', ...instant},
    {name: 'tried', ...instant},
    /** The time of the next attempt, unless the record changes sooner. */
    {name: 'due', ...instant},
  ]),
  key: ['entity', 'record', 'action'],
}

/**
 * Messages that leave the application, written with the change that causes them and removed after delivery. `state`:
 * waiting or dead.
 */
const outboxTable: Table = {
  ...table('nonet_outbox', 'id', [
    {name: 'id', ...id},
    {name: 'at', ...instant},
    {name: 'kind', ...text},
    {name: 'name', ...text},
    /** Identifies the performed action, so that a receiver can recognise repetitions. */
    {name: 'event', ...id},
    {name: 'entity', ...text},
    {name: 'record', ...id},
    {name: 'action', ...text},
    /** As JSON. */
    {name: 'payload', ...text},
    /** The version of the record, for calls: earlier ones are delivered first. */
    {name: 'version', ...whole, required: false},
    {name: 'state', ...text},
    /** Attempts with a known outcome. */
    {name: 'attempts', ...whole},
    /** Attempts since the last known outcome: the one in progress, and those that ended with their process. */
    {name: 'unfinished', ...whole, required: false},
    /** The time of the next attempt; during delivery, the end of the lease. */
    {name: 'due', ...instant},
    {name: 'problem', ...text, required: false},
  ]),
  indexes: [
    index('nonet_outbox_waiting_index', ['state', 'kind', 'due']),
    index('nonet_outbox_record_index', ['entity', 'record']),
  ],
}

/** Notifications, one per person and action; shown only while the person may read the record. */
const notificationTable: Table = {
  ...table('nonet_notification', 'id', [
    {name: 'id', ...id},
    {name: 'person', ...id},
    {name: 'event', ...id},
    {name: 'at', ...instant},
    {name: 'entity', ...text},
    {name: 'record', ...id},
    {name: 'action', ...text},
    {name: 'by', ...id, required: false},
    {name: 'seen', ...instant, required: false},
    /** The name of a deleted record, as the recipient saw it. */
    {name: 'name', ...text, required: false},
    /** The document's sentence for this recipient, and the action's sentence: both with fields in braces. */
    {name: 'text', ...text, required: false},
    {name: 'says', ...text, required: false},
    /** The action that the record waited for this person to take. */
    {name: 'waits', ...text, required: false},
    /** What the fields held that are said in it, when it happened: as JSON, by field. */
    {name: 'held', ...text, required: false},
  ]),
  indexes: [
    index('nonet_notification_record_index', ['record', 'seen']),
    index('nonet_notification_person_index', ['person', 'seen', 'entity']),
    index('nonet_notification_at_index', ['at']),
    {...index('nonet_notification_event_index', ['event', 'person']), unique: true},
  ],
}

/** Recent changes of people: the confirmation, and the data to undo them. Removed when they can no longer be undone. */
const undoTable: Table = {
  ...table('nonet_undo', 'id', [
    {name: 'id', ...id},
    {name: 'person', ...id, required: false},
    {name: 'at', ...instant},
    {name: 'until', ...instant},
    {name: 'text', ...text},
    {name: 'href', ...text, required: false},
    /** The address after undoing; null to stay. */
    {name: 'back', ...text, required: false},
    /** As JSON; null if it cannot be undone. */
    {name: 'payload', ...text, required: false},
  ]),
  indexes: [index('nonet_undo_until_index', ['until'])],
}

/** People who do not want mail notifications. */
const quietTable: Table = table('nonet_quiet', 'person', [
  {name: 'person', ...id},
  {name: 'at', ...instant},
])

/** Calendar entries that people have by mail, so that they are removed from their calendars when they no longer hold. */
const entryTable: Table = {
  ...table('nonet_entry', 'record', [
    {name: 'person', ...id},
    {name: 'record', ...id},
    /** Forgotten some time after the event. */
    {name: 'until', ...instant},
    /** The event as it was sent last, as JSON. */
    {name: 'event', ...text},
  ]),
  key: ['person', 'record'],
}

/** The language that people chose for themselves. */
const languageTable: Table = table('nonet_language', 'person', [
  {name: 'person', ...id},
  {name: 'language', ...text},
])

/**
 * Constants that people have changed in the application, in the notation of point 9; the document's values apply to all
 * others.
 */
const settingTable: Table = table('nonet_setting', 'name', [
  {name: 'name', ...text},
  {name: 'value', ...text},
  {name: 'at', ...instant},
  {name: 'person', ...id, required: false},
])

/** Saved views of lists. */
const viewTable: Table = {
  ...table('nonet_view', 'id', [
    {name: 'id', ...id},
    {name: 'person', ...id},
    /** Its route. */
    {name: 'screen', ...text},
    {name: 'name', ...text},
    /** The query string. */
    {name: 'query', ...text},
    {name: 'at', ...instant},
  ]),
  indexes: [index('nonet_view_person_index', ['person', 'screen', 'id'])],
}

/** What happened to accounts and permissions, in rows that are never changed. */
const auditTable: Table = {
  ...table('nonet_audit', 'id', [
    {name: 'id', ...id},
    {name: 'at', ...instant},
    {name: 'kind', ...text},
    {name: 'outcome', ...text},
    {name: 'actor', ...text},
    /** Who did it, and the person it is about. */
    {name: 'person', ...id, required: false},
    {name: 'about', ...id, required: false},
    /** The address in the network. */
    {name: 'address', ...text, required: false},
    /** As JSON. */
    {name: 'details', ...text},
  ]),
  indexes: [
    index('nonet_audit_kind_index', ['kind', 'id']),
    index('nonet_audit_person_index', ['person', 'id']),
    index('nonet_audit_about_index', ['about', 'id']),
    index('nonet_audit_at_index', ['at']),
  ],
}

/** The chain of the audit log: each digest covers its entry and the digest before. */
const auditSealTable: Table = {
  ...table('nonet_audit_seal', 'number', [
    {name: 'number', ...whole},
    {name: 'entry', ...id},
    {name: 'digest', ...text},
  ]),
  indexes: [{...index('nonet_audit_seal_entry_index', ['entry']), unique: true}],
}

/** The end of the chain, in one row. */
const auditHeadTable: Table = table('nonet_audit_head', 'name', [
  {name: 'name', ...text},
  {name: 'number', ...whole},
  {name: 'digest', ...text},
  /** The last one that was handed to a log collector. */
  {name: 'sent', ...whole},
])

/** The tokens with which directories of companies bring people (SCIM), as digests. */
const directoryTable: Table = table('nonet_directory', 'token', [
  {name: 'token', ...text},
  {name: 'id', ...id},
  /** As point 6 names it. */
  {name: 'provider', ...text},
  {name: 'made', ...instant},
  {name: 'until', ...instant, required: false},
  {name: 'used', ...instant, required: false},
])

/** People as their directory describes them. */
const directoryPersonTable: Table = {
  ...table('nonet_directory_person', 'person', [
    {name: 'person', ...id},
    {name: 'provider', ...text},
    /** In lower case. */
    {name: 'username', ...text},
    {name: 'external', ...text, required: false},
    /** Its attributes, as JSON. */
    {name: 'body', ...text},
    /** `yes` or `removed`: the directory does not have them any more. */
    {name: 'there', ...text},
    {name: 'changed', ...instant},
  ]),
  indexes: [index('nonet_directory_person_username_index', ['username'])],
}

/** Groups of a directory; point 6 says which roles they give. */
const directoryGroupTable: Table = table('nonet_directory_group', 'id', [
  {name: 'id', ...id},
  {name: 'provider', ...text},
  {name: 'name', ...text},
  {name: 'external', ...text, required: false},
  {name: 'made', ...instant},
  {name: 'changed', ...instant},
])

const directoryMemberTable: Table = {
  ...table('nonet_directory_member', 'person', [
    {name: 'person', ...id},
    {name: 'directory_group', ...id},
  ]),
  key: ['person', 'directory_group'],
  indexes: [index('nonet_directory_member_group_index', ['directory_group'])],
}

export const engineTables: readonly Table[] = [
  documentTable,
  counterTable,
  historyTable,
  idempotencyTable,
  searchTable,
  accountTable,
  identityTable,
  totpTable,
  recoveryTable,
  passkeyTable,
  factorDueTable,
  providerSessionTable,
  sessionTable,
  tokenTable,
  guessTable,
  browserTable,
  keyTable,
  feedTable,
  stateTable,
  actedTable,
  setbackTable,
  outboxTable,
  notificationTable,
  undoTable,
  quietTable,
  entryTable,
  languageTable,
  settingTable,
  viewTable,
  auditTable,
  auditSealTable,
  auditHeadTable,
  directoryTable,
  directoryPersonTable,
  directoryGroupTable,
  directoryMemberTable,
]
