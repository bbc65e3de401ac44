/** Pages of own screens without records, for the tests of authors: what is shown is theirs, everything else is the document's. */
import type {ServerKind} from '../../engine/kind.ts'
import type {Page, ScreenContent} from '../../engine/page/frame.ts'
import {type RecordContext, withRecords} from '../../engine/screen-context.ts'
import {encodeValue} from '../../feel/format.ts'
import {evaluate} from '../../feel/index.ts'
import {isOfKind} from '../../points/screens/kind.ts'
import type {Screen, ScreenOf} from '../../points/screens/model.ts'
import {
  isAccountDeed,
  isOwnList,
  noHead,
  type OwnData,
  type OwnList,
  type OwnScreen,
} from '../../points/screens/own/model.ts'
import {accountActionData} from './account.ts'
import {actionData, compileAction} from './actions.ts'
import {environmentOf} from './address.ts'
import type {CodeAction, CodeData, CodeShown, CodeValue} from './data.ts'
import {compileData} from './load.ts'

/** Of a record that has nothing, by the names of lists: `rooms`, `rooms.bookings`. */
export type BlankRows = Readonly<Record<string, Readonly<Record<string, CodeValue>>>>

const nothing: OwnScreen = {address: [], head: noHead, data: [], actions: []}

export type CodeScreenPage = Page & {readonly screen: 'code'}

export const isCodeScreen = (screen: Screen): screen is ScreenOf<'code'> => isOfKind(screen, 'code')

/** What own code gets of a page; null on others. */
export const codeDataIn = ({screen, data}: ScreenContent): CodeData | null => (screen === 'code' ? data : null)

/** The kinds, with own screens that read nothing. */
export const withBlankCode = (kinds: readonly ServerKind[]): readonly ServerKind[] =>
  kinds.map(kind => (kind.name === 'code' ? {...kind, compile: compileBlank} : kind))

export const blankRowsOf = ({own}: ScreenOf<'code'>): BlankRows =>
  Object.fromEntries((own ?? nothing).data.flatMap(each => (isOwnList(each) ? blanksOf(each) : [])))

/** As a screen of own code is compiled, but for its records: nothing is read. */
const compileBlank = withRecords((screen, context) => {
  if (!isCodeScreen(screen)) throw new Error(`"${screen.name}" is no own screen.`)
  const own = screen.own ?? nothing
  const actions = own.actions.map(each => compileAction(each, context))
  return {
    actions: new Map(),
    load: visit =>
      context.engine.read(visit.actor, async reader => {
        const offered: [string, CodeAction][] = []
        for (const each of actions) {
          const isAccount = isAccountDeed(each.declared.does.kind)
          const shown = isAccount ? accountActionData(visit, each, null) : actionData(reader, visit, each, null)
          offered.push([each.declared.name, await shown])
        }
        const address = own.address.map(({name, default: given}): [string, CodeValue] => [
          name,
          given ? (encodeValue(evaluate(given, environmentOf(reader))) as CodeValue) : null,
        ])
        const data: CodeData = {
          heading: screen.name,
          component: screen.shows.component,
          address: Object.fromEntries(address),
          data: Object.fromEntries(own.data.map(each => [each.name, blankShown(each)])),
          actions: Object.fromEntries(offered),
          tables: tablesOf(own.data, context)({reader, context}),
          problems: [],
        }
        return {kind: 'page', status: 200, title: screen.name, screen: 'code', data}
      }),
  }
})

const tablesOf = (data: readonly OwnData[], context: RecordContext) => {
  const compiled = data.map(each => compileData(each, [], context))
  return (at: Parameters<(typeof compiled)[number]['tables']>[0]) => compiled.flatMap(each => each.tables(at))
}

function blankShown(data: OwnData): CodeShown {
  if (data.kind === 'number') return 0
  if (data.kind === 'groups') return {groups: [], more: false}
  if (data.kind === 'rows') return {rows: [], more: false}
  if (data.kind === 'pages') return {rows: [], page: 1, pages: 1, count: 0}
  if (data.kind !== 'one') return null
  return isOwnList(data) ? {id: data.name, version: 1, can: [], shown: {}, ...blankRow(data)} : null
}

const blanksOf = (list: OwnList): [string, ReturnType<typeof blankRow>][] => [
  [list.name, blankRow(list)],
  ...list.nested.map((each): [string, ReturnType<typeof blankRow>] => [`${list.name}.${each.name}`, blankRow(each)]),
]

/** Its columns: what is computed as yes or no, or as a number of records, is never empty. */
const blankRow = ({columns}: OwnList): Readonly<Record<string, CodeValue>> =>
  Object.fromEntries(
    columns.map((each): [string, CodeValue] => {
      if (each.kind === 'field') return [each.path[0] ?? '', null]
      const isCount = each.core.op === 'call' && each.core.name === 'count'
      return [each.name, each.type.kind === 'boolean' ? false : isCount ? 0 : null]
    }),
  )
