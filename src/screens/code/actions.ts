/** What may be done from a page of own code: the forms that it offers, and those that it is sent. */
import {atOnce} from '../../engine/base/at-once.ts'
import {confirmedOptions} from '../../engine/links/confirmation.ts'
import type {ActionTone} from '../../engine/page/common.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {readStored} from '../../engine/query/stored.ts'
import {type Ability, abilities} from '../../engine/records/abilities.ts'
import {mayTake} from '../../engine/records/action-conditions.ts'
import {cells} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {type Form, Refused, type Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {
  type Input,
  type Outcome,
  problem,
  rejected,
  type WriteProblem,
  type WriteRequest,
} from '../../engine/transaction/change.ts'
import type {WriteContext} from '../../engine/transaction/context.ts'
import {isClosed} from '../../engine/write/creatable-now.ts'
import {writeAll} from '../../engine/write/write.ts'
import {asksOf, splitInputs} from '../../features/forms/asked-inputs.ts'
import type {FormFieldData} from '../../features/forms/data.ts'
import {actionLabel, formFields, initialValues, inputFields} from '../../features/forms/fields.ts'
import {formInputs, versionIn} from '../../features/forms/form-input.ts'
import {lookupAt} from '../../features/forms/form-page.ts'
import {stopsAt} from '../../features/records/actions.ts'
import {formTexts} from '../../features/records/record-forms.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import {evaluate} from '../../feel/index.ts'
import type {Value} from '../../feel/value.ts'
import {isFile} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Screen} from '../../points/screens/model.ts'
import {
  isAccountDeed,
  isOwnPassword,
  type OwnActionRow,
  type OwnDeed,
  setInRecord,
} from '../../points/screens/own/model.ts'
import type {ActionInput, Transition} from '../../points/states/model.ts'
import {environmentOf, type GivenAddress} from './address.ts'
import type {CodeAction, CodeRefusal} from './data.ts'
import {type KeyedField, namedFieldData, namedFields, namedInput} from './named-records.ts'
import {passwordFields, passwordIn} from './own-password.ts'

/** A row of the table `Action`, compiled. */
export interface CompiledAction {
  readonly declared: OwnActionRow
  readonly entity: Entity
  /** Whether a record is needed. */
  readonly onRecord: boolean
  /** The action of point 4 that it performs, and its rows. */
  readonly performs: string | null
  readonly rows: readonly Transition[]
  readonly label: string
  readonly tone: ActionTone
  /** The screen that it leads to. */
  readonly leadsTo: Screen | null
  /** The fields that take records by a value of theirs. */
  readonly named: readonly KeyedField[]
  readonly takesPassword: boolean
  /** The fields of the record that it sets: who may not set them may not perform it. */
  readonly setFields: readonly string[]
}

export function compileAction(declared: OwnActionRow, context: RecordContext): CompiledAction {
  const {specification, screens} = context
  const {does} = declared
  const entity = specification.entities.entities.get(does.entity)
  if (!entity) throw new Error(`there is no entity ${does.entity}`)
  const performs = does.kind === 'action' ? does.action : does.kind === 'create' ? does.follows : null
  const action = performs === null ? undefined : specification.actions.actions.get(entity.name)?.get(performs)
  const rows = action?.rows ?? []
  const isEnd = does.kind === 'delete' || (does.kind === 'action' && stopsAt(context, entity.name, does.action))
  return {
    declared,
    entity,
    onRecord: does.kind !== 'create' && !isAccountDeed(does.kind),
    performs,
    rows,
    label: does.kind === 'action' ? actionLabel(specification, entity.name, does.action) : declared.label,
    tone: isEnd ? 'danger' : does.kind === 'create' ? 'primary' : 'plain',
    leadsTo: screens.find(screen => screen.name === declared.leadsTo?.text) ?? null,
    named: namedFields(declared, entity, specification),
    takesPassword: declared.fields.some(name => isOwnPassword(declared, name, entity)),
    setFields: setInRecord(declared, rows).map(({field}) => field),
  }
}

// What is offered.

