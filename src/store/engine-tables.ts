/**
 * The engine's own tables, described like those of entities, so that plans, copies and checks treat them alike. Their
 * names begin with `nonet_`, which no entity's table does.
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
export const documentTable: Table = table('nonet_document', 'number', [
  {name: 'number', ...whole},
  {name: 'applied', ...instant},
  {name: 'plan', ...text},
  {name: 'digest', ...text},
  /** The document's files, as JSON. */
  {name: 'source', ...text},
  {name: 'schema', ...text},
])

/** What a `serial` gives next. PostgreSQL has sequences for that, so there it stays empty. */
export const counterTable: Table = table('nonet_counter', 'name', [
  {name: 'name', ...text},
  {name: 'next', ...whole},
])

/** Who changed what; rows outlive the records they tell of. */
export const historyTable: Table = {
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

/** Requests that were carried out, by their one-time tokens, and where they led; kept for a day. */
export const idempotencyTable: Table = {
  ...table('nonet_idempotency', 'key', [
    {name: 'key', ...text},
    {name: 'at', ...instant},
    /** Of the page, the action and the body. */
    {name: 'fingerprint', ...text},
    {name: 'outcome', ...text},
  ]),
  indexes: [index('nonet_idempotency_at_index', ['at'])],
}

/** The words in the fields that searches look into: by record to keep them, by word to find records. */
export const searchTable: Table = {
  ...table('nonet_search', 'record', [
    {name: 'record', ...id},
    {name: 'entity', ...text},
    {name: 'field', ...text},
    {name: 'word', ...text},
  ]),
  key: ['record', 'entity', 'field', 'word'],
  indexes: [index('nonet_search_word_index', ['entity', 'field', 'word', 'record'])],
}

/** How people sign in; nothing of it is in a field of `User`, where a grant could show it. */
export const accountTable: Table = table('nonet_account', 'person', [
  {name: 'person', ...id},
  {name: 'hash', ...text},
  {name: 'changed', ...instant},
])

/** Where people are signed in. The token is kept as its digest. */
export const sessionTable: Table = {
  ...table('nonet_session', 'token', [
    {name: 'token', ...text},
    {name: 'person', ...id},
    {name: 'made', ...instant},
    {name: 'seen', ...instant},
    {name: 'agent', ...text},
    {name: 'address', ...text},
  ]),
  indexes: [index('nonet_session_person_index', ['person']), index('nonet_session_seen_index', ['seen'])],
}

/** One-time links in mails: to reset a password, to accept an invitation, to set up the first person. Kept as digests. */
export const tokenTable: Table = {
  ...table('nonet_token', 'token', [
    {name: 'token', ...text},
    {name: 'kind', ...text},
    {name: 'person', ...id, required: false},
    {name: 'until', ...instant},
    /** What it will do, as JSON, if that does not follow from the person. */
    {name: 'payload', ...text, required: false},
  ]),
  indexes: [index('nonet_token_kind_index', ['kind', 'until'])],
}

/** How often something was tried lately that is tried by guessing, and when last: by account, by browser, and by where it comes from. */
export const guessTable: Table = {
  ...table('nonet_guess', 'about', [
    {name: 'about', ...text},
    {name: 'last', ...instant},
    {name: 'tries', ...whole},
  ]),
  indexes: [index('nonet_guess_last_index', ['last'])],
}

/** Browsers in which people have signed in. The token is kept as its digest. */
export const browserTable: Table = {
  ...table('nonet_browser', 'token', [
    {name: 'token', ...text},
    {name: 'person', ...id},
    {name: 'last', ...instant},
  ]),
  key: ['token', 'person'],
  indexes: [index('nonet_browser_person_index', ['person', 'last']), index('nonet_browser_last_index', ['last'])],
}

/** API keys of people. The key is kept as its digest; `id` is how people and operators name it. */
export const keyTable: Table = {
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

/** Addresses at which people's programs read a screen. The secret in the address is kept as its digest. */
export const feedTable: Table = {
  ...table('nonet_feed', 'token', [
    {name: 'token', ...text},
    {name: 'id', ...id},
    {name: 'person', ...id},
    /** Path and query of the page. */
    {name: 'screen', ...text},
    {name: 'format', ...text},
    /** What the page was called. */
    {name: 'name', ...text},
    {name: 'made', ...instant},
    {name: 'used', ...instant, required: false},
  ]),
  indexes: [index('nonet_feed_person_index', ['person'])],
}

/** Since when records are in their state, once an action has moved them; before that, since they were created. */
export const stateTable: Table = {
  ...table('nonet_state', 'record', [
    {name: 'entity', ...text},
    {name: 'record', ...id},
    {name: 'state', ...text},
    {name: 'since', ...instant},
  ]),
  key: ['entity', 'record'],
}

/** What the system has done already for records to which its condition still applies, so that it is done once. */
export const actedTable: Table = {
  ...table('nonet_acted', 'record', [
    {name: 'entity', ...text},
    {name: 'record', ...id},
    {name: 'action', ...text},
    {name: 'at', ...instant},
  ]),
  key: ['entity', 'record', 'action'],
}

/** System actions that failed or were refused, until they succeed or no longer apply. `state`: failed or refused. */
export const setbackTable: Table = {
  ...table('nonet_setback', 'record', [
    {name: 'entity', ...text},
    /** Empty where the records themselves could not be searched. */
    {name: 'record', ...text},
    {name: 'action', ...text},
    {name: 'state', ...text},
    {name: 'reason', ...text},
    {name: 'attempts', ...whole},
    {name: 'since', ...instant},
    {name: 'tried', ...instant},
    /** When it is tried next, unless the record changes sooner. */
    {name: 'due', ...instant},
  ]),
  key: ['entity', 'record', 'action'],
}

/** What has to leave the application, written with the change that causes it and gone when it has left. `state`: waiting or dead. */
export const outboxTable: Table = {
  ...table('nonet_outbox', 'id', [
    {name: 'id', ...id},
    {name: 'at', ...instant},
    {name: 'kind', ...text},
    {name: 'name', ...text},
    /** The action that was performed: what is sent for it bears one key, so that a receiver can tell repetitions. */
    {name: 'event', ...id},
    {name: 'entity', ...text},
    {name: 'record', ...id},
    {name: 'action', ...text},
    /** As JSON. */
    {name: 'payload', ...text},
    /** Of the record, for calls: earlier ones are delivered first. */
    {name: 'version', ...whole, required: false},
    {name: 'state', ...text},
    /** Those with a known outcome. */
    {name: 'attempts', ...whole},
    /** Those since the last known outcome: the one in progress, and those that ended with their process. */
    {name: 'unfinished', ...whole, required: false},
    /** When it is tried next; for what is being delivered, when its lease ends. */
    {name: 'due', ...instant},
    {name: 'problem', ...text, required: false},
  ]),
  indexes: [
    index('nonet_outbox_waiting_index', ['state', 'kind', 'due']),
    index('nonet_outbox_record_index', ['entity', 'record']),
  ],
}

/** Notifications, one per person and action; shown only while the person may read the record. */
export const notificationTable: Table = {
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
    /** What the document says to this person, and what it says of the action: both with fields in braces. */
    {name: 'text', ...text, required: false},
    {name: 'says', ...text, required: false},
    /** The action that the record waited for this person to take. */
    {name: 'waits', ...text, required: false},
  ]),
  indexes: [
    index('nonet_notification_record_index', ['record', 'seen']),
    index('nonet_notification_person_index', ['person', 'seen', 'entity']),
    index('nonet_notification_at_index', ['at']),
    {...index('nonet_notification_event_index', ['event', 'person']), unique: true},
  ],
}

