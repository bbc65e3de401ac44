/**
 * A specification in another language: the same document with translated texts. Names, conditions and stored values are
 * unchanged, so that all languages work on the same records.
 */

import {type PointNumber, sourceOf} from '../document/raw.ts'
import {labelsOf} from './entities/lookup.ts'
import type {Entity, Field, NamedBy} from './entities/model.ts'
import {spokenField} from './entities/names.ts'
import {anyOf, oneOf} from './entities/types/choice.ts'
import {labelledUse} from './entities/types/computed.ts'
import {colour, colourText} from './entities/types/icon-or-colour.ts'
import {wordText} from './entities/values/choices.ts'
import type {Constant} from './limits/model.ts'
import type {Specification, Translation} from './model.ts'
import {bulletOf} from './screens/bullets/bullet.ts'
import type {Screen} from './screens/model.ts'
import {translatedOwn} from './screens/own/model.ts'
import {type Action, type SingleEffect, singleEffects, type Transition} from './states/model.ts'
import {readTemplate, templateParts} from './template.ts'

/** The document in its own language. */
export function originalTexts(language: string): Translation {
  return {language, text: text => text, prose: markdown => markdown}
}

/** The place of a text for translators: the point, and the heading in it. */
export interface TextPlace {
  readonly point: PointNumber
  readonly section: string | null
}

/** Returns the text to show. Called for every text of the document that people read, in order. */
export type Visitor = (original: string, place: TextPlace) => string

export function withTexts(specification: Specification, language: string, visit: Visitor): Specification {
  const look: Visitor = (text, place) => (/\p{L}/u.test(text) ? visit(text, place) : text)
  const at =
    (point: PointNumber, section: string | null = null) =>
    (text: string) =>
      look(text, {point, section})
  const {document, purpose, screens, entities, actions, rules, roles, errors, limits} = specification
  const product = at(1)
  const shownPurpose = {
    ...purpose,
    title: product(purpose.title),
    prose: translateProse(purpose.prose, product),
    description: purpose.description === '' ? '' : product(purpose.description),
    audiences: purpose.audiences.map(({who, wants}) => ({who: product(who), wants: product(wants)})),
  }
  const shownScreens = screens.screens.map(screen => screenWith(screen, {document, at}))
  const shownEntities = new Map(
    [...entities.entities].map(([name, entity]) => [name, entityWith(entity, language, at(3, name))]),
  )
  const shownActions = new Map(
    [...actions.actions].map(([entity, some]) => {
      const fields = shownEntities.get(entity)?.fields ?? new Map<string, Field>()
      return [entity, new Map([...some].map(([name, each]) => [name, actionWith(each, {fields, text: at(4, entity)})]))]
    }),
  )
  for (const [entity, tells] of actions.tells)
    for (const {text: sentence} of Object.values(tells).flat()) if (sentence) at(4, entity)(sentence.text)
  const rule = at(5)
  const shownRules = rules.rules.map(each => {
    const says = each.says && rule(each.says.text)
    return {
      ...each,
      name: rule(each.name),
      says: says === null ? null : {text: says, parts: templateParts(says, () => true) ?? []},
    }
  })
  const role = at(6)
  const shownRoles = new Map([...roles.roles].map(([name, each]) => [name, {...each, meaning: role(each.meaning)}]))
  const withRoles = new Map([...shownEntities].map(([name, entity]) => [name, rolesWith(entity, text => role(text))]))
  const message = at(8)
  const declared = new Map(
    [...errors.declared].map(([code, each]) => [code, {...each, message: message(each.message)}]),
  )
  const constant = at(9)
  const constants = new Map([...limits.constants].map(([name, each]) => [name, constantWith(each, constant)]))
  const shown = Object.fromEntries([...constants].map(([name, each]) => [name, each.shown]))
  const text = at(4)
  return {
    ...specification,
    purpose: shownPurpose,
    screens: {...screens, screens: shownScreens},
    entities: {...entities, entities: withRoles},
    actions: {...actions, actions: shownActions},
    rules: {...rules, rules: shownRules},
    roles: {...roles, roles: shownRoles},
    errors: {declared, constants: {...errors.constants, ...shown}, language},
    limits: {...limits, constants, settings: {...limits.settings, LANGUAGE: language}},
    translation: {language, text, prose: markdown => translateProse(markdown, text)},
    translations: [],
  }
}

type TranslateText = (original: string) => string
type TranslateAt = (point: PointNumber, section?: string | null) => TranslateText

function screenWith(screen: Screen, {document, at}: Pick<Specification, 'document'> & {at: TranslateAt}): Screen {
  const {cards, prose, own} = screen
  const below = at(2, screen.name)
  const shown = {
    ...screen,
    name: at(2)(screen.name),
    menuGroup: screen.menuGroup ? at(2)(screen.menuGroup) : screen.menuGroup,
    details: translatedDetails(screen, below),
    cards: cards.map(card => ({...card, name: below(card.name)})),
    own: own && translatedOwn(own, below, at(2)),
  }
  // The prose itself is translated when it is shown; here its texts are only visited.
  translateProse(sourceOf(document, prose), below)
  return shown
}

function translatedDetails({kind, details}: Screen, text: TranslateText): object {
  const translating = Object.values(kind.bullets).flatMap(({name, absent, translate}) =>
    translate ? [[name, translate(bulletOf({details}, {name, absent}), text)]] : [],
  )
  return {...details, ...Object.fromEntries(translating)}
}

