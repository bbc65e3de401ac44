/** The table `Action` of own code: `create Booking then book`, with the fields that the page sends. */
import {placedNames, splitOnce, splitText} from '../../../document/bullets.ts'
import {finding} from '../../../document/finding.ts'
import {replacing, sliceOf, type Text} from '../../../document/raw.ts'
import {suggestFor} from '../../../document/spelling.ts'
import type {TableRow} from '../../../document/table.ts'
import {readsRecords} from '../../../feel/core.ts'
import {type as typeText} from '../../../feel/index.ts'
import type {Type} from '../../../feel/type.ts'
import {findingsOf} from '../../entities/expression.ts'
import {isEditable, requiredOfPeople, unknownEntity} from '../../entities/lookup.ts'
import type {Entity, Field} from '../../entities/model.ts'
import {canonicalName, labelOfName} from '../../entities/names.ts'
import {userEntity} from '../../entities/own-fields.ts'
import {text} from '../../entities/types/text.ts'
import type {Action} from '../../states/model.ts'
import {
  type AccountDeed,
  type FieldByKey,
  isAccountDeed,
  isOwnName,
  isOwnPassword,
  type OwnActionRow,
  type OwnContext,
  type OwnDeed,
  type OwnSet,
} from './model.ts'

type DeedContext = Omit<OwnContext, 'named' | 'parameters' | 'settings'>
type DeclaredRow = TableRow<'Action' | 'Does' | 'Fields' | 'Sets' | 'Leads to'>
/** By name: those that an action may be sent. */
type Fillable = ReadonlyMap<string, Pick<Field, 'name' | 'type'>>

const written =
  'Write `create Booking`, `create Booking then book`, `update Booking`, `delete Booking`, `cancel of Booking`, `sign in`, `sign up` or `sign out`.'

/** The scope of the context has the values of the address. */
export function readActionRows(rows: readonly DeclaredRow[], context: DeedContext): OwnActionRow[] {
  const found: OwnActionRow[] = []
  for (const {cells} of rows) {
    const {Action: name, Does: does, Fields: fields, Sets: sets, 'Leads to': leads} = cells
    const deed = readDeed(does, context)
    if (!isOwnName(name.text) || found.some(each => each.name === name.text)) {
      const isTwice = isOwnName(name.text)
      const message = isTwice ? `\`${name.text}\` is there twice.` : `\`${name.text}\` cannot be the name of an action.`
      const hint = isTwice ? 'Rename one of them.' : 'Begin with a lower-case letter, and use only letters and digits.'
      wrongAction(context, name, message, hint)
    } else if (deed) {
      const fillable = fillableBy(deed, context)
      const settable = new Map([...fillable].filter(([each]) => !isSecret(each, deed)))
      const set = readSets(sets, settable, context)
      const isSet = new Set(set.map(each => each.field))
      const taken: TakenField[] =
        fields.text === ''
          ? [...fillable.keys()].filter(each => !isOwnPassword(deed, each, deed.entity)).map(each => ({field: each}))
          : readFields(fields, fillable, context)
      const sent = taken.filter(each => !isSet.has(each.field))
      const {file, line, column} = name
      found.push({
        name: name.text,
        label: labelOfName(name.text),
        does: deed.does,
        fields: sent.map(each => each.field),
        named: sent.flatMap(({field, by}) => (by ? [{field, ...by}] : [])),
        sets: set,
        leadsTo: leads.text === '' ? null : leads,
        file,
        line,
        column,
      })
    }
  }
  return found
}

/** A password is copied nowhere, and people enter both to sign in. */
const isSecret = (field: string, {does, entity}: ReadDeed): boolean =>
  does.kind === 'sign in' ||
  isOwnPassword({does}, field, entity) ||
  (does.kind === 'sign up' && ['password', 'email', 'role'].includes(field))

interface ReadDeed {
  readonly does: OwnDeed
  readonly entity: Entity
}

function readDeed(text: Text, context: DeedContext): ReadDeed | null {
  const people = context.entities.entities.get(userEntity)
  if (people && (text.text === 'sign in' || text.text === 'sign up' || text.text === 'sign out'))
    return {entity: people, does: {kind: text.text, entity: userEntity}}
  const plain = /^(create|update|delete) ([A-Z]\w*)(?: then ([a-z][\w ]*))?$/.exec(text.text)
  const acted = /^([a-z][\w ]*) of ([A-Z]\w*)$/.exec(text.text)
  const [, kind, name = acted?.[2] ?? '', then] = plain ?? []
  if ((!plain && !acted) || (then !== undefined && kind !== 'create'))
    return wrongAction(context, text, `An action cannot do \`${text.text}\`.`, written)
  const entity = context.entities.entities.get(name)
  if (!entity) {
    const at = text.text.indexOf(name)
    context.findings.push(unknownEntity('N211', sliceOf(text, at, at + name.length), context.entities))
    return null
  }
  const performed = then ?? acted?.[1]
  const action = performed === undefined ? null : actionNamed(performed, text, {entity, context})
  if (performed !== undefined && action === null) return null
  if (acted) return {entity, does: {kind: 'action', entity: name, action: action?.name ?? ''}}
  if (kind === 'create') return {entity, does: {kind, entity: name, follows: action?.name ?? null}}
  return kind === 'update' || kind === 'delete' ? {entity, does: {kind, entity: name}} : null
}