/** What people have just done: what is said of it, and what takes it back. Gone when it can no longer be undone. */
export const undoTable: Table = {
  ...table('nonet_undo', 'id', [
    {name: 'id', ...id},
    {name: 'person', ...id, required: false},
    {name: 'at', ...instant},
    {name: 'until', ...instant},
    {name: 'text', ...text},
    {name: 'href', ...text, required: false},
    /** Where the person goes when it is undone; null: they stay. */
    {name: 'back', ...text, required: false},
    /** As JSON; null where it cannot be undone. */
    {name: 'payload', ...text, required: false},
  ]),
  indexes: [index('nonet_undo_until_index', ['until'])],
}

/** Who wants no mail about what happens here. */
export const quietTable: Table = table('nonet_quiet', 'person', [
  {name: 'person', ...id},
  {name: 'at', ...instant},
])

/** The language that people chose for themselves. */
export const languageTable: Table = table('nonet_language', 'person', [
  {name: 'person', ...id},
  {name: 'language', ...text},
])

/** Constants that people have changed in the application, as point 9 would write them; the document's own value holds for the others. */
export const settingTable: Table = table('nonet_setting', 'name', [
  {name: 'name', ...text},
  {name: 'value', ...text},
  {name: 'at', ...instant},
  {name: 'person', ...id, required: false},
])

/** Views of lists that people keep for themselves. */
export const viewTable: Table = {
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

export const engineTables: readonly Table[] = [
  documentTable,
  counterTable,
  historyTable,
  idempotencyTable,
  searchTable,
  accountTable,
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
  languageTable,
  settingTable,
  viewTable,
]
