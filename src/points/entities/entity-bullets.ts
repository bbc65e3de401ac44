/** `named by`, `unique` and `part of`: what they say. Whether the fields they name exist, check.ts asks. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Field, NamedBy, NamePart, PartOf} from './model.ts'
import {canonicalName, isFieldName} from './names.ts'

/** `subject`, `person.name`, or a text with fields in braces. */
export function readNamedBy(written: Text | null, fields: ReadonlyMap<string, Field>, findings: Finding[]): NamedBy {
  if (written === null) return {parts: usualName(fields)}
  const template = written.text.includes('{')
  const parts = template ? readTemplate(written.text) : readPath(written.text)
  if (parts !== null) return {parts}
  findings.push(
    finding('N318', written, {
      message: `\`${written.text}\` cannot name records.`,
      hint: 'Write a field, as in `subject`, or a text with fields: `{person}, {first_day} to {last_day}`.',
    }),
  )
  return {parts: usualName(fields)}
}

const path = /^[a-z][a-z0-9_ ]*(?:\.[a-z][a-z0-9_ ]*)*$/

function readPath(written: string): NamePart[] | null {
  if (!path.test(written.trim())) return null
  return [{kind: 'path', path: written.split('.').map(canonicalName)}]
}

function readTemplate(written: string): NamePart[] | null {
  const parts: NamePart[] = []
  for (const [, text = '', inner] of written.matchAll(/([^{}]*)(?:\{([^{}]*)\})?/g)) {
    if (text !== '') parts.push({kind: 'text', text})
    const named = inner === undefined ? [] : readPath(inner)
    if (named === null) return null
    parts.push(...named)
  }
  const shown = parts.map(part => (part.kind === 'text' ? part.text : '{}')).join('')
  return shown === written.replace(/\{[^{}]*\}/g, '{}') && parts.some(part => part.kind === 'path') ? parts : null
}

/** A field called `name` or `title`, else the first that can stand for a record; none where there is no such field. */
function usualName(fields: ReadonlyMap<string, Field>): NamePart[] {
  const able = [...fields.values()].filter(field => field.type.names)
  const field = fields.get('name') ?? fields.get('title') ?? able.find(each => each.required) ?? able[0]
  return field === undefined ? [] : [{kind: 'path', path: [field.name]}]
}

/** `room, day`; several of them are set apart by semicolons. */
export function readUnique(written: Text | null, findings: Finding[]): readonly (readonly string[])[] {
  if (written === null) return []
  const sets = written.text.split(';').map(set => set.split(',').map(canonicalName))
  if (sets.every(set => set.every(isFieldName) && new Set(set).size === set.length)) return sets
  findings.push(
    finding('N309', written, {
      message: `\`${written.text}\` is not a list of different fields.`,
      hint: 'Write it like this: `- unique: room, day`. Separate several lists with semicolons.',
    }),
  )
  return []
}

/** `Order`, or `Order by order` where several fields lead there. */
export function readPartOf(written: Text, fields: ReadonlyMap<string, Field>, findings: Finding[]): PartOf | null {
  const match = /^([A-Z]\w*)(?:\s+by\s+([a-z][a-z0-9_ ]*))?$/.exec(written.text)
  const entity = match?.[1] ?? written.text
  const leading = [...fields.values()].filter(
    ({type: {keeps}}) => keeps.kind === 'column' && keeps.references === entity,
  )
  const by = match?.[2] === undefined ? leading[0]?.name : canonicalName(match[2])
  const clear = match?.[2] !== undefined || leading.length === 1
  if (match && clear && leading.some(({name}) => name === by)) return {entity, field: by ?? ''}
  findings.push(partless(written, {entity, leading: leading.map(({name}) => name), wellFormed: match !== null}))
  return null
}

interface Partless {
  readonly entity: string
  readonly leading: readonly string[]
  readonly wellFormed: boolean
}

function partless(written: Text, {entity, leading, wellFormed}: Partless): Finding {
  if (!wellFormed)
    return finding('N308', written, {
      message: `\`${written.text}\` cannot be the name of an entity.`,
      hint: 'Write it like this: `- part of: Order`.',
    })
  const [first] = leading
  const message =
    leading.length > 1 ? `Several fields lead to ${entity}: ${leading.join(', ')}.` : `No field leads to ${entity}.`
  const hint =
    first === undefined
      ? `Add a field: \`| ${canonicalName(entity.toLowerCase())} | ${entity} | yes |\`.`
      : `Name the field: \`- part of: ${entity} by ${first}\`.`
  return finding('N310', written, {message, hint})
}
