/** The form screen: creates a record. A rejected form is shown again with everything that was typed. */

import {fieldsInProse, renderProse, screenProse} from '../../engine/base/prose.ts'
import {screenThat} from '../../engine/base/screens-that.ts'
import {readDay, todayIn} from '../../engine/display/dates.ts'
import {entityNouns} from '../../engine/display/record-names.ts'
import {ledTo, type Repeatable} from '../../engine/idempotency.ts'
import {answered} from '../../engine/links/answered.ts'
import {cameFrom, recordPlace} from '../../engine/links/record-address.ts'
import {peopleToMention} from '../../engine/notifications/mentions.ts'
import type {Problem} from '../../engine/page/common.ts'
import type {ProseData} from '../../engine/page/frame.ts'
import {fieldTexts} from '../../engine/query/field-texts.ts'
import {allSeeing, type ReadContext} from '../../engine/query/read-context.ts'
import {readStored} from '../../engine/query/stored.ts'
import {
  type ActionHandler,
  type Form,
  type PageReply,
  Refused as RefusedReply,
  type Reply,
  type Visit,
  withoutProblems,
} from '../../engine/reply.ts'
import {type RecordContext, withRecords} from '../../engine/screen-context.ts'
import type {ChangeRequest, Input, Outcome} from '../../engine/transaction/change.ts'
import {isClosed} from '../../engine/write/creatable-now.ts'
import {notesOf, refusedOptions, withCards} from '../../features/approvals/choice-cards.ts'
import {type CompiledSummary, compileSummary} from '../../features/approvals/compiled-summary.ts'
import {formCalendar} from '../../features/approvals/form-panels.ts'
import {summaryData} from '../../features/approvals/summary.ts'
import {blocksDays} from '../../features/approvals/summary-checks.ts'
import type {FormFieldData, FormScreenData, HintsData, PeriodCalendarData} from '../../features/forms/data.ts'
import {
  actionLabel,
  emptyForm,
  fieldsOf,
  formFields,
  initialValues,
  isFile,
  lookedUp,
  mentionsField,
  offeredFields,
  soughtIn,
} from '../../features/forms/fields.ts'
import {addressValues, inputsOf, longestValue, problemsFor, typedIn} from '../../features/forms/form-input.ts'
import {type PartList, partListsOf, partsData, partsInForm, sentParts} from '../../features/forms/line-items.ts'
import {datesOf, daysKey, withPeriods} from '../../features/forms/periods.ts'
import {possibleChoices} from '../../features/forms/possible-choices.ts'
import {
  type FilledRecord,
  fieldsWithout,
  filledRecord,
  type Hinted,
  hintsFor,
  hintsOf,
  noHints,
  previewAction,
  rulesOfForm,
} from '../../features/forms/preview.ts'
import {DateTime, toMillis} from '../../feel/calendar.ts'
import type {Core} from '../../feel/core.ts'
import type {Entity, Field, Span} from '../../points/entities/model.ts'
import {labelOf} from '../../points/entities/values/choices.ts'
import {hasMentions} from '../../points/entities/values/textual.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {where} from '../../points/screens/bullets/shared.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import type {ActionInput} from '../../points/states/model.ts'

// The document's text on a form: under its heading, and after it was sent.

interface FormWords {
  readonly above: () => Pick<FormScreenData, 'html'>
  /** As HTML, with the values of its fields, or null where they are not known; null for the standard text. */
  readonly thanks: ((values: ReadonlyMap<string, string> | null) => string | null) | null
  /** The fields that the thanks name. */
  readonly thanked: readonly string[]
}

function formWords(screen: ScreenOf<'form'>, {specification}: RecordContext): FormWords {
  const thanks = screen.details.thanks
  const {constants} = specification.limits
  const thanked = thanks === null ? [] : fieldsInProse(thanks)
  return {
    above: screenProse(screen, specification),
    thanked,
    thanks:
      thanks === null
        ? null
        : values => (values || thanked.length === 0 ? renderProse(thanks, constants, values ?? new Map()) : null),
  }
}

