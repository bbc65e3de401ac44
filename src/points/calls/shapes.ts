/**
 * The fenced JSON of point 7 → shapes of responses and requests. Braces contain expressions; a text without braces is a
 * constant.
 */
import {type Finding, finding} from '../../document/finding.ts'
import type {Fence, Text} from '../../document/raw.ts'
import {suggestWord} from '../../document/spelling.ts'
import type {Json} from '../../feel/core.ts'
import {type as typeText} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import type {SqlCheck} from '../../feel/sql/problems.ts'
import type {Type} from '../../feel/type.ts'
import {typedExpression} from '../entities/expression.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {allFields} from '../entities/scope.ts'
import {shownAs} from '../entities/types.ts'
import {part, readFencedJson, textOf} from './fenced-json.ts'
import {callValues, listValues, type OwnValue, type Shape, type ValueShape} from './model.ts'

const deepestShapes = 20
/** How many values an answer may have, with those of the shapes in it. */
const mostValues = 2000

export interface ShapeContext {
  readonly entities: Entities
  readonly scope: Scope
  readonly sqlCheck: SqlCheck
  /** The declared shapes, by name. */
  readonly shapes: ReadonlyMap<string, DeclaredShape>
  readonly findings: Finding[]
}

/** `### Shape Profile of User` */
export interface DeclaredShape {
  readonly name: string
  readonly entity: string
  readonly fence: Fence
}

interface AnswerContext extends ShapeContext {
  readonly fence: Fence
  /** The entity that expressions start at; null if only values of the call itself are available. */
  readonly entity: string | null
  readonly own: ReadonlySet<OwnValue>
  /** The entity of a list, whose records are the only array with one element. */
  readonly listed: string | null
  /** The shapes that contain this one. */
  readonly inside: readonly string[]
  /** How many values have been read. */
  readonly size: {values: number}
  /** Only its own mistakes are of interest: the shapes in it are checked where they are declared. */
  readonly alone?: true
}

export interface AnswerOptions {
  readonly entity: string
  readonly list: boolean
  readonly token: boolean
}

export function readAnswer(fence: Fence, {entity, list, token}: AnswerOptions, context: ShapeContext): Shape | null {
  const json = readFencedJson(fence, context.findings)
  if (json === undefined) return null
  const own = new Set<OwnValue>([...(list ? listValues : []), ...(token ? (['token'] as const) : [])])
  const at = {...context, fence, own, inside: [], size: {values: 0}}
  const shape = shapeOf(json, list ? {...at, entity: null, listed: entity} : {...at, entity, listed: null})
  if (isTooLarge(at, fence, context.findings)) return null
  if (shape && list && !hasRecords(shape))
    context.findings.push(
      finding('N710', fence, {
        message: 'The answer of a list holds no records.',
        hint: 'An array with one element holds them: `{"articles": [{"title": "{title}"}]}`.',
      }),
    )
  return shape
}

/** The body of an outgoing call. */
export function readSent(fence: Fence, entity: string, context: ShapeContext): Shape | null {
  const json = readFencedJson(fence, context.findings)
  const own = new Set<OwnValue>(callValues)
  if (json === undefined) return null
  const at = {...context, fence, own, entity, listed: null, inside: [], size: {values: 0}}
  const shape = shapeOf(json, at)
  return isTooLarge(at, fence, context.findings) ? null : shape
}

/** Shapes that each contain the next twice double with each of them. */
function isTooLarge({size}: Pick<AnswerContext, 'size'>, fence: Fence, findings: Finding[]): boolean {
  if (size.values <= mostValues) return false
  const message = `This has more than ${mostValues} values, with those of the shapes in it, or more than ${deepestShapes} shapes in each other.`
  findings.push(finding('N710', fence, {message, hint: 'Leave out shapes, or declare smaller ones.'}))
  return true
}

