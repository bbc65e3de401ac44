/** Forms, for a new record or for one that the route names. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import type {CompileScreen} from '../../engine/screen-context.ts'
import {inboxLists} from '../../features/approvals/lists.ts'
import type {FormScreenData} from '../../features/forms/data.ts'
import {formDocument} from './document.ts'
import {compileForm} from './server.ts'

/** `edit`: a form at the address of a record, which answers with what the page of the record does. */
export function formWith(edit: CompileScreen): ServerKind<'form', {readonly form: FormScreenData}> {
  return defineKind({
    document: formDocument,
    compile: (screen, context) => (screen.address.kind === 'record' ? edit : compileForm)(screen, context),
    lists: inboxLists,
    page: 'form',
  })
}