export const compileForm = withRecords((screen: ScreenOf<'form'>, context) => {
  const {entities} = context.specification.entities
  const entity = entities.get(entityShown(screen))
  if (!entity) throw new Error(`there is no entity for the form ${screen.name}`)
  const parts = partListsOf(context.specification, entity, screen)
  const form: FormWorld = {
    words: formWords(screen, context),
    screen,
    context,
    entity,
    fields: fieldsOf(screen, entity),
    asks: new Map(screen.details.actions.map(name => [name, asksOf(context, entity, name)])),
    parts,
    summary: compileSummary(screen, context, {
      entity,
      saves: {new: true, actions: screen.details.actions},
      parts: new Set(parts.map(({name}) => name)),
    }),
    span: datesOf(screen, entity, namesOf(fieldsOf(screen, entity))),
    leftEmpty: aboutOthers(screen, context, entity),
  }
  return {
    load: visit => {
      if (visit.query.has(sentKey)) return thanksPage(form, visit)
      return visit.query.has(mentionsKey) ? mentionsPage(form, visit) : showForm(form, visit, null)
    },
    actions: new Map<string, ActionHandler>([
      ...['create', ...screen.details.actions].map((name): [string, ActionHandler] => [
        name,
        (visit, sent) => create(form, visit, {sent, name}),
      ]),
      [previewAction, (visit, sent) => preview(form, visit, sent)],
      // Without JavaScript: the same form with its preview.
      [checkAction, (visit, sent) => showForm(form, visit, {sent, ...withoutProblems})],
    ]),
    again: (visit, sent, shown) => showForm(form, visit, {sent, ...(shown ?? withoutProblems)}),
    takesFiles: actor => {
      const rows = form.parts.some(list => list.fields.some(isFile))
      const asked = ownInputs(form).some(isFile)
      const takes = (rows || asked || form.fields.some(isFile)) && context.engine.mayEver(actor, 'create', entity.name)
      return new Set(takes ? ['create', checkAction, ...screen.details.actions] : [])
    },
  }
})

interface FormWorld {
  readonly words: FormWords
  readonly screen: ScreenOf<'form'>
  readonly context: RecordContext
  readonly entity: Entity
  readonly fields: readonly Field[]
  /** The inputs of each of its actions. */
  readonly asks: ReadonlyMap<string, readonly ActionInput[]>
  readonly parts: readonly PartList[]
  /** The document's definition of the summary next to the form. */
  readonly summary: CompiledSummary | null
  /** The dates that are filled in as one period. */
  readonly span: Span | null
  /** Fields that start empty, whatever their default. */
  readonly leftEmpty: ReadonlySet<string>
}

/** `person`, if its default is the acting person but every action of the form is only for records of others: `person != me`. */
function aboutOthers(screen: ScreenOf<'form'>, {specification}: RecordContext, entity: Entity): ReadonlySet<string> {
  const actions = specification.actions.actions.get(entity.name)
  const rows = screen.details.actions.flatMap(name => actions?.get(name)?.rows ?? [])
  const excluded = rows.map(({when}) => new Set(when?.core ? othersIn(when.core) : []))
  const [first = new Set<string>()] = excluded
  return new Set([...first].filter(name => excluded.every(each => each.has(name))))
}

/** The fields that a condition requires not to be the acting person. */
function othersIn(core: Core): string[] {
  if (core.op === 'and') return core.items.flatMap(othersIn)
  if (core.op !== 'compare' || core.by !== '!=') return []
  const [field] = [core.left, core.right].filter(each => each.op === 'field' && each.of.op === 'this')
  const isMe = [core.left, core.right].some(each => each.op === 'me')
  return isMe && field?.op === 'field' ? [field.field] : []
}

const checkAction = '_check'

