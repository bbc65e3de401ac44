/** Tables of what is told: messages that leave, notifications, and the audit log. */

import type {Table} from '../schema.ts'
import {id, index, instant, table, text, whole} from './columns.ts'

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

export const messageTables: readonly Table[] = [
  outboxTable,
  notificationTable,
  quietTable,
  entryTable,
  auditTable,
  auditSealTable,
  auditHeadTable,
]
