/**
 * The engine's interface for tests of behaviour: people, grants, a running engine, and its results. A test that imports
 * anything else from `src/engine` tests the implementation.
 */

import type {SourceFile} from '../document/source.ts'
import {
  type Application,
  type ApplicationOptions,
  createApplication as applicationOf,
} from '../engine/application/application.ts'
import {checkWhole as checkWith} from '../engine/check.ts'
import {type CheckedDocument, checkDocument as documentWith, type Specification} from '../points/specification.ts'
import {kinds, parts} from './kinds.ts'

export type {Application} from '../engine/application/application.ts'
export {type Actor, engineItself, nobody, operator} from '../engine/base/actor.ts'
export {requestTimeAt} from '../engine/base/request-time.ts'
export {exportCsv} from '../engine/csv/export.ts'
export {importCsv} from '../engine/csv/import.ts'
export {loadDemo} from '../engine/demo/demo.ts'
export {CompiledDocument, Engine} from '../engine/engine.ts'
export type {FileStore} from '../engine/files/file-store.ts'
export {openFolder} from '../engine/files/folder.ts'
export {runSystemActions} from '../engine/jobs/system-actions.ts'
export {listNotifications} from '../engine/notifications/notification-rows.ts'
export {deliverAll, listOutbox} from '../engine/outbox/outbox.ts'
export {documentGrants, type Grants, grantsBy, noGrants} from '../engine/permissions/grants.ts'
export type {CheckRules} from '../engine/query/read-context.ts'
export {abilities} from '../engine/records/abilities.ts'
export type {ChangeRequest, Input, Outcome} from '../engine/transaction/change.ts'
export {readHistory} from '../engine/transaction/history.ts'
export {documentRules} from '../engine/transaction/rules.ts'
export type {Grant} from '../points/roles/run.ts'

/* With all kinds. */

export const checkDocument = (sources: readonly SourceFile[]): CheckedDocument => documentWith(sources, kinds)
export const checkWhole = (files: readonly SourceFile[]): CheckedDocument => checkWith(files, kinds)

export const createApplication = (specification: Specification, options?: ApplicationOptions): Application =>
  applicationOf(specification, parts, options)