/** The inputs of an action's rows; an input is required if all rows require it. */
function asksOf({specification}: RecordContext, entity: Entity, name: string): ActionInput[] {
  const rows = specification.actions.actions.get(entity.name)?.get(name)?.rows ?? []
  const all = rows.flatMap(row => row.asks)
  const names = new Set(all.map(({field}) => field.name))
  return [...names].flatMap(each => {
    const found = all.filter(({field}) => field.name === each)
    const optional = found.length < rows.length || found.some(asked => asked.optional)
    return found.slice(0, 1).map(asked => ({...asked, optional}))
  })
}

/** True if one of its actions creates the record itself (from `nothing`). */
function isMadeByAction({screen, context, entity}: FormWorld): boolean {
  const actions = context.specification.actions.actions.get(entity.name)
  return screen.details.actions.some(name => actions?.get(name)?.rows.some(({creates}) => creates))
}

/** Inputs that only the actions have, which are no fields of the record. */
function ownInputs({asks}: Pick<FormWorld, 'asks'>): Field[] {
  const own = [...asks.values()].flat().filter(asked => asked.own)
  const byName = new Map(own.map(({field, optional}) => [field.name, {...field, required: !optional}]))
  return [...byName.values()]
}

interface RejectedForm {
  readonly sent: Form
  readonly problems: readonly Problem[]
  readonly status: number
}

async function showForm(form: FormWorld, visit: Visit, refused: RejectedForm | null): Promise<PageReply> {
  const {screen, context, entity} = form
  // People who may never create such records do not see the form.
  if (!context.engine.mayEver(visit.actor, 'create', entity.name)) throw new RefusedReply('NOT_FOUND')
  return context.engine.read(visit.actor, async reader => {
    if (await isClosed(reader, entity)) return closedForm(form, visit)
    const around = readDay(visit.query.get(daysKey))
    const data =
      around !== null && form.span
        ? {
            ...emptyForm,
            heading: screen.name,
            actions: [],
            cancel: visit.path,
            ...(await calendarOf(reader, form, {visit, around, row: rowFromAddress(form, visit)})),
          }
        : withAdditions(visit, await formData(reader, form, {visit, refused}), refused?.sent ?? null)
    const status = refused?.status ?? 200
    return lookedUp({kind: 'page', status, title: screen.name, screen: 'form', data}, visit)
  })
}

const withAdditions = ({additions}: Visit, data: FormScreenData, sent: Form | null): FormScreenData =>
  additions?.toForm?.(data, sent) ?? data

/** What the person may create depends on conditions that do not hold now, whatever they fill in. */
function closedForm({screen, context, entity}: FormWorld, visit: Visit): PageReply {
  const cancel = cameFrom(visit) ?? placeFor(context, entity, visit)
  const data = {...emptyForm, heading: screen.name, intro: context.words.forms.notNow, actions: [], cancel}
  return {kind: 'page', status: 403, title: screen.name, screen: 'form', data}
}

