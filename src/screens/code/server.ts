/** A screen of own code: reads what its document declares, and does what it declares. */
import {atOnce} from '../../engine/base/at-once.ts'
import {screenProse} from '../../engine/base/prose.ts'
import {richText} from '../../engine/base/rich-text.ts'
import {
  type ActionHandler,
  type Form,
  type PageReply,
  Refused,
  type Reply,
  type ShownAgain,
  type Visit,
} from '../../engine/reply.ts'
import {type RecordContext, withRecords} from '../../engine/screen-context.ts'
import {problemsFor} from '../../features/forms/form-input.ts'
import {formPage} from '../../features/forms/form-page.ts'
import {isFile} from '../../points/entities/lookup.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import {accountPath, isAccountDeed, noHead, type OwnScreen} from '../../points/screens/own/model.ts'
import {accountActionData, actOnAccount, secondFactorOf} from './account.ts'
import {
  actionData,
  type CompiledAction,
  compileAction,
  type OpenedForm,
  performOwnAction,
  withLookupResult,
} from './actions.ts'
import {givenAddress} from './address.ts'
import {cellOf, rowsIn} from './cells.ts'
import type {CodeData} from './data.ts'
import {shownHead} from './head.ts'
import {type CompiledData, compileData} from './load.ts'

interface CompiledCode {
  /** Visitors are led here to sign in. */
  readonly isSignIn: boolean
  readonly screen: ScreenOf<'code'>
  readonly own: OwnScreen
  readonly data: readonly CompiledData[]
  readonly actions: readonly CompiledAction[]
  readonly above: () => Pick<CodeData, 'html'>
  readonly context: RecordContext
}

const nothing: OwnScreen = {address: [], head: noHead, data: [], actions: []}

export const compileCode = withRecords((screen: ScreenOf<'code'>, context) => {
  const own = screen.own ?? nothing
  const actions = own.actions.map(each => compileAction(each, context))
  const data = own.data.map(each => compileData(each, actions, context))
  const isSignIn = accountPath(context.specification.screens.screens, 'sign in') === screen.route.path
  const code: CompiledCode = {
    isSignIn,
    screen,
    own,
    data,
    actions,
    above: screenProse(screen, context.specification),
    context,
  }
  const uploads = actions.filter(({entity, declared}) =>
    declared.fields.some(name => {
      const field = entity.fields.get(name)
      return field !== undefined && isFile(field)
    }),
  )
  return {
    again: (visit, form, shown) => showCode(code, {visit, opened: sentBefore(form, shown)}, shown?.status),
    load: visit =>
      visit.query.has('_lookup') ? showLookup(code, visit) : showCode(code, {visit, opened: openedBy(visit)}),
    actions: new Map<string, ActionHandler>([
      ...actions.map(each => [each.declared.name, handlerOf(code, each)] as const),
      ...actions
        .filter(({declared}) => declared.does.kind === 'sign in')
        .map(each => ['second factor', secondFactorOf(each)] as const),
    ]),
    takesFiles: actor => new Set(actor.kind === 'nobody' ? [] : uploads.map(({declared}) => declared.name)),
  }
})

const handlerOf = (code: CompiledCode, action: CompiledAction): ActionHandler =>
  isAccountDeed(action.declared.does.kind)
    ? (visit, form) => actAsPerson(code, action, visit, form)
    : (visit, form) => act(code, action, visit, form)

interface CodeVisitor {
  readonly visit: Visit
  readonly opened: OpenedForm | null
}

/** `?_open=rename&_record=…`: the form of an action with the values of a record, without JavaScript. */
function openedBy({query}: Visit): OpenedForm | null {
  const [action, record] = [query.get('_open'), readId(query.get('_record') ?? '')]
  return action === null || record === null ? null : {action, record, problems: [], form: null}
}

