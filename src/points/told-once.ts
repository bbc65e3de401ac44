/**
 * One mistake is told once: what names a field that is wrong itself is not wrong, and is looked at again when that field
 * is mended.
 */
import type {Finding, FindingCode} from '../document/finding.ts'
import type {RawDocument} from '../document/raw.ts'
import {isKnownEntity, targetOf} from './entities/lookup.ts'
import type {Entities, Entity, Field} from './entities/model.ts'

/** Findings about a name that nobody knows. */
const unknown: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'N055',
  'N059',
  'N065',
  'N212',
  'N223',
  'N309',
  'N502',
  'N507',
  'N608',
])

export function toldOnce(findings: readonly Finding[], entities: Entities, document: RawDocument): Finding[] {
  const wrong = new Set([...entities.entities.values()].flatMap(entity => wrongFields(entity, entities)))
  if (wrong.size === 0) return [...findings]
  return findings.filter(found => !unknown.has(found.code) || !namesOneOf(wrong, found, document))
}

/** Rows that could not be read, computed fields without a meaning, and references that lead nowhere. */
function wrongFields(entity: Entity, entities: Entities): string[] {
  const isWrong = (field: Field): boolean => {
    if (field.computed !== null) return field.computed.core === null
    const target = targetOf(field)
    return target !== null && !isKnownEntity(entities, target)
  }
  const fields = [...entity.fields.values()].filter(isWrong).map(({name}) => name)
  return [...entity.unread, ...fields]
}

/** In its message, or at its place: a name, or a path of them. */
function namesOneOf(wrong: ReadonlySet<string>, found: Finding, document: RawDocument): boolean {
  const {file, line, column, message} = found
  const text = document.sources.find(source => source.file === file)?.lines[line - 1] ?? ''
  const [written = ''] = /^[\w.]+/.exec(text.slice(column - 1)) ?? []
  const told = [...message.matchAll(/[`“]([\w.]+)[`”]/g)].map(match => match[1] ?? '')
  return [written, ...told].some(path => path.split('.').some(name => wrong.has(name)))
}