async function formData(
  reader: ReadContext,
  form: FormWorld,
  {visit, refused}: {visit: Visit; refused: RejectedForm | null},
): Promise<FormScreenData> {
  const {screen, context, entity, fields, parts, words, span} = form
  const sent = refused?.sent ?? null
  const offered = offeredFields(reader, {entity, fields})
  const inputs = ownInputs(form)
  const values = sent
    ? typedIn(namesOf([...fields, ...inputs]), sent)
    : new Map([
        ...(await initialValues(
          reader,
          fields.filter(({name}) => !form.leftEmpty.has(name)),
        )),
        ...addressValues(visit, offered),
      ])
  const asking = {address: visit.path, sought: soughtIn(visit)}
  const mentionsAt = `${visit.path}?${mentionsKey}=${encodeURIComponent(entity.name)}`
  const filling = {values, ...asking, mentionsAt, possible: possibleIn(reader, form, offered)}
  const all = await formFields(reader, [...offered, ...inputs], filling)
  const open = all.filter(each => isOpen(each, offered)).map(each => withReason(each, context))
  const shown = await withCards(reader, open, form)
  const hinted = await hintedBy(reader, form, {offered, sent})
  const filled = isSummarised(form)
    ? await filledRecord(reader, hinted, sent ? inputsOf(sent) : addressInputs(visit, offered))
    : null
  const [begins = ''] = (span && values.get(span.from)) ?? []
  return {
    ...emptyForm,
    ...words.above(),
    heading: screen.name,
    fields: withPeriods(shown, context.specification, entity.name),
    lineItems: (await Promise.all(parts.map(list => partsData(reader, list, {owner: null, sent, ...asking})))).flat(),
    problems: inOrderOf(shown, refused?.problems ?? []),
    // Create and perform an action in one step. Plain saving is offered too, unless it would lose the action's effects
    // or inputs.
    actions: [
      ...screen.details.actions.map(name => ({
        name,
        label: actionLabel(context.specification, entity.name, name),
      })),
      ...(inputs.length > 0 || isMadeByAction(form)
        ? []
        : [{name: 'create', label: saveLabel({screen, context, entity})}]),
    ].map((action, index) => ({...action, tone: index === 0 ? 'lead' : 'plain'})),
    cancel: cameFrom(visit) ?? placeFor(context, entity, visit),
    hints: filled
      ? {...(hintsOf(reader, hinted) ?? noHints), ...(await summaryHints(reader, form, {visit, filled, fields: shown}))}
      : hintsOf(reader, hinted),
    ...(asking.sought === null
      ? await calendarOf(reader, form, {
          visit,
          around: readDay(begins) ?? todayIn(reader),
          row: sent ? rowIn(form, values) : rowFromAddress(form, visit),
        })
      : {}),
  }
}

/** What the preview of the form is about: its fields, and the rows of its parts as sent. */
async function hintedBy(
  reader: ReadContext,
  {entity, screen: {details}, leftEmpty, parts}: FormWorld,
  {offered, sent}: {readonly offered: readonly Field[]; readonly sent: Form | null},
): Promise<Hinted> {
  const rows = await partsInForm(reader, parts, {owner: null, sent})
  return {entity, fields: offered, actions: details.actions, id: null, leftEmpty, parts: rows}
}

/** The query parameter that asks for people to mention in a text of the form. */
const mentionsKey = 'mentions'

function mentionsPage({screen, context, entity, fields}: FormWorld, visit: Visit): Promise<PageReply> {
  const mayCreate = context.engine.mayEver(visit.actor, 'create', entity.name)
  if (!mayCreate || !fields.some(({type}) => hasMentions(type))) throw new RefusedReply('NOT_FOUND')
  return context.engine.read(visit.actor, async reader => {
    const text = (visit.query.get('q') ?? '').trim().slice(0, longestValue)
    const options = await peopleToMention(reader, null, {text, entity: entity.name})
    const shown = {fields: [{...mentionsField, options}], actions: [], cancel: visit.path}
    const data: FormScreenData = {...emptyForm, heading: screen.name, ...shown}
    return {kind: 'page', status: 200, title: screen.name, screen: 'form', data}
  })
}

function addressInputs(visit: Visit, offered: readonly Field[]): ReadonlyMap<string, Input> {
  return new Map(addressValues(visit, offered).map(([name, form]) => [name, {form}]))
}

// Whether the document defines a preview of the filled form.

const isSummarised = ({summary, screen: {details}}: FormWorld): boolean =>
  summary !== null || details.choices.length > 0 || details.applies.length > 0

interface SummaryContext {
  readonly visit: Visit
  readonly filled: FilledRecord
  /** With the options offered. */
  readonly fields: readonly FormFieldData[]
}

