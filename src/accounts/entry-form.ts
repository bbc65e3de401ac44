/** Pages with one form in the middle, as data. */

import type {EntryData, EntryField, EntryForm} from '../contract/account.ts'
import type {Problem} from '../contract/common.ts'
import type {PageReply} from '../engine/reply.ts'
import type {PeopleContext} from './screen-replies.ts'

type EntryPageParts = Pick<EntryData, 'heading' | 'intro'> & Partial<EntryData>

export function entryPage(parts: EntryPageParts): PageReply {
  const data: EntryData = {notice: null, form: null, links: [], demo: [], pendingForm: null, ...parts}
  return {kind: 'page', status: 200, title: parts.heading, screen: 'entry', bare: true, data}
}

export function entryForm(action: string, label: string, parts: Pick<EntryForm, 'fields' | 'problems'>): EntryForm {
  return {action, label, signsOut: action === 'sign out', ...parts}
}

function field(name: string, label: string, more: Partial<EntryField>): EntryField {
  return {name, label, type: 'text', autoComplete: 'off', value: '', help: null, choices: [], ...more}
}

export function nameField({words}: PeopleContext, value = ''): EntryField {
  return field('name', words.name, {autoComplete: 'name', value})
}

/** `username` is what password keepers look for. */
export function emailField({words}: PeopleContext, value = '', autoComplete = 'username'): EntryField {
  return field('email', words.email, {type: 'email', autoComplete, value})
}

export function passwordField({words}: PeopleContext): EntryField {
  return field('password', words.password, {type: 'password', autoComplete: 'current-password'})
}

export function currentField({words}: PeopleContext, help: string | null = null): EntryField {
  return field('current', words.current, {type: 'password', autoComplete: 'current-password', help})
}

export function newPasswordField({words, world}: PeopleContext, label = words.password): EntryField {
  const least = world.engine().specification.limits.settings.PASSWORD_MIN
  return field('password', label, {
    type: 'password',
    autoComplete: 'new-password',
    help: words.passwordHelp(least),
  })
}

export function roleField({words}: PeopleContext, choices: readonly string[], value: string): EntryField {
  return field('role', words.joinAs, {
    type: 'choice',
    choices: choices.map(choice => ({value: choice, label: choice})),
    value,
  })
}

/** On top it is said which field is meant. Problems of fields that this form does not have stand only there. */
export function withLabels(problems: readonly Problem[], fields: readonly EntryField[]): Problem[] {
  const labels = new Map(fields.map(each => [each.name, each.label]))
  return problems.map(each => {
    if (each.field === null) return each
    const label = labels.get(each.field)
    if (label !== undefined) return {...each, label}
    return {field: null, message: `${each.field.replaceAll('_', ' ')}: ${each.message}`}
  })
}
