/**
 * The settings: constants of point 9 that this person may change, with their descriptions. A change takes effect
 * immediately.
 */
import {randomUUID} from 'node:crypto'
import type {Actor} from '../../engine/base/actor.ts'
import {screenProse} from '../../engine/base/prose.ts'
import type {SentFile} from '../../engine/files/file-store.ts'
import {logoHref, nameOfLogo} from '../../engine/files/logo.ts'
import {repeatable} from '../../engine/idempotency.ts'
import {recordNames} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {
  type Form,
  type PageReply,
  Refused,
  type Reply,
  textsIn,
  type Visit,
  withoutProblems,
} from '../../engine/reply.ts'
import {type RecordContext, withRecords} from '../../engine/screen-context.ts'
import {
  type ChangedSettings,
  mayChange,
  type SettingProblem,
  type SettingsHost,
  saveSettings,
  settingProblems,
  spelled,
  storedSettings,
  typedAs,
} from '../../engine/settings.ts'
import type {FormFieldData, FormScreenData} from '../../features/forms/data.ts'
import {noFile} from '../../features/forms/form-input.ts'
import {formPage, type SentForm} from '../../features/forms/form-page.ts'
import {capitalised} from '../../points/entities/names.ts'
import {colourText} from '../../points/entities/types/icon-or-colour.ts'
import {withYear} from '../../points/entities/values/calendar-text.ts'
import {dateFormat, numberFormat} from '../../points/entities/values/formats.ts'
import {refusal} from '../../points/errors/run.ts'
import {hues, logoOf, logoTypes} from '../../points/icons-and-colours.ts'
import type {Constant, Limits} from '../../points/limits/model.ts'
import {weekdays} from '../../points/limits/value.ts'
import type {Screen} from '../../points/screens/model.ts'

export const compileSettings = withRecords((screen, context) => {
  const page: SettingsPage = {screen, context, above: screenProse(screen, context.specification)}
  return {
    load: visit => show(page, visit, null),
    actions: new Map([[saveAction, (visit: Visit, sent: Form) => save(page, visit, sent)]]),
    takesFiles: actor => {
      const isLogo = ({name}: Constant) => name === logoSetting
      return new Set(changeable(context.specification.limits, actor).some(isLogo) ? [saveAction] : [])
    },
    again: (visit, sent, shown) => show(page, visit, {form: sent, ...(shown ?? withoutProblems)}),
  }
})

const saveAction = 'save'
const logoSetting = 'LOGO'

interface SettingsPage {
  readonly screen: Screen
  readonly context: RecordContext
  readonly above: () => Pick<FormScreenData, 'html'>
}

/** In the order of the document. */
function changeable({constants}: Limits, actor: Actor): Constant[] {
  return [...constants.values()].filter(constant => mayChange(constant, actor))
}