async function summaryHints(
  reader: ReadContext,
  form: FormWorld,
  {visit, filled, fields}: SummaryContext,
): Promise<Partial<HintsData>> {
  const {screen, entity, summary, span} = form
  const notes: [string, Readonly<Record<string, string>>][] = []
  const refused: [string, readonly string[]][] = []
  const rules = rulesOfForm(reader, {entity, actions: screen.details.actions, id: null, parts: filled.parts})
  for (const choices of screen.details.choices) {
    const options = fields.find(({name}) => name === choices.field)?.options
    if (!options) continue
    notes.push([choices.field, await notesOf(reader, {entity, choices, options, span, filled})])
    const last = await refusedOptions(reader, rules, {entity, choices, options, filled})
    if (last.length > 0) refused.push([choices.field, last])
  }
  return {
    ...(notes.length > 0 ? {notes: Object.fromEntries(notes)} : {}),
    ...(refused.length > 0 ? {refused: Object.fromEntries(refused)} : {}),
    // The summary covers computed fields.
    ...(summary ? {facts: [], summary: await summaryData(reader, summary, {filled, visit})} : {}),
    ...(screen.details.applies.length > 0 ? {without: await fieldsWithout(reader, screen, filled)} : {}),
    ...(span
      ? {
          blocksDays: await blocksDays(screen, {rules: summary?.rules ?? [], filled}),
          daysAt: daysAddress(visit, rowOf(form, filled)),
        }
      : {}),
  }
}

/** The field that says whose days the calendar shows, such as the person of an absence, and its value. */
interface CalendarRow {
  readonly field: Field
  readonly value: string
}

/** Null if the form does not ask for it, or it is empty. */
function calendarRow({summary, fields}: FormWorld, textOf: (name: string) => string): CalendarRow | null {
  const per = summary?.strip?.per ?? []
  const field = per.length === 1 ? fields.find(({name}) => name === per[0]) : undefined
  const value = field ? textOf(field.name) : ''
  return field && value !== '' ? {field, value} : null
}

const rowIn = (form: FormWorld, values: ReadonlyMap<string, readonly string[]>): CalendarRow | null =>
  calendarRow(form, name => values.get(name)?.at(-1) ?? '')

const rowFromAddress = (form: FormWorld, {query}: Visit): CalendarRow | null =>
  calendarRow(form, name => query.get(name)?.slice(0, longestValue) ?? '')

function rowOf(form: FormWorld, {record}: FilledRecord): CalendarRow | null {
  return calendarRow(form, name => {
    const value = record.get(name) ?? null
    const json = value === null ? null : form.entity.fields.get(name)?.type.toJson(value)
    return typeof json === 'string' ? json : ''
  })
}

const daysAddress = ({path}: Visit, row: CalendarRow | null): string =>
  row ? `${path}?${new URLSearchParams([[row.field.name, row.value]])}` : path

interface CalendarAt {
  readonly visit: Visit
  readonly around: number
  readonly row: CalendarRow | null
}

/** Skipped for people who may not create such a record. */
async function calendarOf(
  reader: ReadContext,
  form: FormWorld,
  {visit, around, row}: CalendarAt,
): Promise<{readonly calendar?: PeriodCalendarData}> {
  const {entity, span, summary, fields, leftEmpty} = form
  if (!span) return {}
  const inputs = new Map<string, Input>(row ? [[row.field.name, {form: [row.value]}]] : [])
  const filled = summary?.strip
    ? await filledRecord(reader, {entity, fields, actions: [], id: null, leftEmpty}, inputs)
    : null
  const lookup = daysAddress(visit, row)
  return {calendar: await formCalendar(reader, form, {span, filled, around, lookup, visit})}
}

/** Where Cancel leads without an origin: the list of these records, otherwise the front page. */
function placeFor({screens}: RecordContext, entity: Entity, {actor}: Visit): string {
  const list = screenThat(screens, 'browse', {entity: entity.name, actor})
  return list && bulletOf(list, where) === null ? list.route.path : '/'
}

/** Next to an action, the label of plain saving names the resulting state. */
function saveLabel({screen, context, entity}: Pick<FormWorld, 'screen' | 'context' | 'entity'>): string {
  const state = savedState({screen, context, entity})
  const {forms} = context.words
  return state === null ? forms.save : forms.saveAs(state)
}

