/** The form screen: creates a record. A rejected form is shown again with everything that was typed. */

import {atOnce} from '../../engine/base/at-once.ts'
import {screenProse} from '../../engine/base/prose.ts'
import {screenThat} from '../../engine/base/screens-that.ts'
import {entityNouns} from '../../engine/display/record-names.ts'
import type {Repeatable} from '../../engine/idempotency.ts'
import {confirmedOptions} from '../../engine/links/confirmation.ts'
import {cameFrom} from '../../engine/links/record-address.ts'
import {peopleToMention} from '../../engine/notifications/mentions.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {
  type ActionHandler,
  type Form,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
  withoutProblems,
} from '../../engine/reply.ts'
import {type RecordContext, withRecords} from '../../engine/screen-context.ts'
import type {ChangeRequest} from '../../engine/transaction/change.ts'
import {isClosed} from '../../engine/write/creatable-now.ts'
import {withCards} from '../../features/approvals/choice-cards.ts'
import {newFormPanel} from '../../features/approvals/form-panels.ts'
import {type InputsOfActions, ownInputs, splitInputs} from '../../features/forms/asked-inputs.ts'
import type {FormFieldData, FormScreenData} from '../../features/forms/data.ts'
import {
  actionLabel,
  type FieldFilling,
  fieldsOfForm,
  formFields,
  initialValues,
  offeredFields,
  recordFields,
} from '../../features/forms/fields.ts'
import {
  addressValues,
  formInputs,
  inputsGiven,
  longestValue,
  problemsFor,
  typedIn,
} from '../../features/forms/form-input.ts'
import {type FormReply, formPage, lookupAt, mentionsOf, type SentForm} from '../../features/forms/form-page.ts'
import {type PartList, partListsOf, partsData, partsInForm, sentParts} from '../../features/forms/line-items.ts'
import {datesOf} from '../../features/forms/periods.ts'
import {possibleChoices} from '../../features/forms/possible-choices.ts'
import {previewAction} from '../../features/forms/preview.ts'
import {
  besideFields,
  type FormPanel,
  monthsAsked,
  previewHints,
  type RecordForm,
} from '../../features/forms/record-form.ts'
import {isFile} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {choiceLabel} from '../../points/entities/values/choices.ts'
import {hasMentions} from '../../points/entities/values/textual.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {where} from '../../points/screens/bullets/shared.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import {fieldsAboutOthers, inputsOfActions, isMadeByAction} from './action-inputs.ts'
import {compileThanks, type FormThanks, placeAfter, sentKey, thanksPage} from './thanks.ts'

/** Derived from the document. */
interface CompiledForm {
  readonly screen: ScreenOf<'form'>
  readonly context: RecordContext
  readonly entity: Entity
  /** The document's text under its heading, and after it was sent. */
  readonly above: () => Pick<FormScreenData, 'html'>
  readonly thanks: FormThanks
  readonly fields: readonly Field[]
  readonly asks: InputsOfActions
  readonly parts: readonly PartList[]
  readonly panel: FormPanel
  /** Fields that start empty, whatever their default. */
  readonly leftEmpty: ReadonlySet<string>
}

/** Without JavaScript: shows the form again, with its preview. */
const checkAction = '_check'

export const compileForm = withRecords((screen: ScreenOf<'form'>, context) => {
  const {specification, engine} = context
  const entity = specification.entities.entities.get(entityShown(screen))
  if (!entity) throw new Error(`there is no entity for the form ${screen.name}`)
  const parts = partListsOf(specification, entity, screen)
  const {actions} = screen.details
  const form: CompiledForm = {
    screen,
    context,
    entity,
    above: screenProse(screen, specification),
    thanks: compileThanks(screen, context),
    fields: fieldsOfForm(screen, entity),
    asks: inputsOfActions({screen, context, entity}),
    parts,
    panel: newFormPanel(screen, context, {entity, actions, parts: new Set(parts.map(({name}) => name))}),
    leftEmpty: fieldsAboutOthers({screen, context, entity}),
  }
  return {
    load: visit => {
      if (visit.query.has(sentKey)) return thanksPage(form, visit)
      return visit.query.has(mentionsKey) ? mentionsPage(form, visit) : showForm(form, visit, null)
    },
    actions: new Map<string, ActionHandler>([
      ...['create', ...actions].map((name): [string, ActionHandler] => [
        name,
        (visit, sent) => create(form, visit, sent, name),
      ]),
      [previewAction, (visit, sent) => preview(form, visit, sent)],
      [checkAction, (visit, sent) => showForm(form, visit, {form: sent, ...withoutProblems})],
    ]),
    again: (visit, sent, shown) => showForm(form, visit, {form: sent, ...(shown ?? withoutProblems)}),
    takesFiles: actor => {
      const rows = form.parts.some(list => list.fields.some(isFile))
      const asked = ownInputs(form.asks).some(isFile)
      const takes = (rows || asked || form.fields.some(isFile)) && engine.abilities(actor, entity.name).ever('create')
      return new Set(takes ? ['create', checkAction, ...actions] : [])
    },
  }
})

