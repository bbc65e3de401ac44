/** Raw point 8 → the declared entries of the catalogue. */

import {type Finding, finding} from '../../document/finding.ts'
import {type RawPoint, replacing, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {type Cells, readTables, type TableKind} from '../../document/table.ts'
import type {Limits} from '../limits/model.ts'
import type {DeclaredEntry, Errors} from './model.ts'
import {ownErrors} from './own.ts'

type ErrorColumn = 'Code' | 'Status' | 'Message'
export const errorsTable: TableKind<ErrorColumn> = {
  called: 'errors',
  required: ['Code', 'Message'],
  optional: ['Status'],
}
const own: Readonly<Record<string, number>> = ownErrors

export function readErrors(point: RawPoint, {constants, settings}: Limits, findings: Finding[]): Errors {
  const declared = new Map<string, DeclaredEntry>()
  const blocks = point.sections.flatMap(section => section.blocks)
  for (const {cells} of readTables(blocks, errorsTable, findings)) addEntry(cells, declared, findings)
  const shown = [...constants].map(([name, constant]) => [name, constant.shown] as const)
  return {declared, constants: Object.fromEntries(shown), language: settings.LANGUAGE}
}

function addEntry(cells: Cells<ErrorColumn>, declared: Map<string, DeclaredEntry>, findings: Finding[]): void {
  const {Code: code, Message: message} = cells
  if (!/^[A-Z][A-Z0-9_]*$/.test(code.text)) {
    const meant = codeFor(code.text)
    findings.push(
      finding('N801', code, {
        message:
          code.text === ''
            ? 'This error has no code.'
            : `\`${code.text}\` cannot be an error code: use capital letters, digits and \`_\`.`,
        hint: `Write \`${code.text === '' ? 'TOO_MANY_OPEN' : meant}\`. People read the message.`,
        fix: code.text === '' ? undefined : replacing(code, meant),
      }),
    )
    return
  }
  const earlier = declared.get(code.text)
  if (earlier) {
    findings.push(
      finding('N802', code, {
        message: `Duplicate error code \`${code.text}\`: it is already declared at line ${earlier.line}.`,
        hint: 'Keep one of the two rows.',
      }),
    )
    return
  }
  if (message.text === '')
    findings.push(
      finding('N804', code, {
        message: `The error ${code.text} has no message.`,
        hint: 'Write a sentence that says what is wrong and what to do.',
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
  const fixed = own[code.text]
  const status = written.text === '' ? (fixed ?? 422) : Number(written.text)
  if (fixed !== undefined && status !== fixed) {
    const message = `${code.text} is built in and always has the status ${fixed}.`
    findings.push(
      finding('N805', written, {
        message,
        hint: `Give an error of your own another code. To change the message of ${code.text}, write \`${fixed}\`.`,
      }),
    )
  } else if (fixed === undefined && !(Number.isInteger(status) && status >= 400 && status <= 499)) {
    const message = `\`${written.text}\` is not a status from 400 to 499.`
    findings.push(
      finding('N803', written, {
        message,
        hint: 'Write `422` for input that breaks a rule, `403` for what is not allowed, `409` for what does not fit the current state.',
        fix: replacing(written, '422'),
      }),
    )
  }
  return fixed ?? status
}

// The finding for a rule or action that names an unknown code.

export function unknownCode(code: 'N423' | 'N506', cell: Text, {declared}: Errors): Finding {
  const codes = [...declared.keys()]
  if (cell.text === '')
    return finding(code, cell, {
      message: 'The error code is missing.',
      hint: `Name a code of point 8: ${codes.join(', ') || 'TOO_MANY'}.`,
    })
  if (!/[a-z]/.test(cell.text) || !/[\s.!]/.test(cell.text)) {
    const hint = `Add a row for it to point 8: \`| ${codeFor(cell.text)} | 422 | … |\`.`
    const near = suggestFor(cell, codes)
    return finding(code, cell, {message: `Unknown error code \`${cell.text}\`.`, ...(near.fix ? near : {hint})})
  }
  const name = codeFor(cell.text)
  return finding(code, cell, {
    message: 'This is a sentence, and Error names a code.',
    hint: `Write \`${name}\` here, and add the sentence to point 8: \`| ${name} | 422 | ${cell.text} |\`.`,
  })
}

/** The code that an author probably means. */
function codeFor(text: string): string {
  const name = text
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
  return name || 'NOT_ALLOWED'
}
