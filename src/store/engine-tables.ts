/**
 * The engine's own tables, described like those of entities, so that plans, copies and checks treat them alike. Their
 * names begin with `nonet_`, which no entity's table does.
 */
import type {Column, Index, Table} from './schema.ts'

const text = {sqlite: 'TEXT', postgres: 'text COLLATE "C"', holds: {as: 'text'}, required: true} as const
const whole = {sqlite: 'INTEGER', postgres: 'bigint', holds: {as: 'number', places: 0}, required: true} as const
const instant = {sqlite: 'TEXT', postgres: 'timestamptz(3)', holds: {as: 'date and time'}, required: true} as const

function table(name: string, key: string, columns: readonly Column[]): Table {
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

/** One-time tokens and the answers they got, for a day. */
export const onceTable: Table = {
  ...table('nonet_once', 'token', [
    {name: 'token', ...text},
    {name: 'at', ...instant},
    {name: 'answer', ...text},
  ]),
  indexes: [index('nonet_once_at_index', ['at'])],
}

export const engineTables: readonly Table[] = [documentTable, counterTable, historyTable, onceTable]
