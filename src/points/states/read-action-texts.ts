/**
 * The texts of actions that have sections of their own. `### Request approve mail`: the text of a mail, the fields it
 * shows, and the actions it offers. `### User end employment form`: what a form says, and what it shows before the
 * action is performed.
 */
import {type PlacedName, placedNames, readBullets} from '../../document/bullets.ts'
import {type Finding, type FindingCode, finding} from '../../document/finding.ts'
import {type RawSection, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {unknownEntity} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {ownFieldsOf} from '../entities/own-fields.ts'
import {isFieldPath, readSentence} from '../template.ts'
import type {ActionContext} from './action-context.ts'
import type {Action, ActionFormText, ActionMail, Actions, States, WrittenForm, WrittenMail} from './model.ts'

// Mails.

export const mailKeys = ['subject', 'text', 'shows', 'offers', 'strip'] as const

const mailHeading = /^([A-Z]\w*)\s+(.+?)\s+mail$/

export function isMailHeading({text}: Text): boolean {
  return mailHeading.test(text)
}

export function readWrittenMail(heading: Text, section: RawSection, findings: Finding[]): WrittenMail {
  const [, entity = ''] = mailHeading.exec(heading.text) ?? []
  const bullets = readBullets(section, mailKeys, findings)
  const names = (key: 'shows' | 'offers') => (bullets[key] ? placedNames(bullets[key].value) : [])
  return {
    heading,
    entity: sliceOf(heading, 0, entity.length),
    action: sliceOf(heading, entity.length, heading.text.length - ' mail'.length),
    subject: bullets.subject?.value ?? null,
    text: bullets.text?.value ?? null,
    shows: names('shows'),
    offers: names('offers'),
    strip: bullets.strip?.value ?? null,
  }
}

/** Adds the mails to the actions. */
export function withMails(
  actions: Actions['actions'],
  {mails, machines}: States,
  context: ActionContext,
  findings: Finding[],
): Actions['actions'] {
  const found = new Map<string, ActionMail>()
  for (const written of mails) {
    const entity = context.entities.entities.get(written.entity.text)
    const name = canonicalName(written.action.text)
    const known = actions.get(written.entity.text)
    const key = `${written.entity.text} ${name}`
    const earlier = found.get(key)
    // States of an unknown entity already have their finding, and may be the ones meant.
    if (!known && [...machines.keys()].some(each => !context.entities.entities.has(each))) continue
    if (!entity) findings.push(unknownEntity('N440', written.entity, context.entities))
    else if (!known?.has(name)) findings.push(unknownAction('N440', written.action, entity, [...(known?.keys() ?? [])]))
    else if (earlier) findings.push(mailDeclaredTwice(written, earlier))
    else found.set(key, readMail(written, entity, {context, actions: [...known.keys()], findings}))
  }
  return eachAction(actions, (action, key) => ({...action, mail: found.get(key) ?? null}))
}

interface MailContext {
  readonly context: ActionContext
  /** Actions of the same entity. */
  readonly actions: readonly string[]
  readonly findings: Finding[]
}

function readMail(written: WrittenMail, entity: Entity, {context, actions, findings}: MailContext): ActionMail {
  const sentence = (text: Text | null) =>
    text && readSentence(text, 'N428', {entity, entities: context.entities, limits: context.limits, findings})
  const {file, line, column} = written.heading
  return {
    subject: sentence(written.subject),
    text: sentence(written.text),
    shows: written.shows.flatMap(named => readShown(named, entity, {context, findings})),
    offers: written.offers.flatMap(named => readOffered(named, entity, {actions, findings})),
    strip: readStrip(written.strip, findings),
    file,
    line,
    column,
  }
}

function readShown(
  {name, place}: PlacedName,
  entity: Entity,
  {context: {entities}, findings}: Pick<MailContext, 'context' | 'findings'>,
): ActionMail['shows'] {
  const path = name.split('.').map(canonicalName)
  if (isFieldPath(path, entity, entities)) return [{path, place}]
  findings.push(unknownField('N441', place, entity, path))
  return []
}

function readOffered(
  {name, place}: PlacedName,
  entity: Entity,
  {actions, findings}: Pick<MailContext, 'actions' | 'findings'>,
): ActionMail['offers'] {
  const action = canonicalName(name)
  if (actions.includes(action)) return [{action, place}]
  findings.push(unknownAction('N442', place, entity, actions))
  return []
}

function readStrip(strip: Text | null, findings: Finding[]): Text | null {
  const hint = 'Write `strip: yes`: the mail shows the strip of the inbox.'
  return strip && isYes(strip, {code: 'N446', hint}, findings) ? strip : null
}

function mailDeclaredTwice({heading}: WrittenMail, {line}: ActionMail): Finding {
  return finding('N440', heading, {
    message: `The mail of this action is already declared at line ${line}.`,
    hint: 'Put both parts under one heading.',
  })
}

// Forms.

export const formKeys = ['text', 'previews', 'destructive'] as const

const formHeading = /^([A-Z]\w*)\s+(.+?)\s+form$/

export const isFormHeading = ({text}: Text): boolean => formHeading.test(text)

export function readWrittenForm(heading: Text, section: RawSection, findings: Finding[]): WrittenForm {
  const [, entity = ''] = formHeading.exec(heading.text) ?? []
  const bullets = readBullets(section, formKeys, findings)
  return {
    heading,
    entity: sliceOf(heading, 0, entity.length),
    action: sliceOf(heading, entity.length, heading.text.length - ' form'.length),
    text: bullets.text?.value ?? null,
    previews: bullets.previews ? placedNames(bullets.previews.value) : null,
    destructive: bullets.destructive?.value ?? null,
  }
}

/** Adds the forms to the actions. */
export function withForms(
  actions: Actions['actions'],
  {forms}: States,
  context: ActionContext,
  findings: Finding[],
): Actions['actions'] {
  const found = new Map<string, ActionFormText>()
  for (const written of forms) {
    const entity = context.entities.entities.get(written.entity.text)
    const name = canonicalName(written.action.text)
    const known = actions.get(written.entity.text)
    if (!entity) findings.push(unknownEntity('N447', written.entity, context.entities))
    else if (!known?.has(name)) findings.push(unknownAction('N447', written.action, entity, [...(known?.keys() ?? [])]))
    else found.set(`${entity.name} ${name}`, readForm(written, entity, {context, findings}))
  }
  return eachAction(actions, (action, key) => ({...action, form: found.get(key) ?? null}))
}

function readForm(
  {text, previews, destructive}: WrittenForm,
  entity: Entity,
  {context: {entities, limits}, findings}: {context: ActionContext; findings: Finding[]},
): ActionFormText {
  const compares = new Map<string, (readonly string[])[]>()
  const paths = previews?.flatMap(({name, place}) => {
    const [first = '', ...rest] = name.split('.')
    const other = first === entity.name ? undefined : entities.entities.get(first)
    const inOther = rest.map(canonicalName)
    if (other && isFieldPath(inOther, other, entities)) {
      compares.set(first, [...(compares.get(first) ?? []), inOther])
      return []
    }
    const path = name.split('.').map(canonicalName)
    if (isFieldPath(path, entity, entities)) return [path]
    findings.push(unknownField('N448', place, entity, path))
    return []
  })
  return {
    text: text && readSentence(text, 'N428', {entity, entities, limits, findings}),
    previews: paths ?? null,
    compares,
    isDestructive:
      destructive !== null &&
      isYes(
        destructive,
        {code: 'N449', hint: 'Write `destructive: yes`: its button has the colour of danger.'},
        findings,
      ),
  }
}

// Shared by both.

function isYes(text: Text, {code, hint}: {code: FindingCode; hint: string}, findings: Finding[]): boolean {
  if (text.text !== 'yes' && text.text !== 'no')
    findings.push(finding(code, text, {message: `\`${text.text}\` is neither \`yes\` nor \`no\`.`, hint}))
  return text.text === 'yes'
}

function eachAction(actions: Actions['actions'], change: (action: Action, key: string) => Action): Actions['actions'] {
  return new Map(
    [...actions].map(([entity, named]) => [
      entity,
      new Map([...named].map(([name, action]) => [name, change(action, `${entity} ${name}`)])),
    ]),
  )
}

function unknownAction(code: FindingCode, place: Text, {name}: Entity, actions: readonly string[]): Finding {
  const known = actions.map(each => each.replaceAll('_', ' '))
  const message = `${name} has no action \`${place.text}\`.`
  return finding(code, place, {message, ...suggestFor(place, known, 'Add the action to point 4.')})
}

function unknownField(code: FindingCode, place: Text, entity: Entity, path: readonly string[]): Finding {
  const names = [...entity.fields.keys(), ...ownFieldsOf(entity).keys()]
  const message = `${entity.name} has no field \`${path.join('.')}\`.`
  return finding(code, place, {message, ...suggestFor(place, names, `Fields of ${entity.name}: ${names.join(', ')}.`)})
}
