/**
 * The engine's interface for tests of behaviour: people, grants, a running engine, and its results. A test that imports
 * anything else from `src/engine` tests the implementation.
 */

export type {Grant} from '../points/roles/run.ts'
export {type Actor, engineItself, nobody, operator} from './actor.ts'
export {type Application, createApplication} from './application.ts'
export {checkWhole} from './check.ts'
export {exportCsv} from './csv/export.ts'
export {importCsv} from './csv/import.ts'
export {loadDemo} from './demo/demo.ts'
export {CompiledDocument, Engine} from './engine.ts'
export type {FileStore} from './files/file-store.ts'
export {openFolder} from './files/folder.ts'
export {deliverAll, listOutbox} from './jobs/outbox.ts'
export {runSystemActions} from './jobs/system-actions.ts'
export {listNotifications} from './notifications/notification-rows.ts'
export {documentGrants, type Grants, grantsBy, noGrants} from './permissions/grants.ts'
export type {CheckRules} from './read-context.ts'
export {requestTimeAt} from './request-time.ts'
export {actionsFor} from './write/actions/available-actions.ts'
export type {ChangeRequest, Input, Outcome} from './write/change.ts'
export {readHistory} from './write/history.ts'
export {documentRules} from './write/rules.ts'
