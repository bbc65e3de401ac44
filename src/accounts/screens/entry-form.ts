/** Pages with one form in the middle, as data. */

import type {EntryData, EntryField, EntryForm} from '../../contract/account.ts'
import type {Problem} from '../../contract/common.ts'
import type {PageReply} from '../../engine/reply.ts'
import type {Accounts} from '../accounts.ts'
import {messagesOf} from './screen-replies.ts'

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

export function nameField(accounts: Accounts, value = ''): EntryField {
  return field('name', messagesOf(accounts).name, {autoComplete: 'name', value})
}

/** `username` is what password keepers look for. */
export function emailField(accounts: Accounts, value = '', autoComplete = 'username'): EntryField {
  return field('email', messagesOf(accounts).email, {type: 'email', autoComplete, value})
}

export function passwordField(accounts: Accounts): EntryField {
  return field('password', messagesOf(accounts).password, {type: 'password', autoComplete: 'current-password'})
}

export function currentField(accounts: Accounts, help: string | null = null): EntryField {
  return field('current', messagesOf(accounts).current, {type: 'password', autoComplete: 'current-password', help})
}

export function newPasswordField(accounts: Accounts, label?: string): EntryField {
  const messages = messagesOf(accounts)
  const least = accounts.engine().specification.limits.settings.PASSWORD_MIN
  return field('password', label ?? messages.password, {
    type: 'password',
    autoComplete: 'new-password',
    help: messages.passwordHelp(least),
  })
}

export function roleField(accounts: Accounts, choices: readonly string[], value: string): EntryField {
  const {text} = accounts.engine().specification.translation
  return field('role', messagesOf(accounts).joinAs, {
    type: 'choice',
    choices: choices.map(choice => ({value: choice, label: text(choice)})),
    value,
  })
}

/** Names the field of each problem for the summary; a problem of a field that this form does not have is shown only there. */
export function withLabels(problems: readonly Problem[], fields: readonly EntryField[]): Problem[] {
  const labels = new Map(fields.map(each => [each.name, each.label]))
  return problems.map(each => {
    if (each.field === null) return each
    const label = labels.get(each.field)
    if (label !== undefined) return {...each, label}
    return {field: null, message: `${each.field.replaceAll('_', ' ')}: ${each.message}`}
  })
}
