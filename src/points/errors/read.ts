/** Raw point 8 → the declared entries of the catalogue. */
import {type Finding, finding} from '../../document/finding.ts'
import type {RawPoint, Text} from '../../document/raw.ts'
import {type Cells, readTables, type TableKind} from '../../document/table.ts'
import type {Limits} from '../limits/model.ts'
import type {DeclaredEntry, Errors} from './model.ts'
import {ownErrors} from './own.ts'

type Column = 'Code' | 'Status' | 'Message'
const errorsTable: TableKind<Column> = {called: 'errors', required: ['Code', 'Message'], optional: ['Status']}
const own: Readonly<Record<string, {readonly status: number}>> = ownErrors

export function readErrors(point: RawPoint, {constants, settings}: Limits, findings: Finding[]): Errors {
  const declared = new Map<string, DeclaredEntry>()
  const blocks = point.sections.flatMap(section => section.blocks)
  for (const {cells} of readTables(blocks, errorsTable, findings)) addEntry(cells, declared, findings)
  const shown = [...constants].map(([name, constant]) => [name, constant.shown] as const)
  return {declared, constants: Object.fromEntries(shown), language: settings.LANGUAGE}
}

function addEntry(cells: Cells<Column>, declared: Map<string, DeclaredEntry>, findings: Finding[]): void {
  const {Code: code, Message: message} = cells
  if (!/^[A-Z][A-Z0-9_]*$/.test(code.text)) {
    const text = `"${code.text}" is no code: it needs capital letters, digits and _, as in TOO_MANY_OPEN.`
    findings.push(
      finding('N801', code, {
        message: text,
        hint: 'Codes are for programs and for the rules of this document; people read the message.',
      }),
    )
    return
  }
  const earlier = declared.get(code.text)
  if (earlier) {
    findings.push(
      finding('N802', code, {
        message: `${code.text} stands in the catalogue already, at line ${earlier.line}.`,
        hint: 'Keep one of the two rows.',
      }),
    )
    return
  }
  if (message.text === '')
    findings.push(
      finding('N804', code, {
        message: `${code.text} says nothing to people.`,
        hint: 'Write a sentence: what happened, and what to do next.',
      }),
    )
  const status = readStatus(code, cells.Status, findings)
  declared.set(code.text, {
    code: code.text,
    status,
    message: message.text,
    said: message,
    file: code.file,
    line: code.line,
    column: code.column,
  })
}

function readStatus(code: Text, written: Text, findings: Finding[]): number {
  const fixed = own[code.text]?.status
  const status = written.text === '' ? (fixed ?? 422) : Number(written.text)
  if (fixed !== undefined && status !== fixed) {
    const message = `${code.text} is the engine's own and always has status ${fixed}.`
    findings.push(finding('N805', written, {message, hint: `Write ${fixed}, or leave the cell empty.`}))
  } else if (fixed === undefined && !(Number.isInteger(status) && status >= 400 && status <= 499)) {
    const message = `\`${written.text}\` is no status of a refusal.`
    findings.push(
      finding('N803', written, {
        message,
        hint: 'Use 422 for input that breaks a rule, 403 for what is not allowed, 409 for what does not fit the present state.',
      }),
    )
  }
  return fixed ?? status
}