/** One value of a record, for use outside of JSON. */
export function readRecordValue(
  text: Text,
  entity: Entity,
  context: Pick<ShapeContext, 'scope' | 'sqlCheck' | 'findings'>,
) {
  const typed = typedAt(text, {...context, entity: entity.name})
  const field = fieldOf(entity, canonicalName(text.text.trim()))
  return typed && valueShape({core: typed.core, type: typed.type, text, field})
}

function hasRecords(shape: Shape): boolean {
  if (shape.kind === 'records') return true
  return shape.kind === 'object' && shape.entries.some(([, each]) => hasRecords(each))
}

function shapeOf(json: Json, context: AnswerContext): Shape | null {
  const {size} = context
  size.values += 1
  if (size.values > mostValues) return null
  if (typeof json === 'string') return leafOf(json, context)
  if (Array.isArray(json)) return arrayOf(json, context)
  if (typeof json !== 'object' || json === null) return {kind: 'constant', json}
  const entries: (readonly [string, Shape])[] = []
  for (const [key, each] of Object.entries(json)) {
    const shape = shapeOf(each, context)
    if (shape) entries.push([key, shape])
  }
  return {kind: 'object', entries}
}

function arrayOf(json: readonly Json[], context: AnswerContext): Shape | null {
  const [only, ...others] = json
  if (context.listed !== null && only !== undefined && others.length === 0) {
    const each = shapeOf(only, {...context, entity: context.listed, listed: null, own: new Set()})
    return each && {kind: 'records', each}
  }
  const items = json.map(each => shapeOf(each, context)).filter(each => each !== null)
  return {kind: 'array', items}
}

const braces = /\{([^{}]*)\}/g

function leafOf(written: string, context: AnswerContext): Shape | null {
  const found = [...written.matchAll(braces)]
  if (found.length === 0) return {kind: 'constant', json: written}
  const text = textOf(context.fence, written)
  const [only] = found
  if (only && only[0] === written) return braceOf(part(text, 1, written.length - 1), context)
  const pieces: (string | ValueShape | Extract<Shape, {kind: 'own'}>)[] = []
  let end = 0
  for (const match of found) {
    if (match.index > end) pieces.push(written.slice(end, match.index))
    end = match.index + match[0].length
    const value = braceOf(part(text, match.index + 1, end - 1), context)
    if (value === null) return null
    if (value.kind === 'value' || value.kind === 'own') pieces.push(value)
  }
  if (end < written.length) pieces.push(written.slice(end))
  return {kind: 'text', pieces}
}

const nesting = /^(.+?)\s+as\s+([A-Z]\w*)$/s

function braceOf(text: Text, context: AnswerContext): Shape | null {
  const name = text.text.trim()
  for (const known of context.own) if (known === name) return {kind: 'own', name: known}
  if (context.entity === null) {
    const known = [...context.own]
    context.findings.push(
      finding('N711', text, {
        message: `\`${name}\` is not known here: this is beside the records of the list.`,
        hint: suggestWord(name, known),
      }),
    )
    return null
  }
  const nested = nesting.exec(text.text)
  if (nested)
    return nestedOf(text, {path: nested[1] ?? '', name: nested[2] ?? ''}, {...context, entity: context.entity})
  return expressionOf(text, {...context, entity: context.entity})
}

type InRecord = AnswerContext & {readonly entity: string}