function entityWith(entity: Entity, language: string, text: TranslateText): Entity {
  const {source} = entity
  const [namedBy, namedForOwner] = [nameWith(source?.namedBy, text), nameWith(source?.namedForOwner, text)]
  return {
    ...entity,
    label: entity.source ? text(entity.label) : entity.label,
    plural: entity.source ? text(entity.plural) : entity.plural,
    namedBy: namedBy ?? entity.namedBy,
    namedForOwner: namedForOwner ?? entity.namedForOwner,
    describedBy: nameWith(source?.describedBy, text) ?? entity.describedBy,
    spans: new Map([...entity.spans].map(([name, span]) => [name, {...span, label: text(span.label)}])),
    fields: new Map([...entity.fields].map(([name, field]) => [name, fieldWith(field, language, text)])),
  }
}

/** A name with text around its fields is translatable; null for others. */
function nameWith(written: {readonly text: string} | null | undefined, text: TranslateText): NamedBy | null {
  const template = written?.text ?? ''
  const isText = /\{/.test(template) && /\p{L}/u.test(template.replace(/\{[^{}]*\}/g, ''))
  const parts = isText ? readTemplate(text(template)) : null
  return parts && {parts}
}

function fieldWith(field: Field, language: string, text: TranslateText): Field {
  if (field.source === null && !field.state) return spokenField(field, language)
  const shown = field.type.name === colour.name ? coloursIn(field, language) : wordsWith(field, text)
  return {...shown, label: text(field.label), meaning: text(field.meaning)}
}

/** Colour names belong to the engine, which translates them. */
function coloursIn(field: Field, language: string): Field {
  const {type} = field
  const labels = new Map(type.control.words?.map(word => [word, colourText(word, language)]))
  return {...field, type: {...type, control: {...type.control, labels}}}
}

/** The same choice with other labels. */
function wordsWith(field: Field, text: TranslateText): Field {
  if (field.computed) return labelsWith(field, text)
  const {words, labels} = field.type.control
  const {renamed} = field.type.valueSet
  if (!words || field.type.name === colour.name) return field
  const shown = new Map(words.map(word => [word, text(wordText(word, labels))]))
  const many = field.type.type.kind === 'list'
  return {...field, type: (many ? anyOf : oneOf).use({words, renamed, labels: shown})}
}

/** Texts returned by a formula are unchanged; their labels are translated. */
function labelsWith(field: Field, text: TranslateText): Field {
  const labels = [...labelsOf(field)].map(([word, label]) => [word, text(label)] as const)
  return labels.length === 0 ? field : {...field, type: labelledUse(field.type, new Map(labels))}
}

/** Role names are the values of a field of User. */
function rolesWith(entity: Entity, text: TranslateText): Entity {
  const roles = entity.fields.get('roles')
  if (!roles || roles.source !== null || !roles.type.control.words) return entity
  return {...entity, fields: new Map([...entity.fields, ['roles', wordsWith(roles, text)]])}
}

interface ActionTexts {
  readonly fields: ReadonlyMap<string, Field>
  readonly text: TranslateText
}

function actionWith(action: Action, {fields, text}: ActionTexts): Action {
  const label = text(action.label)
  for (const sentence of [action.mail?.subject, action.mail?.text, action.form?.text]) if (sentence) text(sentence.text)
  const rows = action.rows.map((row): Transition => {
    for (const sentence of [row.says, ...singleEffects(row).map(textOf)]) if (sentence) text(sentence.text)
    const asks = row.asks.map(ask => {
      const {field, own} = ask
      const known = own ? undefined : fields.get(field.name)
      if (known) return {...ask, field: {...field, label: known.label, meaning: known.meaning, type: known.type}}
      return {...ask, field: {...wordsWith(field, text), label: text(field.label), meaning: text(field.meaning)}}
    })
    return {...row, asks}
  })
  return {...action, label, rows}
}

/** A new kind of effect does not compile before it says here whether it has a text. */
function textOf(effect: SingleEffect): Transition['says'] {
  switch (effect.kind) {
    case 'notify':
      return effect.text
    case 'set':
    case 'create':
    case 'change':
    case 'call':
    case 'run':
    case 'erase':
      return null
  }
}

/** Numbers are formatted for the language; durations, rates and words stay as in the document. */
function constantWith(constant: Constant, text: TranslateText): Constant {
  const isShown = ['duration', 'months', 'rate', 'words'].includes(constant.value.kind)
  const {label, meaning, group} = constant
  const said = constant.changedBy.length > 0 ? {group: text(group), label: text(label), meaning: text(meaning)} : {}
  const shown = isShown && constant.name !== 'WORKING_WEEK' ? text(constant.shown) : constant.shown
  return {...constant, ...said, shown}
}

const marker = /^(\s*(?:[-*+]|\d+[.)]|#{1,6}|>)\s+)(.*)$/

/** Each paragraph, heading and item is one text; markers, code blocks and empty lines are kept. */
function translateProse(markdown: string, text: TranslateText): string {
  const out: string[] = []
  let open: {mark: string; words: string[]} | null = null
  let fenced = false
  const close = () => {
    if (open) out.push(`${open.mark}${text(open.words.join(' '))}`)
    open = null
  }
  for (const line of markdown.split('\n')) {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence || fenced || line.trim() === '' || /^\s*\|/.test(line)) {
      close()
      out.push(line)
      if (isFence) fenced = !fenced
      continue
    }
    const [, mark, rest] = marker.exec(line) ?? []
    if (mark !== undefined) close()
    const words: string = (rest ?? line).trim()
    if (open === null) open = {mark: mark ?? '', words: [words]}
    else (open as {words: string[]}).words.push(words)
  }
  close()
  return out.join('\n')
}
