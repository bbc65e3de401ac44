/** What people do with their account from own code: the form of the author, and the steps of the built-in pages. */
import type {OwnEntry} from '../../accounts/screens/entry/own-entry.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {
  type ActionHandler,
  type Form,
  onlyText,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
} from '../../engine/reply.ts'
import {formInputs} from '../../features/forms/form-input.ts'
import {type AccountDeed, isAccountDeed} from '../../points/screens/own/model.ts'
import {type CompiledAction, type OpenedForm, valuesSet} from './actions.ts'
import type {GivenAddress} from './address.ts'
import type {CodeAction} from './data.ts'

declare module '../../engine/reply.ts' {
  interface PageAdditions {
    /** Where there are people with accounts. */
    readonly entry?: () => OwnEntry
  }
}

const deedOf = ({declared: {does}}: CompiledAction): AccountDeed | null => (isAccountDeed(does.kind) ? does.kind : null)

export async function accountActionData(
  visit: Visit,
  action: CompiledAction,
  opened: OpenedForm | null,
): Promise<CodeAction> {
  const {declared, label, tone} = action
  const deed = deedOf(action)
  const entry = visit.additions?.entry?.()
  const isOffered = deed !== null && entry?.isOffered(deed, visit.actor) === true
  const own = opened?.action === declared.name && opened.form ? opened : null
  const fieldsWith = async (form: Form | null) =>
    isOffered ? (await entry.fields(deed, form)).filter(({name}) => declared.fields.includes(name)) : []
  return {
    name: declared.name,
    label,
    tone,
    of: null,
    can: isOffered,
    fields: await fieldsWith(null),
    refused: own && {record: null, problems: own.problems, fields: await fieldsWith(own.form)},
    links: isOffered ? await entry.links(deed, visit) : [],
  }
}

interface EntryHere {
  readonly visit: Visit
  readonly form: Form
  readonly address: GivenAddress
  readonly reader: ReadContext
  readonly again: (opened: OpenedForm, status: number) => Promise<PageReply>
}

/** Unless the person wanted to go elsewhere. */
const entryLead = ({leadsTo}: CompiledAction): string | null => leadsTo?.route.path ?? null

export async function actOnAccount(
  action: CompiledAction,
  {visit, form, address, reader, again}: EntryHere,
): Promise<Reply> {
  const deed = deedOf(action)
  const entry = visit.additions?.entry?.()
  if (deed === null || !entry || !entry.isOffered(deed, visit.actor)) throw new Refused('UNKNOWN_ACTION')
  const given = formInputs(form)
  const show = (problems: OpenedForm['problems'], status: number) =>
    again({action: action.declared.name, record: null, problems, form}, status)
  const odd = [...given.keys()].find(name => !action.declared.fields.includes(name))
  if (odd !== undefined) throw new Refused('UNKNOWN_FIELD')
  const set = valuesSet(reader, action, given, address)
  const values = [...set].flatMap(([name, input]) =>
    'value' in input ? [{name, value: String(input.value ?? '')}] : [],
  )
  const fields = [...form.fields.filter(({name}) => !set.has(name)), ...values]
  const sent: Form = {...form, fields, text: name => onlyText(fields, name)}
  return entry.act(deed, {
    visit,
    form: sent,
    to: entryLead(action),
    again: problems => show(problems, 422),
  })
}

/** Of the second step of signing in, whose page is built-in. */
export const secondFactorOf =
  (action: CompiledAction): ActionHandler =>
  (visit, form) => {
    const entry = visit.additions?.entry?.()
    if (!entry) throw new Refused('UNKNOWN_ACTION')
    return entry.secondFactor(entryLead(action))(visit, form)
  }