function nestedOf(
  text: Text,
  {path, name}: {readonly path: string; readonly name: string},
  context: InRecord,
): Shape | null {
  const declared = context.shapes.get(name)
  if (!declared) {
    const names = [...context.shapes.keys()]
    const hint = suggestWord(name, names, `Declare it: \`### Shape ${name} of ${context.entity}\`.`)
    context.findings.push(finding('N711', text, {message: `Unknown shape \`${name}\`.`, hint}))
    return null
  }
  if (context.inside.includes(name)) {
    const hint = 'Leave the inner one out, or write its fields.'
    context.findings.push(finding('N711', text, {message: `The shape \`${name}\` contains itself.`, hint}))
    return null
  }
  if (context.inside.length >= deepestShapes) {
    context.size.values = mostValues + 1
    return null
  }
  const typed = typedAt(part(text, 0, path.length), context)
  if (!typed) return null
  const several = typed.type.kind === 'list'
  const item = typed.type.kind === 'list' ? typed.type.of : typed.type
  if (item.kind !== 'reference' || item.entity !== declared.entity) {
    const hint = `\`${name}\` is a shape of ${declared.entity}. Name a reference to it, or \`this\`.`
    context.findings.push(finding('N711', text, {message: `\`${path}\` is not a ${declared.entity}.`, hint}))
    return null
  }
  if (context.alone) return null
  const json = readFencedJson(declared.fence, [])
  if (json === undefined) return null
  const inside = {
    ...context,
    fence: declared.fence,
    entity: declared.entity,
    listed: null,
    inside: [...context.inside, name],
    // Its own mistakes are reported where it is declared.
    findings: [],
  }
  const shape = shapeOf(json, inside)
  return shape && {kind: 'nested', core: typed.core, entity: declared.entity, several, name, shape, text}
}

/** Reports the mistakes of a declared shape once, whether it is used or not. */
export function checkShape(declared: DeclaredShape, context: ShapeContext): void {
  const json = readFencedJson(declared.fence, context.findings)
  const {fence, entity, name} = declared
  const own = new Set<OwnValue>(entity === 'User' ? ['token'] : [])
  if (json !== undefined)
    shapeOf(json, {...context, fence, entity, own, listed: null, inside: [name], size: {values: 0}, alone: true})
}

function typedAt(
  text: Text,
  context: Pick<InRecord, 'entity' | 'scope' | 'sqlCheck' | 'findings'>,
): {core: ValueShape['core']; type: Type} | null {
  return typedExpression(text, {...context, scope: {...context.scope, entity: context.entity}})
}

function expressionOf(text: Text, context: InRecord): Shape | null {
  const typed = typedAt(text, context)
  if (!typed) return null
  const entity = context.entities.entities.get(context.entity)
  const field = entity ? fieldOf(entity, canonicalName(text.text.trim())) : null
  return valueShape({core: typed.core, type: typed.type, text, field})
}

export function valueShape({
  core,
  type,
  text,
  field,
}: {
  readonly core: ValueShape['core']
  readonly type: Type
  readonly text: Text
  readonly field: Field | null
}): ValueShape {
  const item = type.kind === 'list' ? type.of : type
  return {kind: 'value', core, use: field?.type ?? shownAs(item), text, field: field?.name ?? null}
}

/** The default shape of a record: its id, version and fields. */
export function derivedAnswer(
  entity: Entity,
  {names, context}: {readonly names: readonly string[]; readonly context: Pick<ShapeContext, 'scope'>},
): Shape {
  const shown = allFields(entity).filter(field =>
    names.length > 0 ? names.includes(field.name) : isShown(field, entity),
  )
  const order = names.length > 0 ? names : ['id', 'version', ...entity.fields.keys(), 'created', 'updated']
  const sorted = shown.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  return {
    kind: 'object',
    entries: sorted.flatMap((field): (readonly [string, Shape])[] => {
      const typing = typeText(field.name, {...context.scope, entity: entity.name})
      const text: Text = {file: entity.file, line: entity.line, column: entity.column, text: field.name, pieces: []}
      if (!typing.ok) return []
      return [[field.name, valueShape({core: typing.core, type: typing.type, text, field})]]
    }),
  }
}

const own = new Set(['id', 'version', 'created', 'updated'])

function isShown({name, type: {storage, control}}: Field, entity: Entity): boolean {
  if (!entity.fields.has(name)) return own.has(name)
  return storage.kind !== 'other side' && control.control !== 'file'
}
