/** Tables about records and the document: versions, history, states, settings, and what makes a change happen once. */

import type {Table} from '../schema.ts'
import {id, index, instant, table, text, whole} from './columns.ts'

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

export const recordTables: readonly Table[] = [
  documentTable,
  counterTable,
  historyTable,
  idempotencyTable,
  searchTable,
  stateTable,
  actedTable,
  setbackTable,
  undoTable,
  settingTable,
  viewTable,
]
