/**
 * The settings: constants of point 9 that this person may change, with their descriptions. A change takes effect
 * immediately.
 */
import {randomUUID} from 'node:crypto'
import type {Problem} from '../../../contract/common.ts'
import type {FormFieldData, FormScreenData} from '../../../contract/form.ts'
import {colourText} from '../../../points/entities/types/look.ts'
import type {Constant, Limits} from '../../../points/limits/model.ts'
import {hues} from '../../../points/looks.ts'
import type {Screen} from '../../../points/screens/model.ts'
import type {Actor} from '../../actor.ts'
import {screenProse} from '../../prose.ts'
import {namesOf} from '../../query/names.ts'
import type {ReadContext} from '../../read-context.ts'
import {type Form, type PageReply, plainlyAgain, Refused, type Reply, type Visit} from '../../reply.ts'
import {
  type ChangedSettings,
  mayChange,
  problemsOf,
  readSettings,
  type SettingProblem,
  type SettingsHost,
  saveSettings,
  spelled,
  typedAs,
} from '../../settings.ts'
import {repeatable} from '../../write/idempotency.ts'
import {emptyForm} from '../record/forms.ts'
import {type RecordContext, withRecords} from '../screen-context.ts'

export const compileSettings = withRecords((screen, context) => {
  const world: SettingsWorld = {screen, context, above: screenProse(screen, context.specification)}
  return {
    load: visit => show(world, visit, null),
    actions: new Map([[saveAction, (visit: Visit, sent: Form) => save(world, visit, sent)]]),
    again: (visit, sent, shown) => show(world, visit, {sent, ...(shown ?? plainlyAgain)}),
  }
})

const saveAction = 'save'

interface SettingsWorld {
  readonly screen: Screen
  readonly context: RecordContext
  readonly above: () => Pick<FormScreenData, 'html'>
}

interface RefusedSettings {
  readonly sent: Form
  readonly problems: readonly Problem[]
  readonly status: number
}

/** In the order of the document. */
function changeable({constants}: Limits, actor: Actor): Constant[] {
  return [...constants.values()].filter(constant => mayChange(constant, actor))
}

function show(
  {screen, context, above}: SettingsWorld,
  visit: Visit,
  refused: RefusedSettings | null,
): Promise<PageReply> {
  const {engine, specification, settings: host, words} = context
  return engine.read(visit.actor, async reader => {
    const settings = await readSettings(reader.db)
    const people = await namesOf(reader, reader.visibility, {
      entity: 'User',
      ids: [...settings.values()].flatMap(({person}) => person ?? []),
    })
    const fields = changeable(specification.limits, visit.actor).map(constant =>
      fieldOf(constant, {reader, context, host, settings, people, sent: refused?.sent ?? null}),
    )
    const data: FormScreenData = {
      ...emptyForm,
      ...above(),
      heading: screen.name,
      fields,
      problems: refused?.problems ?? [],
      actions: [{name: saveAction, label: words.forms.save, tone: 'lead'}],
      cancel: '/',
    }
    return {kind: 'page', status: refused?.status ?? 200, title: screen.name, screen: 'form', data}
  })
}

interface FieldSources {
  readonly reader: ReadContext
  readonly context: RecordContext
  readonly host: SettingsHost | null
  readonly settings: ChangedSettings
  readonly people: ReadonlyMap<string, string>
  readonly sent: Form | null
}

function fieldOf(constant: Constant, sources: FieldSources): FormFieldData {
  const {name, label, at, value} = constant
  const typed = sources.sent?.text(name) ?? typedAs(at.text)
  const isAccent = name === 'ACCENT' && hues.some(hue => hue === typed)
  return {
    name,
    label,
    help: helpOf(constant, sources),
    required: true,
    control: isAccent ? 'select' : 'line',
    attributes: value.kind === 'number' ? {inputMode: 'decimal'} : {},
    options: isAccent ? hues.map(hue => ({value: hue, label: colourText(hue, sources.reader.moment.language)})) : null,
    values: [typed],
  }
}

/** The description; if it was changed, by whom, and the document's value. */
function helpOf({name, meaning, range}: Constant, {reader, context, host, settings, people}: FieldSources): string {
  const {settings: words} = context.words
  const changed = settings.get(name)
  const own = host?.document.limits.constants.get(name)?.at.text ?? ''
  const day =
    changed && new Intl.DateTimeFormat(reader.moment.language, {dateStyle: 'medium', timeZone: reader.moment.zone})
  return [
    meaning === '' ? null : `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`,
    range && words.range(...rangeText(range, reader.moment.language)),
    changed && day ? words.changed(people.get(changed.person ?? '') ?? '', day.format(changed.at), typedAs(own)) : null,
  ]
    .filter(Boolean)
    .join(' ')
}

async function save(world: SettingsWorld, visit: Visit, sent: Form): Promise<Reply> {
  const {context, screen} = world
  const {engine, settings: host} = context
  if (!host) throw new Refused('NOT_FOUND')
  const {document} = host
  const known = new Set(changeable(document.limits, visit.actor).map(({name}) => name))
  const names = sent.fields.map(({name}) => name).filter(name => !name.startsWith('_'))
  // Constants that may not be changed are rejected rather than ignored.
  if (names.some(name => !known.has(name))) throw new Refused('FORBIDDEN')
  const values = new Map(
    names.flatMap(name => {
      const constant = document.limits.constants.get(name)
      return constant ? [[name, spelled(constant, sent.text(name) ?? '')] as const] : []
    }),
  )
  // Merged with the settings that others may change.
  const all = await engine.store.glance(readSettings)
  const together = new Map([...[...all].map(([name, {value}]) => [name, value] as const), ...values])
  const problems = problemsOf(document, onlyKnown(document.limits, together))
  if (problems.size > 0) {
    const said = [...problems].map(([name, problem]) => ({
      field: values.has(name) ? name : null,
      message: messageOf(problem, context),
    }))
    return show(world, visit, {sent, problems: said, status: 422})
  }
  const outcome = await engine.within(
    visit.actor,
    async writing => {
      await saveSettings(writing, document, values)
      return []
    },
    repeatable(visit, screen.route.path),
  )
  if (!outcome.ok) throw new Refused('BUSY')
  await host.refresh()
  visit.done?.({id: randomUUID(), text: context.words.settings.saved, href: null, until: null})
  return {kind: 'redirect', to: screen.route.path}
}

function messageOf(problem: SettingProblem, {words: {settings}, specification}: RecordContext): string {
  if (problem.kind === 'form') return settings.writeLike(problem.example)
  if (problem.kind === 'range') return settings.outside(...rangeText(problem, specification.limits.settings.LANGUAGE))
  return settings.unusable
}

function rangeText(
  {least, most}: Pick<NonNullable<Constant['range']>, 'least' | 'most'>,
  language: string,
): [least: string | null, most: string | null] {
  const {format} = new Intl.NumberFormat(language, {maximumFractionDigits: 9})
  return [least === null ? null : format(least), most === null ? null : format(most)]
}

function onlyKnown({constants}: Limits, values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...values].filter(([name]) => constants.get(name)?.changedBy.length))
}
