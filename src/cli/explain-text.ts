/** An explanation as text: the answer first, then every line of the document that has a say in it, with its place. */
import type {Holds, JudgedReason, Reason} from '../engine/explain/reason.ts'

export interface Section {
  /** What was asked, as a sentence without its end. */
  readonly title: string
  readonly holds: Holds
  readonly reasons: readonly JudgedReason[]
  /** What else the same people may do with it, where nothing was found. */
  readonly otherwise: readonly Reason[]
  readonly note: string | null
}

export function explained(sections: readonly Section[]): string {
  return `${sections.map(sectionText).join('\n\n')}\n`
}

function sectionText({title, holds, reasons, otherwise, note}: Section): string {
  const lines = [`${title}: ${answer(holds)}`]
  if (note !== null) lines.push(note)
  for (const reason of reasons) lines.push('', ...reasonLines(reason))
  if (otherwise.length > 0) lines.push('', 'What they may do with it instead:')
  for (const each of otherwise) lines.push(`  ${placeOf(each)}  ${each.quoted}`)
  return lines.join('\n')
}

function answer(holds: Holds): string {
  if (holds === null) return 'it depends.'
  return holds ? 'yes.' : 'no.'
}

const placeOf = ({file, line}: Reason): string => `${file}:${line}`

function reasonLines(reason: JudgedReason): string[] {
  const verdict = reason.holds === null ? 'may allow it' : reason.holds ? 'allows it' : 'does not allow it'
  const asks = reason.judged.map(({said, holds, personal}) => `    asks that ${said}: ${asked(holds, personal)}`)
  const fields = reason.fields === null ? [] : [`    only the fields ${reason.fields.join(', ')}`]
  return [`${placeOf(reason)} ${verdict}`, `    ${reason.quoted}`, ...asks, ...fields]
}

function asked(holds: Holds, personal: boolean): string {
  if (holds === null) return personal ? 'it depends on the record and on who asks' : 'it depends on the record'
  return holds ? 'it is so' : 'it is not so'
}