function show({screen, context, above}: SettingsPage, visit: Visit, refused: SentForm | null): Promise<PageReply> {
  const {engine, specification, settings: host, words} = context
  return engine.read(visit.actor, async reader => {
    const settings = await storedSettings(reader.db)
    const people = await recordNames(reader, reader.visibility, {
      entity: 'User',
      ids: [...settings.values()].flatMap(({person}) => person ?? []),
    })
    const sources = {reader, context, host, settings, people, sent: refused?.form ?? null}
    const fields = changeable(specification.limits, visit.actor).flatMap(constant => {
      const controls = fieldsOf(constant, sources)
      return constant.group === '' ? controls : controls.map(field => ({...field, section: constant.group}))
    })
    return formPage(
      visit,
      {
        ...above(),
        heading: screen.name,
        isSettings: true,
        fields,
        actions: [{name: saveAction, label: words.forms.save, tone: 'primary'}],
        cancel: '/',
      },
      refused,
    )
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

/** Behind the name of a constant: the control with the unit of a duration. */
const unitOf = ':unit'

const units = {
  duration: ['minute', 'hour', 'day', 'week'],
  months: ['month', 'year'],
} as const

/** One control; two for a duration, which is a number and a unit; a box for each working day. */
function fieldsOf(constant: Constant, sources: FieldSources): FormFieldData[] {
  const {name, label, value} = constant
  const field = fieldOf(constant, sources)
  if (name === logoSetting) return [logoField(constant, field, sources)]
  if (value.kind === 'words' && value.words.every(word => weekdays.includes(word))) {
    const sent = sources.sent?.fields.flatMap(each => (each.name === name ? [String(each.value)] : []))
    const day = dateFormat(sources.reader.moment.language, {weekday: 'long', timeZone: 'UTC'})
    // 1 January 2024 was a Monday.
    const options = weekdays.map((word, index) => ({value: word, label: day.format(Date.UTC(2024, 0, 1 + index))}))
    return [{...field, control: 'choices', options, values: sent ?? value.words}]
  }
  if (value.kind !== 'duration' && value.kind !== 'months') return [field]
  const [, count = '', unit = ''] = /^(\d+)\s*([a-z]+?)s?$/i.exec(constant.at.text) ?? []
  const offered: readonly string[] = units[value.kind]
  if (!offered.includes(unit.toLowerCase())) return [field]
  const {language} = sources.reader.moment
  const typed = (part: string, own: string) => sources.sent?.text(part) ?? own
  const number = {control: 'number', attributes: {min: 0, step: 1}, values: [typed(name, count)]} as const
  const {number: numberLabel, unit: unitLabel} = sources.context.words.settings
  return [
    {...field, ...number, label: numberLabel, labelHidden: true, group: label},
    {
      ...field,
      name: `${name}${unitOf}`,
      label: unitLabel,
      labelHidden: true,
      group: label,
      help: '',
      control: 'choice',
      options: offered.map(each => ({value: `${each}s`, label: unitText(each, language)})),
      values: [typed(`${name}${unitOf}`, `${unit.toLowerCase()}s`)],
    },
  ]
}

/** The image is uploaded; its name is not shown. */
function logoField({label, value}: Constant, field: FormFieldData, {sent}: FieldSources): FormFieldData {
  const name = value.kind === 'text' ? value.text : ''
  const logo = logoOf(name)
  const stored = logo && {id: name, text: label, size: `${logo.width} × ${logo.height}`, thumbnail: logoHref(name)}
  return {
    ...field,
    required: false,
    control: 'file',
    attributes: {accept: logoTypes.join(',')},
    values: sent ? textsIn(sent.fields, logoSetting) : [],
    files: stored ? [stored] : [],
  }
}

interface SentLogo {
  readonly file: SentFile | null
  /** Its name; empty if the logo was removed. */
  readonly name: string
}

/** Null if the logo stays as it is. */
async function sentLogo(sent: Form): Promise<SentLogo | 'unusable' | null> {
  const file = sent.fields.flatMap(each =>
    each.name === logoSetting && typeof each.value !== 'string' ? [each.value] : [],
  )[0]
  if (!file) return textsIn(sent.fields, logoSetting).every(text => text === noFile) ? {file: null, name: ''} : null
  const name = await nameOfLogo(file, sent.open(file))
  return name === null ? 'unusable' : {file, name}
}

function unitText(unit: string, language: string): string {
  const parts = numberFormat(language, {style: 'unit', unit, unitDisplay: 'long'}).formatToParts(2)
  return parts.find(({type}) => type === 'unit')?.value ?? unit
}

/** What was typed for a constant, as the document would write it. */
function typedIn(sent: Form, name: string): string {
  const values = sent.fields.flatMap(each => (each.name === name ? [String(each.value)] : []))
  const unit = sent.text(`${name}${unitOf}`)
  return unit ? `${values.at(-1) ?? ''} ${unit}` : values.filter(value => value !== '').join(', ')
}

function fieldOf(constant: Constant, sources: FieldSources): FormFieldData {
  const {name, label, at, value} = constant
  // Working days have several values.
  const typed = (sources.sent && textsIn(sources.sent.fields, name).at(-1)) ?? typedAs(at.text)
  const isAccent = name === 'ACCENT' && hues.some(hue => hue === typed)
  return {
    name,
    label,
    help: helpOf(constant, sources),
    required: true,
    control: isAccent ? 'choice' : 'line',
    attributes: value.kind === 'number' ? {inputMode: 'decimal'} : {},
    ...(isAccent ? {cards: hues.length} : {}),
    options: isAccent ? hues.map(hue => colourOption(hue, sources.reader.moment.language)) : null,
    values: [typed],
  }
}

function colourOption(hue: string, language: string) {
  return {value: hue, label: colourText(hue, language), mark: {colour: hue}}
}

/** The description; if it was changed, by whom, and the document's value. */
function helpOf({name, meaning, range}: Constant, {reader, context, host, settings, people}: FieldSources): string {
  const {settings: words} = context.words
  const changed = settings.get(name)
  const own = host?.document.limits.constants.get(name)?.at.text ?? ''
  const day = dateFormat(reader.moment.language, {...withYear, timeZone: reader.moment.zone})
  const differs = changed && changed.value !== own
  return [
    meaning === '' ? null : `${capitalised(meaning)}.`,
    range && words.range(...rangeText(range, reader.moment.language)),
    changed
      ? words.changed(
          people.get(changed.person ?? '') ?? '',
          day.format(changed.at),
          differs ? typedAs(own) || null : null,
        )
      : null,
  ]
    .filter(Boolean)
    .join(' ')
}

async function save(page: SettingsPage, visit: Visit, sent: Form): Promise<Reply> {
  const {context, screen} = page
  const {engine, settings: host} = context
  if (!host) throw new Refused('NOT_FOUND')
  const {document} = host
  const known = new Set(changeable(document.limits, visit.actor).map(({name}) => name))
  const sentNames = sent.fields.map(({name}) => name.replace(new RegExp(`${unitOf}$`), ''))
  const names = [...new Set(sentNames)].filter(name => !name.startsWith('_'))
  // Constants that may not be changed are rejected rather than ignored.
  if (names.some(name => !known.has(name))) throw new Refused('FORBIDDEN')
  const logo = names.includes(logoSetting) ? await sentLogo(sent) : null
  if (logo === 'unusable') {
    const problems = [{field: logoSetting, message: context.words.settings.logo}]
    return show(page, visit, {form: sent, problems, status: 422})
  }
  const values = new Map(
    names.flatMap(name => {
      const constant = document.limits.constants.get(name)
      const typed = name === logoSetting ? (logo?.name ?? null) : typedIn(sent, name)
      return constant && typed !== null ? [[name, spelled(constant, typed)] as const] : []
    }),
  )
  // Merged with the settings that others may change.
  const all = await engine.store.readOne(storedSettings)
  const together = new Map([...[...all].map(([name, {value}]) => [name, value] as const), ...values])
  const problems = settingProblems(document, onlyKnown(document.limits, together))
  if (problems.size > 0) {
    const said = [...problems].map(([name, problem]) => ({
      field: values.has(name) ? name : null,
      message: messageOf(problem, context),
    }))
    return show(page, visit, {form: sent, problems: said, status: 422})
  }
  const outcome = await engine.unitOfWork(
    visit.actor,
    async writing => {
      if (logo?.file?.received) writing.beforeCommit.push(logo.file.received)
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
  if (problem.kind === 'form')
    return /^\d+\s*[a-z]+$/i.test(problem.example) ? settings.wholeNumber : settings.writeLike(problem.example)
  if (problem.kind === 'interval') return settings.interval
  if (problem.kind === 'range') return settings.outside(...rangeText(problem, specification.limits.settings.LANGUAGE))
  if (problem.kind === 'text') return refusal(specification.errors, problem.code).message
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
