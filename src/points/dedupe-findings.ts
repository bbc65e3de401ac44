/**
 * Reports each mistake once. A finding about a name that is declared wrongly is dropped, because only the declaration
 * is wrong. A missing entity is reported where it is first named, with the other places.
 */
import {type Finding, type FindingCode, finding} from '../document/finding.ts'
import {type RawDocument, replacing, type Text} from '../document/raw.ts'
import {isSlip} from '../document/spelling.ts'
import {entityReferredTo, isKnownEntity} from './entities/lookup.ts'
import type {Entities, Entity, Field} from './entities/model.ts'
import {asEntityName, isEntityName, splitWas} from './entities/names.ts'
import type {Limits} from './limits/model.ts'
import {NameUses} from './name-uses.ts'

/** Findings about unknown names and their types. */
const unknown: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'N021',
  'N055',
  'N059',
  'N065',
  'N212',
  'N223',
  'N309',
  'N413',
  'N502',
  'N507',
  'N608',
])

const aboutEntities: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'N211',
  'N308',
  'N401',
  'N415',
  'N419',
  'N501',
  'N606',
])

interface PointNumbers {
  readonly document: RawDocument
  readonly entities: Entities
  readonly limits: Limits
}

export function dedupeFindings(findings: readonly Finding[], points: PointNumbers): Finding[] {
  const {document, entities, limits} = points
  const fields = [...entities.entities.values()].flatMap(entity => wrongFields(entity, entities))
  const wrong = new Set([...fields, ...limits.unread])
  const left = findings.filter(found => !unknown.has(found.code) || !namesOneOf(wrong, found, document))
  return entitiesOnce(left, points)
}

/** Fields that could not be read, wrong computed fields, and references to unknown entities. */
function wrongFields(entity: Entity, entities: Entities): string[] {
  const isWrong = (field: Field): boolean => {
    if (field.computed !== null) return field.computed.core === null
    const target = entityReferredTo(field)
    return target !== null && !isKnownEntity(entities, target)
  }
  const fields = [...entity.fields.values()].filter(isWrong).map(({name}) => name)
  return [...entity.unread, ...fields]
}

/** Whether the finding names one of these, in its message or at its place. */
function namesOneOf(wrong: ReadonlySet<string>, found: Finding, document: RawDocument): boolean {
  if (wrong.size === 0) return false
  const {file, line, column, message} = found
  const text = document.sources.find(source => source.file === file)?.lines[line - 1] ?? ''
  const [written = ''] = /^[\w.]+/.exec(text.slice(column - 1)) ?? []
  const told = [...message.matchAll(/`\{?([\w.]+)\}?`/g)].map(match => match[1] ?? '')
  return [written, ...told].some(path => path.split('.').some(name => wrong.has(name)))
}

const missingEntity = ({code, message}: Finding): string | null =>
  aboutEntities.has(code) ? (/^Unknown entity `(\w+)`\.$/.exec(message)?.[1] ?? null) : null

/** `Damage` in an expression: the same as where an entity of that name is missing. */
const unknownEntityName = ({code, message}: Finding): string | null =>
  code === 'N055' ? (/^Unknown name `([A-Z]\w*)`\.$/.exec(message)?.[1] ?? null) : null

function entitiesOnce(findings: readonly Finding[], points: PointNumbers): Finding[] {
  const absent = new Set(findings.map(missingEntity))
  const missing = (found: Finding): string | null => {
    const name = unknownEntityName(found)
    return name !== null && absent.has(name) ? name : missingEntity(found)
  }
  const headings = points.document.points[3].sections.flatMap(({heading}) => heading ?? [])
  // A heading that cannot be the name of an entity already has its finding.
  const unusable = new Set(
    headings.filter(({text}) => !isEntityName(splitWas(text)?.name ?? '')).map(({text}) => asEntityName(text)),
  )
  const groups = Map.groupBy(findings, missing)
  const seen = new Set<string>()
  return findings.flatMap(found => {
    const name = missing(found)
    if (name === null) return [found]
    if (seen.has(name)) return []
    seen.add(name)
    return unusable.has(name) ? [] : once(name, groups.get(name) ?? [found], {...points, headings})
  })
}

/** At its heading in point 3 if that is misspelt, otherwise at the first place that names it. */
function once(
  name: string,
  findings: readonly Finding[],
  {document, entities, headings}: PointNumbers & {readonly headings: readonly Text[]},
): Finding[] {
  const [first, ...others] = findings.toSorted((a, b) => a.line - b.line || a.column - b.column)
  if (!first) return []
  const also = others.map(({file, line, column}) => ({file, line, column}))
  const slip = others.length > 0 ? headings.find(heading => isMisspelt(heading, name, {document, entities})) : undefined
  if (!slip) return [also.length > 0 ? {...first, also} : first]
  return [
    {
      ...finding('N303', slip, {
        message: `\`${slip.text}\` is named nowhere else, but \`${name}\` is, and there is no such entity.`,
        hint: `Did you mean \`### ${name}\`?`,
        fix: replacing(slip, name),
      }),
      also: [{file: first.file, line: first.line, column: first.column}, ...also],
    },
  ]
}

function isMisspelt(
  heading: Text,
  name: string,
  {document, entities}: Pick<PointNumbers, 'document' | 'entities'>,
): boolean {
  const known = entities.entities.has(heading.text) && isSlip(heading.text, name)
  return known && new NameUses(document).times(heading.text, [2, 3, 4, 5, 6, 7]) === 1
}