/** The label of the state of a record that is only saved; null if the form has no other action. */
function savedState({screen, context, entity}: Pick<FormWorld, 'screen' | 'context' | 'entity'>): string | null {
  const starts = context.specification.states.machines.get(entity.name)?.starts ?? null
  if (starts === null || screen.details.actions.length === 0) return null
  return context.display.states.get(entity.name)?.label(starts) ?? labelOf(starts)
}

/** Inputs of actions are no fields of the record. */
function possibleIn(reader: ReadContext, {entity, screen}: FormWorld, fields: readonly Field[]) {
  const record = {entity, fields, actions: screen.details.actions}
  return (field: Field) => (fields.includes(field) ? possibleChoices(reader, record, field) : [])
}

async function preview(form: FormWorld, visit: Visit, sent: Form): Promise<PageReply> {
  const {screen, context} = form
  const hints = await context.engine.read(visit.actor, async reader => {
    const offered = offeredFields(reader, form)
    const hinted = await hintedBy(reader, form, {offered, sent})
    const filled = await filledRecord(reader, hinted, inputsOf(sent))
    if (!filled) return noHints
    const rules = form.summary?.rules.map(({rule}) => rule) ?? []
    const plain = await hintsFor(reader, hinted, filled, {rules, facts: form.summary === null})
    if (!isSummarised(form)) return plain
    const chosen = offered.filter(({name}) => screen.details.choices.some(({field}) => field === name))
    const fields = await formFields(reader, chosen, {values: new Map(), possible: possibleIn(reader, form, offered)})
    return {...plain, ...(await summaryHints(reader, form, {visit, filled, fields}))}
  })
  const data: FormScreenData = {...emptyForm, heading: screen.name, actions: [], cancel: visit.path, hints}
  return {kind: 'page', status: 200, title: screen.name, screen: 'form', data}
}

/** If the person can choose nobody, the document's default is used: `me`, for people who may not see other people. */
function isOpen({name, entity, options, lookup}: FormFieldData, fields: readonly Field[]): boolean {
  const given = fields.find(field => field.name === name)?.default ?? null
  return entity === undefined || given === null || lookup !== undefined || (options?.length ?? 0) > 0
}

/** A required field without anything to choose says why: the records have to be added first. */
function withReason(field: FormFieldData, {specification, words}: RecordContext): FormFieldData {
  const {entity, control, required, options} = field
  if (entity === undefined || control !== 'record' || !required || options?.length !== 0) return field
  return {...field, help: words.lists.noneYet(entityNouns(specification, entity).several)}
}

const namesOf = (fields: readonly Field[]) => fields.map(({name}) => name)

interface SentForm {
  readonly sent: Form
  /** `create`, or an action to perform on the new record in the same step. */
  readonly name: string
}

/** As on the page: of the whole form first, then of its fields from top to bottom. */
function inOrderOf(fields: readonly FormFieldData[], problems: readonly Problem[]): readonly Problem[] {
  const place = new Map(fields.map(({name}, index) => [name, index]))
  const at = ({field}: Problem) => (field === null ? -1 : (place.get(field) ?? fields.length))
  return problems.toSorted((a, b) => at(a) - at(b))
}

async function create(form: FormWorld, visit: Visit, {sent, name}: SentForm): Promise<Reply> {
  const {context, entity} = form
  const parts = await context.engine.read(visit.actor, reader => sentParts(reader, form.parts, {owner: null, sent}))
  const given = inputsOf(
    sent,
    form.parts.map(list => list.name),
  )
  const {fields, inputs} = inputsFor(form, name, given)
  const plain: ChangeRequest = {kind: 'create', entity: entity.name, fields}
  const perform = name === 'create' ? {} : {perform: {action: name, inputs}}
  const outcome = await made(form, visit, {...plain, ...parts.changes, ...perform})
  if (outcome.ok) return {kind: 'redirect', to: await placeAfter(form, visit, outcome.records[0]?.id ?? '')}
  const problems = outcome.problems.map(each => ({...each, field: parts.fieldOf(each.field)}))
  return showForm(form, visit, {sent, ...problemsFor(context.specification, entity, {...outcome, problems})})
}