// Showing it.

async function showForm(form: CompiledForm, visit: Visit, again: SentForm | null): Promise<PageReply> {
  const {screen, context, entity} = form
  // People who may never create such records do not see the form.
  if (!context.engine.abilities(visit.actor, entity.name).ever('create')) throw new Refused('NOT_FOUND')
  return context.engine.read(visit.actor, async reader => {
    if (await isClosed(reader, entity)) return closedForm(form, visit)
    const model = await formFor(reader, form, {visit, sent: again?.form ?? null})
    const months = await monthsAsked(reader, model, visit.path)
    if (months) return formPage(visit, {heading: screen.name, actions: [], cancel: visit.path, ...months}, again)
    const {toForm} = visit.additions ?? {}
    const sent = again?.form ?? null
    const content = await formData(reader, form, {model, sent})
    return formPage(visit, content, again, data => toForm?.(data, sent) ?? data)
  })
}

/** What the person may create depends on conditions that do not hold now, whatever they fill in. */
function closedForm(form: CompiledForm, visit: Visit): FormReply {
  const {screen, context} = form
  const content = {
    heading: screen.name,
    intro: context.words.forms.notNow,
    actions: [],
    cancel: placeBefore(form, visit),
  }
  return formPage(visit, content, {status: 403, problems: []})
}

interface FormVisit {
  readonly visit: Visit
  readonly sent: Form | null
}

/** What this person may fill in, and the rows of its parts as sent. */
async function formFor(reader: ReadContext, form: CompiledForm, {visit, sent}: FormVisit): Promise<RecordForm> {
  const {entity, screen, panel, leftEmpty} = form
  const fields = offeredFields(reader, form)
  const parts = await partsInForm(reader, form.parts, {owner: null, sent})
  const span = datesOf(screen, entity, fields)
  return {visit, entity, fields, actions: screen.details.actions, id: null, leftEmpty, parts, span, panel}
}

async function formData(
  reader: ReadContext,
  form: CompiledForm,
  {model, sent}: {readonly model: RecordForm; readonly sent: Form | null},
) {
  const {screen, context, entity, parts} = form
  const {visit} = model
  const inputs = ownInputs(form.asks)
  const given = addressValues(visit, model.fields)
  const asked = {entity: entity.name, fields: [...model.fields, ...inputs]}
  const texts = sent
    ? typedIn(
        asked.fields.map(({name}) => name),
        sent,
      )
    : new Map([
        ...(await initialValues(
          reader,
          form.fields.filter(({name}) => !form.leftEmpty.has(name)),
        )),
        ...given,
      ])
  const asking = lookupAt(visit)
  const mentionsAt = `${visit.path}?${mentionsKey}=${encodeURIComponent(entity.name)}`
  const filling = {values: texts, ...asking, mentionsAt, possible: possibleIn(reader, model)}
  const all = await recordFields(reader, asked, filling)
  const open = all.filter(each => isOpen(each, model.fields)).map(each => withReason(each, context))
  const fields = await withCards(reader, open, form)
  return {
    ...form.above(),
    heading: screen.name,
    fields,
    lineItems: (await atOnce(parts.map(list => partsData(reader, list, {owner: null, sent, ...asking})))).flat(),
    actions: savingActions(form),
    cancel: placeBefore(form, visit),
    ...(await besideFields(reader, model, {
      texts,
      inputs: sent ? formInputs(sent) : inputsGiven(given),
      fields,
      address: asking.address,
    })),
  }
}

/**
 * Creates the record, and performs an action on it in one step. Plain saving is offered too, unless it would lose the
 * action's effects or inputs.
 */
