/** The page of an own screen without records: a test puts in what it gives. Its actions and their fields are those of the document. */
import {randomUUID} from 'node:crypto'
import {createApplication} from '../engine/application/application.ts'
import {type Actor, nobody} from '../engine/base/actor.ts'
import type {Page} from '../engine/page/frame.ts'
import type {Visit} from '../engine/reply.ts'
import {type RecordContext, withRecords} from '../engine/screen-context.ts'
import {encodeValue} from '../feel/format.ts'
import {evaluate} from '../feel/index.ts'
import {isOfKind} from '../points/screens/kind.ts'
import type {ScreenOf} from '../points/screens/model.ts'
import {
  isAccountDeed,
  isOwnList,
  noHead,
  type OwnData,
  type OwnList,
  type OwnScreen,
} from '../points/screens/own/model.ts'
import type {Specification} from '../points/specification.ts'
import {accountActionData} from '../screens/code/account.ts'
import {actionData, compileAction} from '../screens/code/actions.ts'
import {environmentOf} from '../screens/code/address.ts'
import type {CodeAction, CodeData, CodeShown, CodeValue} from '../screens/code/data.ts'
import {compileData} from '../screens/code/load.ts'
import {parts} from '../screens/kinds.ts'
import {soundSpecification, type TestEngine, testEngine} from './test-document.ts'

export interface GivenPerson {
  readonly name?: string
  readonly roles?: readonly string[]
}

/** Of a record that has nothing, by the names of lists: `rooms`, `rooms.bookings`. */
export type BlankRows = Readonly<Record<string, Readonly<Record<string, CodeValue>>>>

export interface BlankPage {
  readonly page: Page & {readonly screen: 'code'}
  readonly rows: BlankRows
}

export interface AskedPage {
  readonly screen: string
  /** Null is a visitor; by default it has the roles of the screen. */
  readonly person?: GivenPerson | null | undefined
  readonly language?: string | undefined
}

const nothing: OwnScreen = {address: [], head: noHead, data: [], actions: []}

/** The pages of a document, which is read once; what it was opened with ends with `stop`. */
export class BlankPages {
  readonly #folder: string
  #opened: Promise<{readonly specification: Specification; readonly test: TestEngine}> | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  async page({screen: name, person, language}: AskedPage): Promise<BlankPage> {
    this.#opened ??= this.#open()
    const {specification, test} = await this.#opened
    const own = specification.screens.screens.filter(each => isOfKind(each, 'code'))
    const screen = own.find(each => each.name === name)
    if (!screen) throw new Error(`The document has no own screen ${JSON.stringify(name)}: ${namesOf(own)}.`)
    return pageOf({specification, test, screen, actor: actorOf(specification, {screen, person}), language})
  }

  async stop(): Promise<void> {
    const opened = this.#opened
    this.#opened = null
    await (await opened)?.test.stop()
  }

  async #open() {
    const specification = await soundSpecification(this.#folder)
    return {specification, test: await testEngine(specification)}
  }
}

const namesOf = (own: readonly {readonly name: string}[]): string =>
  own.length === 0 ? 'it has none' : `there are ${own.map(({name}) => JSON.stringify(name)).join(', ')}`

interface ForWhom {
  readonly screen: ScreenOf<'code'>
  readonly person: AskedPage['person']
}

function actorOf({roles}: Specification, {screen, person}: ForWhom): Actor {
  const whom = screen.for
  if (person === null || (person === undefined && whom.kind === 'everyone')) return nobody
  const known = [...roles.roles.keys()]
  const unknown = person?.roles?.find(role => !known.includes(role))
  if (unknown !== undefined) throw new Error(`The document has no role ${unknown}: there are ${known.join(', ')}.`)
  const usual = whom.kind === 'roles' ? whom.roles.flatMap(role => role ?? []) : known
  return {kind: 'person', id: randomUUID(), name: person?.name ?? 'Someone', roles: person?.roles ?? usual}
}

interface OpenedPage {
  readonly specification: Specification
  readonly test: TestEngine
  readonly screen: ScreenOf<'code'>
  readonly actor: Actor
  readonly language: string | undefined
}

async function pageOf({specification, test: {engine}, screen, actor, language}: OpenedPage): Promise<BlankPage> {
  const kinds = parts.kinds.map(kind => (kind.name === 'code' ? {...kind, compile: compileBlank} : kind))
  const written = createApplication(specification, {...parts, kinds}, {engine})
  const application = language === undefined ? written : written.in(language)
  const path = screen.route.path.replaceAll(/:\w+/g, '-')
  const opened = application.open(path, actor)
  if (!opened) {
    const who = actor.kind === 'person' ? `A person with ${actor.roles.join(', ') || 'no role'}` : 'A visitor'
    throw new Error(`${who} may not open "${screen.name}".`)
  }
  const visit: Visit = {
    ...{path, query: new URLSearchParams(), url: path, parameters: opened.parameters, actor, idempotency: null},
    sender: {address: '', agent: '', session: null, browser: null},
    failed: () => '',
  }
  const reply = await opened.screen.load(visit)
  if (reply.kind !== 'page' || reply.screen !== 'code') throw new Error(`"${screen.name}" is no own screen.`)
  const shell = application.shell(actor)
  const layout = application.site.layoutAt(path, actor)
  return {
    page: {
      ...{build: 'test', status: 200, url: path, once: 'test', title: reply.title, screen: reply.screen},
      data: reply.data,
      shell: {
        ...shell,
        ...(actor.kind === 'person' && {person: {id: actor.id, name: actor.name, is: '', href: '/account'}}),
      },
      ...(layout === null ? {unattended: true} : {layout}),
      own: [screen.shows.component],
    },
    rows: Object.fromEntries((screen.own ?? nothing).data.flatMap(each => (isOwnList(each) ? blanksOf(each) : []))),
  }
}

/** As a screen of own code is compiled, but for its records: nothing is read. */
const compileBlank = withRecords((screen, context) => {
  if (!isOfKind(screen, 'code')) throw new Error(`"${screen.name}" is no own screen.`)
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