/** A form that is shown again, or opened for a record. */
export interface OpenedForm {
  readonly action: string
  /** Null if it is about no record. */
  readonly record: string | null
  readonly problems: CodeRefusal['problems']
  /** As it was sent; null to start with the values of the record. */
  readonly form: Form | null
}

/** By the id of a record of this entity: the names of the actions that are possible on it now. */
export async function possibleOn(
  reader: ReadContext,
  entity: Entity,
  ids: readonly string[],
  actions: readonly CompiledAction[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const some = actions.filter(each => each.onRecord && each.entity.name === entity.name)
  if (some.length === 0 || ids.length === 0) return new Map()
  const asked = some.map(each => ({name: each.declared.name, ability: abilityOf(each)}))
  const can = await abilities(reader, entity.name).canEach(
    ids,
    asked.map(({ability}) => ability),
  )
  return new Map(
    [...can].map(([id, held]) => [id, asked.flatMap(({name, ability}) => (held.includes(ability) ? [name] : []))]),
  )
}

function abilityOf({declared: {does}, setFields}: CompiledAction): Ability {
  return does.kind === 'action' ? {action: does.action} : {act: actOf(does), fields: setFields}
}

/** Steps of an account are no writes: `account.ts` takes them. */
function actOf({kind}: OwnDeed): 'create' | 'update' | 'delete' {
  if (kind === 'create' || kind === 'update' || kind === 'delete') return kind
  throw new Error(`\`${kind}\` is not written`)
}

export async function actionData(
  reader: ReadContext,
  visit: Visit,
  action: CompiledAction,
  opened: OpenedForm | null,
): Promise<CodeAction> {
  const {declared, entity, onRecord, label, tone} = action
  const can = await isPossible(reader, action)
  const fields = can ? fieldsFor(reader, action) : []
  const own = opened?.action === declared.name ? opened : null
  return {
    name: declared.name,
    label,
    tone,
    of: onRecord ? entity.name : null,
    can,
    fields: await formData(reader, visit, action, {fields, opened: null}),
    refused: own && {
      record: own.record,
      problems: own.problems,
      fields: await formData(reader, visit, action, {fields, opened: own}),
    },
  }
}

/** With some record; whether with this one is part of its row. */
async function isPossible(reader: ReadContext, action: CompiledAction): Promise<boolean> {
  const {declared, entity, rows, setFields} = action
  const {does} = declared
  const may = abilities(reader, entity.name)
  if (does.kind === 'action') return may.ever('read') && rows.some(row => mayTake(row, reader.actor))
  const act = actOf(does)
  const isGranted = may.ever(act) && setFields.every(field => may.ever(act, field))
  return isGranted && !(act === 'create' && (await isClosed(reader, entity)))
}

/** Those that the person may fill in. */
function fieldsFor(reader: ReadContext, {declared: {does, fields}, entity, rows}: CompiledAction): readonly Field[] {
  const may = abilities(reader, entity.name)
  const asks = new Map(asksOf(rows.filter(row => mayTake(row, reader.actor))).map(each => [each.field.name, each]))
  return fields.flatMap(name => {
    const asked = asks.get(name)
    if (asked) return inputFields([asked])
    const field = entity.fields.get(name)
    if (!field || does.kind === 'action' || does.kind === 'delete') return []
    const isOpen = may.ever(actOf(does), name) && (does.kind === 'create' || may.ever('read', name))
    return isOpen && (reader.actor.kind !== 'nobody' || !isFile(field)) ? [field] : []
  })
}

interface ActionFormContent {
  readonly fields: readonly Field[]
  readonly opened: OpenedForm | null
}

async function formData(
  reader: ReadContext,
  visit: Visit,
  {declared: {name, does, fields: order}, entity, named, takesPassword}: CompiledAction,
  {fields, opened}: ActionFormContent,
): Promise<readonly FormFieldData[]> {
  const own = fields.filter(each => entity.fields.get(each.name) === each)
  const record = does.kind === 'update' && opened?.form === null ? opened.record : null
  const changeable = record === null ? own : await changeableOn(reader, entity, {record, fields: own})
  const stored = record && (await readStored(reader, entity, record, reader.visibility.records(entity.name)))
  const values = stored
    ? await formTexts(reader, changeable, stored)
    : await initialValues(reader, does.kind === 'create' ? own : [])
  const shown = fields.filter(each => !own.includes(each) || changeable.includes(each))
  const sent = opened?.form ?? null
  const [byName, plain] = [
    named.filter(({field}) => shown.includes(field)),
    shown.filter(each => named.every(({field}) => field !== each)),
  ]
  const data = [
    ...(await formFields(reader, plain, {values, sent, ...lookupAt(visit), lookedUpAs: field => `${name}.${field}`})),
    ...(await atOnce(byName.map(each => namedFieldData(reader, each, {sent, record, of: entity})))),
    ...(takesPassword ? passwordFields(visit) : []),
  ]
  return data.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

/** Of this record: what the person may not both see and change is left out of its form, and stays as it is. */
async function changeableOn(
  reader: ReadContext,
  {name}: Entity,
  {record, fields}: {readonly record: string; readonly fields: readonly Field[]},
): Promise<readonly Field[]> {
  const may = abilities(reader, name)
  const [read, update] = await atOnce([may.on(record, 'read'), may.on(record, 'update')])
  return fields.filter(each => read.covers(each.name) && update.covers(each.name))
}

/** The field of a lookup, `book.room`, alone. */
export async function withLookupResult(
  reader: ReadContext,
  visit: Visit,
  actions: readonly CompiledAction[],
): Promise<readonly FormFieldData[]> {
  const {sought} = lookupAt(visit)
  const [called, name] = sought?.name.split('.') ?? []
  const action = actions.find(each => each.declared.name === called)
  const fields = action ? fieldsFor(reader, action).filter(each => each.name === name) : []
  if (!action || !sought || fields.length === 0) throw new Refused('NOT_FOUND')
  const data = await formData(reader, visit, action, {fields, opened: null})
  return data.map(each => ({...each, name: sought.name}))
}

// What is sent.

/** The address after a change; null if it leads to no page of the record. */
type Lead = (reader: ReadContext, id: string) => Promise<string>

/** The address of a page on which no form is open. */
function pageWithoutForm({path, query}: Visit): string {
  const rest = new URLSearchParams(query)
  for (const name of ['_open', '_record']) rest.delete(name)
  return rest.size === 0 ? path : `${path}?${rest}`
}

function leadOf({leadsTo, entity}: CompiledAction, visit: Visit): Lead {
  const here = pageWithoutForm(visit)
  if (leadsTo === null) return async () => here
  const {segments, path} = leadsTo.route
  const names = segments.flatMap(each => (each.kind === 'parameter' ? [each.name] : []))
  if (names.length === 0) return async () => path
  const values = records(entity, {values: cells(names.map(name => [name]))})
  return async (reader, id) => {
    const found = await values.byId(reader, id)
    const texts = found?.values.map(({value}) => (value === null ? '' : String(value))) ?? ['']
    if (texts.includes('')) return here
    const byName = new Map(names.map((name, index) => [name, encodeURIComponent(texts[index] ?? '')]))
    return `/${segments.map(each => (each.kind === 'word' ? each.word : byName.get(each.name))).join('/')}`
  }
}

export interface SentToPage {
  readonly visit: Visit
  readonly form: Form
  readonly address: GivenAddress
}

export interface PerformedAction {
  readonly outcome: Outcome
  readonly record: string | null
  readonly to: string
}

/** Through the one write path: permissions, rules and versions are checked there. */
export async function performOwnAction(
  action: CompiledAction,
  {visit, form, address}: SentToPage,
  {engine}: RecordContext,
): Promise<PerformedAction> {
  const record = action.onRecord ? readId(form.text('_record') ?? '') : null
  if (action.onRecord && record === null) throw new Refused('NOT_FOUND')
  const given = new Map(formInputs(form))
  const refused = (some: readonly WriteProblem[]): PerformedAction => {
    const {code, problems} = rejected(some)
    return {outcome: {ok: false, code, problems}, record, to: visit.url}
  }
  const odd = [...given.keys()].filter(name => !action.declared.fields.includes(name))
  if (odd.length > 0) return refused(odd.slice(0, 1).map(name => problem('UNKNOWN_FIELD', name)))
  const password = action.takesPassword ? await passwordIn(form, visit, record) : null
  if (password && password.problems.length > 0) return refused(password.problems)
  if (action.takesPassword) given.delete('password')
  const set = await engine.read(visit.actor, async reader => valuesSet(reader, action, given, address))
  const request = requestOf(action, record, {fields: new Map([...given, ...set]), version: versionIn(form)})
  const lead = leadOf(action, visit)
  const options = confirmedOptions(visit, (writing, [changed]) => lead(writing, changed?.id ?? ''))
  // A change of one's own address or password ends other sessions than this one.
  const isPrepared = password !== null || action.named.length > 0 || action.entity.name === userEntity
  const outcome = isPrepared
    ? await engine.unitOfWork(
        visit.actor,
        async writing => {
          await password?.write(writing.db, visit.sender.session)
          const prepared = await withNamed(writing, request, action.named)
          return writeAll({...writing, keepsSession: visit.sender.session}, [prepared])
        },
        options,
      )
    : await engine.change(visit.actor, [request], options)
  const id = outcome.ok ? (outcome.records[0]?.id ?? '') : ''
  const to = outcome.ok ? await engine.read(visit.actor, reader => lead(reader, id)) : visit.url
  return {outcome, record, to}
}

/** With the records that its fields name; those that do not exist yet are created. */
async function withNamed(
  writing: WriteContext,
  request: WriteRequest,
  named: readonly KeyedField[],
): Promise<WriteRequest> {
  if (!('fields' in request)) return request
  const fields = new Map(request.fields)
  for (const each of named) {
    const input = fields.get(each.field.name)
    if (input && 'form' in input) fields.set(each.field.name, await namedInput(writing, each, input))
  }
  return {...request, fields}
}

interface SentValues {
  readonly fields: ReadonlyMap<string, Input>
  readonly version: number
}

function requestOf({declared: {does}, rows}: CompiledAction, id: string | null, sent: SentValues): WriteRequest {
  const {fields, version} = sent
  const {entity} = does
  if (does.kind === 'action')
    return {kind: 'action', entity, id: id ?? '', version, action: does.action, inputs: fields}
  if (does.kind === 'update' || does.kind === 'delete') return {kind: does.kind, entity, id: id ?? '', version, fields}
  if (does.kind !== 'create') throw new Error(`\`${does.kind}\` is not written`)
  if (does.follows === null) return {kind: 'create', entity, fields}
  const asks = new Map<string, readonly ActionInput[]>([[does.follows, asksOf(rows)]])
  const split = splitInputs(asks, does.follows, fields)
  return {kind: 'create', entity, fields: split.fields, perform: {action: does.follows, inputs: split.inputs}}
}

/** What the document sets, from what was filled in, the person and the address. */
export function valuesSet(
  reader: ReadContext,
  {declared: {sets}, entity, rows}: CompiledAction,
  given: ReadonlyMap<string, Input>,
  {parameters}: GivenAddress,
): ReadonlyMap<string, Input> {
  const asked = new Map(asksOf(rows).map(({field}) => [field.name, field]))
  const find = (of: string, text: string) => {
    const id = readId(text)
    return id === null ? null : {entity: of, id}
  }
  const filledIn = (name: string): Value => {
    const [field, input] = [entity.fields.get(name) ?? asked.get(name), given.get(name)]
    const read =
      field && input && 'form' in input ? field.type.fromForm(input.form, {...localeOf(reader.moment), find}) : null
    return read?.ok ? read.value : null
  }
  return new Map(
    sets.map(({field, core}) => {
      const inputs = new Map(inputsIn(core).map(name => [name, filledIn(name)]))
      return [field, {value: evaluate(core, {...environmentOf(reader), inputs, parameters})}]
    }),
  )
}

const inputsIn = (core: Core): string[] => (core.op === 'input' ? [core.name] : partsOf(core).flatMap(inputsIn))
