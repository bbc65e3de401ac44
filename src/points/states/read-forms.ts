/** `### User end employment form`: what an action’s form says, and what it shows before the action is performed. */
import {namesIn, readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import {type RawSection, sliceOf, type Text} from '../../document/raw.ts'
import {unknownEntity} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {ownFieldsOf} from '../entities/own-fields.ts'
import {isFieldPath, readSentence} from '../template.ts'
import type {ActionContext} from './action-context.ts'
import type {ActionFormText, Actions, States, WrittenForm} from './model.ts'

export const formKeys = ['text', 'previews'] as const

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
    previews: bullets.previews ? namesIn(bullets.previews.value) : null,
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
    else if (!known?.has(name)) findings.push(unknownAction(written.action, entity, [...(known?.keys() ?? [])]))
    else found.set(`${entity.name} ${name}`, readForm(written, entity, {context, findings}))
  }
  return new Map(
    [...actions].map(([entity, named]) => [
      entity,
      new Map([...named].map(([name, action]) => [name, {...action, form: found.get(`${entity} ${name}`) ?? null}])),
    ]),
  )
}

function readForm(
  {text, previews}: WrittenForm,
  entity: Entity,
  {context: {entities, limits}, findings}: {context: ActionContext; findings: Finding[]},
): ActionFormText {
  const paths = previews?.flatMap(({name, place}) => {
    const path = name.split('.').map(canonicalName)
    if (isFieldPath(path, entity, entities)) return [path]
    const names = [...entity.fields.keys(), ...ownFieldsOf(entity).keys()]
    const message = `${entity.name} has no field \`${path.join('.')}\`.`
    const hint = `Fields of ${entity.name}: ${names.join(', ')}.`
    findings.push(finding('N448', place, {message, ...suggestFor(place, names, hint)}))
    return []
  })
  return {text: text && readSentence(text, 'N428', {entity, entities, limits, findings}), previews: paths ?? null}
}

function unknownAction(place: Text, {name}: Entity, actions: readonly string[]): Finding {
  const known = actions.map(each => each.replaceAll('_', ' '))
  const message = `${name} has no action \`${place.text}\`.`
  return finding('N447', place, {message, ...suggestFor(place, known, 'Add the action to point 4.')})
}