/** The form that people sent before they had to sign in, or to prove that it is them. */
const sentBefore = (form: Form, shown: ShownAgain | undefined): OpenedForm => ({
  action: form.text('_action') ?? '',
  record: readId(form.text('_record') ?? ''),
  problems: shown?.problems ?? [],
  form,
})

async function showCode(
  {screen, own, data, actions, above, context, isSignIn}: CompiledCode,
  {visit, opened}: CodeVisitor,
  status = 200,
): Promise<PageReply> {
  const shown = await context.engine.read(visit.actor, async (reader): Promise<CodeData> => {
    const address = await givenAddress(reader, own.address, visit)
    const at = {reader, visit, parameters: address.parameters, context}
    const found = await atOnce(data.map(async each => [each.name, await each.load(at)] as const))
    const offered: [string, CodeData['actions'][string]][] = []
    for (const each of actions) {
      const isAccount = isAccountDeed(each.declared.does.kind)
      const shown = isAccount ? accountActionData(visit, each, opened) : actionData(reader, visit, each, opened)
      offered.push([each.declared.name, await shown])
    }
    const values = {data: Object.fromEntries(found), tables: data.flatMap(each => each.tables(at))}
    const rich = richTexts(values)
    return {
      heading: screen.name,
      ...above(),
      component: screen.shows.component,
      address: address.values,
      ...values,
      ...(Object.keys(rich).length > 0 && {rich}),
      actions: Object.fromEntries(offered),
      problems: [],
    }
  })
  return {
    kind: 'page',
    status,
    title: screen.name,
    screen: 'code',
    data: shown,
    ...shownHead(own, shown.data, context.specification.entities),
    ...(isSignIn && visit.actor.kind === 'nobody' ? {signsIn: true} : {}),
  }
}

/** Lists have the beginnings of such texts. */
function richTexts({data, tables}: Pick<CodeData, 'data' | 'tables'>): NonNullable<CodeData['rich']> {
  const texts = tables.flatMap(({name, shows, fields}) =>
    shows !== 'one'
      ? []
      : rowsIn(data[name] ?? null).flatMap(row =>
          fields.flatMap(field => {
            const {value} = cellOf(row, field)
            return field.display === 'rich' && typeof value === 'string'
              ? [[`${name}.${field.key}`, richText(value, 2)] as const]
              : []
          }),
        ),
  )
  return Object.fromEntries(texts)
}

/** Records for a field with too many to list: the field alone, as every form answers it. */
function showLookup({screen, own, actions, context}: CompiledCode, visit: Visit): Promise<PageReply> {
  return context.engine.read(visit.actor, async reader => {
    await givenAddress(reader, own.address, visit)
    const fields = await withLookupResult(reader, visit, actions)
    return formPage(visit, {heading: screen.name, fields, actions: [], cancel: visit.path})
  })
}

/** Signing in, up and out: nothing of the application is written here. */
async function actAsPerson(code: CompiledCode, action: CompiledAction, visit: Visit, form: Form): Promise<Reply> {
  const {own, context} = code
  const given = await context.engine.read(visit.actor, async reader => ({
    reader,
    address: await givenAddress(reader, own.address, visit),
  }))
  const again = (opened: OpenedForm, status: number) => showCode(code, {visit, opened}, status)
  return actOnAccount(action, {visit, form, ...given, again})
}

/** The page that a form is sent from must be one that the person may open. A refusal is shown at the form it belongs to. */
async function act(code: CompiledCode, action: CompiledAction, visit: Visit, form: Form): Promise<Reply> {
  const {own, context} = code
  const address = await context.engine.read(visit.actor, reader => givenAddress(reader, own.address, visit))
  const {outcome, record, to} = await performOwnAction(action, {visit, form, address}, context)
  if (outcome.ok) return {kind: 'redirect', to}
  if (outcome.code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  const {problems, status} = problemsFor(context.specification, action.entity, outcome)
  return showCode(code, {visit, opened: {action: action.declared.name, record, problems, form}}, status)
}
