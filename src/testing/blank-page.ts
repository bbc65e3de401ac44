/** The page of an own screen without records: a test puts in what it gives. Its actions and their fields are those of the document. */
import {randomUUID} from 'node:crypto'
import {createApplication} from '../engine/application/application.ts'
import {type Actor, nobody} from '../engine/base/actor.ts'
import type {Visit} from '../engine/reply.ts'
import type {ScreenOf} from '../points/screens/model.ts'
import type {Specification} from '../points/specification.ts'
import {
  type BlankRows,
  blankRowsOf,
  type CodeScreenPage,
  codeDataIn,
  isCodeScreen,
  withBlankCode,
} from '../screens/code/blank.ts'
import {parts} from '../screens/kinds.ts'
import {soundSpecification, type TestEngine, testEngine} from './test-document.ts'

export interface GivenPerson {
  readonly name?: string
  readonly roles?: readonly string[]
}

export interface BlankPage {
  readonly page: CodeScreenPage
  readonly rows: BlankRows
}

export interface AskedPage {
  readonly screen: string
  /** Null is a visitor; by default it has the roles of the screen. */
  readonly person?: GivenPerson | null | undefined
  readonly language?: string | undefined
}

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
    const own = specification.screens.screens.filter(isCodeScreen)
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
  const written = createApplication(specification, {...parts, kinds: withBlankCode(parts.kinds)}, {engine})
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
  const data = reply.kind === 'page' ? codeDataIn(reply) : null
  if (reply.kind !== 'page' || data === null) throw new Error(`"${screen.name}" is no own screen.`)
  const shell = application.shell(actor)
  const layout = application.site.layoutAt(path, actor)
  return {
    page: {
      ...{build: 'test', status: 200, url: path, once: 'test', title: reply.title, screen: 'code'},
      data,
      shell: {
        ...shell,
        ...(actor.kind === 'person' && {person: {id: actor.id, name: actor.name, is: '', href: '/account'}}),
      },
      ...(layout === null ? {unattended: true} : {layout}),
      own: [screen.shows.component],
    },
    rows: blankRowsOf(screen),
  }
}