type Inputs = ReadonlyMap<string, Input>

/**
 * Splits the input between the new record and its action: the action's own inputs, and record fields that it asks for.
 */
function inputsFor(form: FormWorld, name: string, given: Inputs): {readonly fields: Inputs; readonly inputs: Inputs} {
  const asked = new Map((form.asks.get(name) ?? []).map(each => [each.field.name, each]))
  // Inputs of the form's other actions, which are not performed.
  const ofActions = name === 'create' ? new Set<string>() : new Set(namesOf(ownInputs(form)))
  const ofAction = (field: string) => {
    const each = asked.get(field)
    return each !== undefined && (each.own || isFile(each.field))
  }
  return {
    fields: new Map([...given].filter(([field]) => !ofActions.has(field) && !ofAction(field))),
    inputs: new Map([...given].filter(([field]) => asked.has(field))),
  }
}

const sentKey = 'sent'

/** People who can see neither the record nor a list of such records get a thank-you at the form's own address. */
async function placeAfter(
  form: FormWorld,
  visit: Visit,
  id: string,
  within: ReadContext | null = null,
): Promise<string> {
  const place = await recordPlace({...form, visit}, id, within)
  if (place !== null) return place
  if (visit.actor.kind !== 'nobody' && !form.words.thanks) return '/'
  const {idempotency} = visit
  const isKnown = form.words.thanked.length > 0 && idempotency?.kind === 'own'
  return `${visit.path}?${sentKey}${isKnown ? `=${idempotency.key}.${id}` : ''}`
}

/**
 * What the sender has typed into the fields that the thanks name, although they may not read the record: for an hour,
 * at the address that only they were led to, and as long as no one has changed the record.
 */
async function thankedValues(
  {entity, words: {thanked}}: FormWorld,
  {path, query}: Visit,
  reader: ReadContext,
): Promise<ReadonlyMap<string, string> | null> {
  const [key = '', id = ''] = (query.get(sentKey) ?? '').split('.')
  const sent = key === '' ? null : await ledTo(reader, {key, to: `${path}?${sentKey}=${key}.${id}`})
  if (sent === null) return null
  const whole = {...reader, visibility: allSeeing(reader)}
  const record = await readStored(whole, entity, id, whole.visibility.records(entity.name))
  const updated = record?.get('updated')
  if (!(updated instanceof DateTime) || toMillis(updated) > sent) return null
  const paths = thanked.map(name => [name])
  const texts = (await fieldTexts(whole, {entity: entity.name, ids: [id], paths})).get(id) ?? []
  return new Map(thanked.map((name, index) => [name, texts[index] || '…']))
}

async function thanksPage(form: FormWorld, visit: Visit): Promise<PageReply> {
  const {screen, context, words} = form
  const {forms} = context.words
  const values =
    words.thanked.length === 0
      ? null
      : await context.engine.read(visit.actor, reader => thankedValues(form, visit, reader))
  const again = `<p><a href="${screen.route.path}">${forms.again}</a></p>`
  const text = words.thanks?.(values) ?? `<p>${forms.received}</p>`
  const data: ProseData = {heading: forms.thanks, html: `${text}${again}`}
  return {kind: 'page', status: 200, title: `${forms.thanks} · ${screen.name}`, screen: 'page', data}
}

function made(form: FormWorld, visit: Visit, request: ChangeRequest): Promise<Outcome> {
  const leadsTo: Repeatable['leadsTo'] = (writing, [record]) => placeAfter(form, visit, record?.id ?? '', writing)
  return form.context.engine.change(visit.actor, [request], answered(visit, leadsTo, {savedAs: savedState(form)}))
}
