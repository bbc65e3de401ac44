/** Pages of records, and displays. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import type {RecordPageData} from '../../features/approvals/data.ts'
import type {DisplayData} from '../../features/records/data.ts'
import {recordDocument} from './document.ts'
import {compileRecord, openBeside} from './server.ts'

export const record: ServerKind<'record', {readonly record: RecordPageData; readonly display: DisplayData}> =
  defineKind({
    document: recordDocument,
    compile: compileRecord,
    openBeside,
    page: 'form',
  })
