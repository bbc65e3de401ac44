/**
 * The engine's interface for tests of behaviour: people, grants, a running engine, and its results. A test that imports
 * anything else from `src/engine` tests the implementation.
 */

export {type Actor, engineItself, nobody, operator} from '../engine/actor.ts'
export {type Application, createApplication} from '../engine/application.ts'
export {checkWhole} from '../engine/check.ts'
export {exportCsv} from '../engine/csv/export.ts'
export {importCsv} from '../engine/csv/import.ts'
export {loadDemo} from '../engine/demo/demo.ts'
export {CompiledDocument, Engine} from '../engine/engine.ts'
export type {FileStore} from '../engine/files/file-store.ts'
export {openFolder} from '../engine/files/folder.ts'
export {deliverAll, listOutbox} from '../engine/jobs/outbox.ts'
export {runSystemActions} from '../engine/jobs/system-actions.ts'
export {listNotifications} from '../engine/notifications/notification-rows.ts'
export {documentGrants, type Grants, grantsBy, noGrants} from '../engine/permissions/grants.ts'
export type {CheckRules} from '../engine/read-context.ts'
export {requestTimeAt} from '../engine/request-time.ts'
export {actionsFor} from '../engine/write/actions/available-actions.ts'
export type {ChangeRequest, Input, Outcome} from '../engine/write/change.ts'
export {readHistory} from '../engine/write/history.ts'
export {documentRules} from '../engine/write/rules.ts'
export type {Grant} from '../points/roles/run.ts'