function actionNamed(
  name: string,
  text: Text,
  {entity, context}: {readonly entity: Entity; readonly context: DeedContext},
): Action | null {
  const known = context.actions.actions.get(entity.name)
  const action = known?.get(canonicalName(name))
  if (action) return action
  const at = text.text.indexOf(name)
  const place = sliceOf(text, at, at + name.length)
  const hint = suggestFor(place, [...(known?.keys() ?? [])], 'Add the action to point 4.')
  context.findings.push(finding('N230', place, {message: `${entity.name} has no action \`${name}\`.`, ...hint}))
  return null
}

/** What people fill in of a record, and what its action asks for. */
function fillableBy({does, entity}: ReadDeed, {actions}: DeedContext): Fillable {
  if (isAccountDeed(does.kind)) return askedOfPeople(does.kind, entity)
  const isFilled = (field: Field) => isEditable(field) || (does.kind === 'create' && field.filledBy !== undefined)
  const own = does.kind === 'create' || does.kind === 'update' ? [...entity.fields.values()].filter(isFilled) : []
  const performed = does.kind === 'action' ? does.action : does.kind === 'create' ? does.follows : null
  const rows = performed === null ? [] : (actions.actions.get(entity.name)?.get(performed)?.rows ?? [])
  const asked = rows.flatMap(row => row.asks.map(({field}) => field))
  const password = {name: 'password', type: textField}
  const secret = isOwnPassword({does}, password.name, entity) ? [password] : []
  return new Map([...own, ...asked, ...secret].map(field => [field.name, field]))
}

/** A new person answers what every person must have. */
function askedOfPeople(deed: AccountDeed, person: Entity): Fillable {
  const plain = (names: readonly string[]) =>
    names.map(name => ({name, type: person.fields.get(name)?.type ?? textField}))
  const asked = {
    'sign in': plain(['email', 'password', 'shared']),
    'sign up': [...plain(['name', 'email', 'password']), ...requiredOfPeople(person), ...plain(['role'])],
    'sign out': [],
  }
  return new Map(asked[deed].map(each => [each.name, each]))
}

const textField = text.use({least: 0, most: 1000})

interface TakenField {
  readonly field: string
  readonly by?: Omit<FieldByKey, 'field'>
}

const newOnesToo = 'new ones too'

/** `title, tags by name, new ones too`. */
function readFields(text: Text, fillable: Fillable, context: DeedContext): TakenField[] {
  const names = placedNames(text)
  return names.flatMap(({name: written, place}, index) => {
    const [name = '', by] = written.split(/\s+by\s+/)
    if (written === newOnesToo && names[index - 1]?.name.includes(' by ')) return []
    const field = fillable.get(canonicalName(name))
    if (!field) {
      const hint = suggestFor(place, [...fillable.keys()], 'It asks for nothing: leave the cell empty.')
      context.findings.push(finding('N251', place, {message: `\`${name}\` cannot be filled in here.`, ...hint}))
      return []
    }
    if (by === undefined) return [{field: field.name}]
    const key = keyNamed(by, field, {place, context})
    return key === null ? [] : [{field: field.name, by: {by: key, creates: names[index + 1]?.name === newOnesToo}}]
  })
}

/** The unique field of the records that a field refers to. */
function keyNamed(
  by: string,
  {name, type: {type}}: Pick<Field, 'name' | 'type'>,
  {place, context}: {readonly place: Text; readonly context: DeedContext},
): string | null {
  const item = type.kind === 'list' ? type.of : type
  const entity = item.kind === 'reference' ? context.entities.entities.get(item.entity) : undefined
  const found = entity?.fields.get(canonicalName(by))
  if (found?.unique) return found.name
  const unique = [...(entity?.fields.values() ?? [])].flatMap(each => (each.unique ? [each.name] : []))
  const message = entity
    ? `\`${by}\` is not a unique field of ${entity.name}.`
    : `\`${name}\` does not refer to records.`
  const [first] = unique
  const hint = first === undefined ? `Write \`${name}\` without \`by\`.` : `Write \`${name} by ${first}\`.`
  context.findings.push(
    finding('N251', place, {message, hint, fix: replacing(place, first === undefined ? name : `${name} by ${first}`)}),
  )
  return null
}

/** `name = username; customer = me`. */
function readSets(text: Text, fillable: Fillable, context: DeedContext): OwnSet[] {
  if (text.text === '') return []
  const inputs = new Map<string, Type>([...fillable].map(([name, {type}]) => [name, type.type]))
  return splitText(text, ';').flatMap(part => {
    const [name, expression] = splitOnce(part, '=') ?? []
    const field = name && fillable.get(canonicalName(name.text))
    if (!name || !expression || !field) {
      const place = name ?? part
      const hint = suggestFor(place, [...fillable.keys()], 'Write a field and its value: `person = me`.')
      context.findings.push(finding('N251', place, {message: `\`${part.text}\` sets no field here.`, ...hint}))
      return []
    }
    const typing = typeText(expression.text, {...context.scope, inputs}, field.type.type)
    const {file, line, column} = name
    if (typing.ok && !readsRecords(typing.core)) return [{field: field.name, core: typing.core, file, line, column}]
    if (typing.ok)
      wrongAction(
        context,
        expression,
        'A value that is set reads no records.',
        'Use `me`, a value of the address or a field of the form.',
      )
    else context.findings.push(...findingsOf(expression, typing.problems))
    return []
  })
}

function wrongAction({findings}: DeedContext, place: Text, message: string, hint: string): null {
  findings.push(finding('N251', place, {message, hint}))
  return null
}