function savingActions(form: CompiledForm): FormScreenData['actions'] {
  const {screen, context, entity, asks} = form
  const named = screen.details.actions.map(name => ({
    name,
    label: actionLabel(context.specification, entity.name, name),
  }))
  const plain = ownInputs(asks).length > 0 || isMadeByAction(form) ? [] : [{name: 'create', label: saveLabel(form)}]
  return [...named, ...plain].map((action, index) => ({...action, tone: index === 0 ? 'primary' : 'plain'}))
}

/** Next to an action, the label of plain saving names the resulting state. */
function saveLabel(form: CompiledForm): string {
  const state = savedState(form)
  const {forms} = form.context.words
  return state === null ? forms.save : forms.saveAs(state)
}

/** The label of the state of a record that is only saved; null if the form has no other action. */
function savedState({screen, context, entity}: CompiledForm): string | null {
  const starts = context.specification.states.machines.get(entity.name)?.starts ?? null
  if (starts === null || screen.details.actions.length === 0) return null
  return context.display.states.get(entity.name)?.label(starts) ?? choiceLabel(starts)
}

/** Where Cancel leads: without an origin, to the list of these records, or else the front page. */
function placeBefore({context: {screens}, entity}: CompiledForm, visit: Visit): string {
  const list = screenThat(screens, 'browse', {entity: entity.name, actor: visit.actor})
  return cameFrom(visit) ?? (list && bulletOf(list, where) === null ? list.route.path : '/')
}

/** Inputs of actions are no fields of the record. */
function possibleIn(reader: ReadContext, {entity, fields, actions}: RecordForm): NonNullable<FieldFilling['possible']> {
  return field => (fields.includes(field) ? possibleChoices(reader, {entity, fields, actions}, field) : [])
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

// The people a text of the form may mention, and its preview, requested while it is typed.

const mentionsKey = 'mentions'

function mentionsPage({screen, context, entity, fields}: CompiledForm, visit: Visit): Promise<PageReply> {
  const mayCreate = context.engine.abilities(visit.actor, entity.name).ever('create')
  if (!mayCreate || !fields.some(({type}) => hasMentions(type))) throw new Refused('NOT_FOUND')
  return context.engine.read(visit.actor, async reader => {
    const text = (visit.query.get('q') ?? '').trim().slice(0, longestValue)
    const options = await peopleToMention(reader, null, {text, entity: entity.name})
    return formPage(visit, {heading: screen.name, fields: mentionsOf(options), actions: [], cancel: visit.path})
  })
}

function preview(form: CompiledForm, visit: Visit, sent: Form): Promise<PageReply> {
  const {screen, context} = form
  return context.engine.read(visit.actor, async reader => {
    const model = await formFor(reader, form, {visit, sent})
    const noted = model.fields.filter(({name}) => screen.details.choices.some(({field}) => field === name))
    const fields = () => formFields(reader, noted, {possible: possibleIn(reader, model)})
    const hints = await previewHints(reader, model, {sent, fields})
    return formPage(visit, {heading: screen.name, actions: [], cancel: visit.path, hints})
  })
}

// Sending it.

/** `name`: `create`, or an action to perform on the new record in the same step. */
async function create(form: CompiledForm, visit: Visit, sent: Form, name: string): Promise<Reply> {
  const {context, entity} = form
  const {engine} = context
  const parts = await engine.read(visit.actor, reader => sentParts(reader, form.parts, {owner: null, sent}))
  const given = formInputs(
    sent,
    form.parts.map(list => list.name),
  )
  const {fields, inputs} = splitInputs(form.asks, name, given)
  const plain: ChangeRequest = {kind: 'create', entity: entity.name, fields}
  const perform = name === 'create' ? {} : {perform: {action: name, inputs}}
  const leadsTo: Repeatable['leadsTo'] = (writing, [record]) => placeAfter(form, visit, record?.id ?? '', writing)
  const once = confirmedOptions(visit, leadsTo, {savedAs: savedState(form)})
  const outcome = await engine.change(visit.actor, [{...plain, ...parts.changes, ...perform}], once)
  if (outcome.ok) return {kind: 'redirect', to: await placeAfter(form, visit, outcome.records[0]?.id ?? '')}
  const problems = outcome.problems.map(each => ({...each, field: parts.fieldOf(each.field)}))
  return showForm(form, visit, {form: sent, ...problemsFor(context.specification, entity, {...outcome, problems})})
}
