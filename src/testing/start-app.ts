/** A document in the test of its author: with its own code, its database in memory, and people who open its pages. */
import {join} from 'node:path'
import type {Accounts} from '../accounts/accounts.ts'
import {startSession} from '../accounts/sessions.ts'
import {authorCode} from '../cli/build.ts'
import {assetsFolder, ownAssetsFolder} from '../cli/run.ts'
import {ServedCode} from '../cli/served-code.ts'
import {bundleOwnCode} from '../code/build/bundle.ts'
import {writeBuild} from '../code/build/own-files.ts'
import {type AnswerFetch, effectCourier} from '../code/process/effect-delivery.ts'
import {createApplication} from '../engine/application/application.ts'
import {operator} from '../engine/base/actor.ts'
import {EffectClient} from '../engine/calls/effect-client.ts'
import {loadDemo} from '../engine/demo/demo.ts'
import {deliverAll, effectKind, listOutbox} from '../engine/outbox/outbox.ts'
import {SettledDocument} from '../engine/settings.ts'
import type {Json} from '../feel/core.ts'
import {postMail} from '../mail/account-mail.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Specification} from '../points/specification.ts'
import {ownAddresses} from '../screens/code/addresses.ts'
import {hasOwnCode} from '../screens/code/components.ts'
import {hrefsOf} from '../screens/code/kit/href.ts'
import {parts} from '../screens/kinds.ts'
import {screens} from '../screens/screens.server.ts'
import {createApp} from '../server/app.ts'
import {Assets, type OwnFiles} from '../server/assets.ts'
import {soundSpecification, type TestEngine, testEngine} from './test-document.ts'
import {sessionCookie, TestVisitor} from './test-visitor.ts'

export interface StartOptions {
  /** The moment at which it begins, as an ISO text; by default the present one. */
  readonly now?: string
  /** With the demonstration data beside the document. */
  readonly demo?: boolean
  /** For the secrets of effects. */
  readonly environment?: Readonly<Record<string, string>>
  /** Answers what effects request from other hosts. */
  readonly fetch?: (request: Request) => Response | Promise<Response>
}

/** An effect that has failed: it is tried again later, unless it was given up. */
interface UndoneEffect {
  readonly effect: string
  readonly gaveUp: boolean
  readonly problem: string | null
}

type Fields = Readonly<Record<string, Json>>
type ChangedTarget = {readonly id: string; readonly version: number}
type TestedRecord = string | {readonly id: string; readonly version?: number}

interface TestPerson {
  readonly name: string
  readonly roles?: readonly string[]
  /** By default made of the name. */
  readonly email?: string
  /** Of `User`, besides. */
  readonly fields?: Fields
}

export interface TestApp {
  /** Someone who is not signed in. */
  readonly visitor: () => TestVisitor
  /** A person of the application, signed in. */
  readonly person: (person: TestPerson) => Promise<TestVisitor & {readonly id: string}>
  /** One that is there, such as a person of the demonstration data. */
  readonly signedIn: (email: string) => Promise<TestVisitor & {readonly id: string}>
  /** Records, with all permissions. The rules of the document apply. */
  readonly records: ReturnType<typeof recordsOf>
  /** Runs the effects of what was done; those that have failed are the answer. */
  readonly runEffects: () => Promise<readonly UndoneEffect[]>
  /** Milliseconds, such as for a second attempt of an effect. */
  readonly advance: (milliseconds: number) => void
  /** What the server has written to its log because it failed. */
  readonly failures: readonly unknown[]
  readonly stop: () => Promise<void>
}

export async function startApp(path: string, options: StartOptions = {}): Promise<TestApp> {
  const specification = await soundSpecification(path)
  const started = Date.parse(options.now ?? new Date().toISOString())
  if (Number.isNaN(started)) throw new Error(`${options.now} is no moment: write 2026-03-11T09:00:00Z.`)
  const clock = {now: started}
  const failures: unknown[] = []
  const failed = (cause: unknown) => void failures.push(cause)
  let code: ServedCode | null = null
  const test = await testEngine(specification, {
    clock: () => clock.now,
    functions: () => code?.functions ?? null,
    address: () => origin,
  })
  const stop = async () => {
    code?.stop()
    await test.stop()
  }
  try {
    const own = await builtFor(test, {path, specification})
    code = own && new ServedCode(own, failed)
    await code?.startFunctions()
    if (options.demo) await loadDemo(test.engine, join(path, 'demo'), test.engine.moment(), null)
    return appOf({test, specification, code, clock, failures, failed, options, stop})
  } catch (cause) {
    await stop()
    throw cause
  }
}

const origin = 'http://localhost'

/** The build of a test is apart from the one that is served. */
async function builtFor(
  {folder}: TestEngine,
  {path, specification}: {readonly path: string; readonly specification: Specification},
): Promise<OwnFiles | null> {
  if (!hasOwnCode(specification)) return null
  const built = await bundleOwnCode(await authorCode(path, specification))
  await writeBuild(join(folder, 'build'), built)
  return {folder: join(folder, 'build'), manifest: built.manifest}
}

interface StartedApp {
  readonly test: TestEngine
  readonly specification: Specification
  readonly code: ServedCode | null
  readonly clock: {now: number}
  readonly failures: readonly unknown[]
  readonly failed: (cause: unknown) => void
  readonly options: StartOptions
  readonly stop: () => Promise<void>
}

function appOf({test: {engine}, specification, code, clock, failures, failed, options, stop}: StartedApp): TestApp {
  const running = new SettledDocument(engine, (by, settings) =>
    createApplication(by.specification, parts, {engine: by, settings}),
  )
  const accounts: Accounts = {
    engine: () => running.engine,
    post: (db, mail, journal) => postMail(db, mail, {now: clock.now, journal}),
    messages: parts.messages,
    now: () => clock.now,
    origin: () => origin,
    mails: false,
    demo: false,
    failed,
  }
  const app = createApp({
    application: () => running.application,
    assets: new Assets(code ? ownAssetsFolder : assetsFolder, code ? {own: code.files} : {}),
    screens,
    origin,
    accounts,
    log: {request: () => {}, failure: (_, cause) => failed(cause)},
    now: () => performance.now(),
    reference: () => 'TEST-0001',
    ...(code ? {own: code.server} : {}),
  })
  const href = hrefsOf(ownAddresses(specification))
  const records = recordsOf(new EffectClient(engine, operator))
  const signedIn = async (person: {readonly id: string; readonly name: string; readonly roles: readonly string[]}) => {
    const {token} = await startSession(accounts, person, {address: '', agent: 'test', session: null, browser: null})
    return Object.assign(new TestVisitor({app, href, cookie: sessionCookie(token)}), {id: person.id})
  }
  return {
    records,
    failures,
    stop: async () => {
      running.stop()
      await stop()
    },
    advance: milliseconds => {
      clock.now += milliseconds
    },
    visitor: () => new TestVisitor({app, href}),
    async person({name, roles = [], email = addressOf(name), fields = {}}) {
      const unknown = roles.find(role => !specification.roles.roles.has(role))
      if (unknown !== undefined) throw new Error(`The document has no role ${unknown}.`)
      const {id} = await records.create(userEntity, {...fields, name, email, roles: [...roles]})
      return signedIn({id, name, roles})
    },
    async signedIn(email) {
      const [found] = await records.list(userEntity, {where: {email}})
      if (!found) throw new Error(`There is no person with the address ${email}.`)
      const {id, name, roles} = found
      return signedIn({id: String(id), name: String(name), roles: Array.isArray(roles) ? roles.map(String) : []})
    },
    async runEffects() {
      await deliverAll({
        store: engine.store,
        couriers: {
          [effectKind]: effectCourier({
            engine: () => running.engine,
            environment: options.environment ?? {},
            privateHosts: [],
            now: () => clock.now,
            run: code?.runEffect ?? (() => null),
            answerFetch: answeredBy(options.fetch),
          }),
        },
        now: () => clock.now,
        random: () => 0,
        failed: ({cause}) => failed(cause),
      })
      const waiting = await engine.store.read(db => listOutbox(db, 100))
      return waiting
        .filter(({kind}) => kind === effectKind)
        .map(({name, state, problem}) => ({effect: name ?? '', gaveUp: state === 'dead', problem}))
    },
  }
}

/** `Ann Miller` is `ann.miller@example.com`. */
const addressOf = (name: string): string =>
  `${name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')}@example.com`

/** As the client of an effect, with all permissions. */
function recordsOf(client: EffectClient) {
  const answer = async (asked: Json): Promise<Json> => {
    const given = await client.answer(asked)
    if (given.ok) return given.value
    const {code, problems} = given
    const text = problems.map(({field, message}) => (field === null ? message : `${field}: ${message}`)).join(' ')
    throw Object.assign(new Error(`${code}: ${text}`), {name: 'Refused', code, problems})
  }
  const at = (target: TestedRecord) => (typeof target === 'string' ? {id: target} : {...target})
  return {
    find: async (entity: string, record: TestedRecord) =>
      (await answer({op: 'find', entity, ...at(record)})) as Fields | null,
    list: async (entity: string, options: Fields = {}) =>
      (await answer({...options, op: 'list', entity})) as readonly Fields[],
    create: async (entity: string, fields: Fields) => changed(await answer({op: 'create', entity, fields})),
    update: async (entity: string, record: TestedRecord, fields: Fields) =>
      changed(await answer({op: 'update', entity, ...at(record), fields})),
    delete: async (entity: string, record: TestedRecord) => {
      await answer({op: 'delete', entity, ...at(record)})
    },
    perform: async (entity: string, record: TestedRecord, action: string, fields: Fields = {}) =>
      changed(await answer({op: 'perform', entity, ...at(record), action, fields})),
  }
}

const changed = (answer: Json): ChangedTarget => answer as unknown as ChangedTarget

function answeredBy(fetch: StartOptions['fetch']): AnswerFetch {
  return async ({url, method, headers, body}) => {
    if (!fetch) throw new Error(`The test does not answer ${url}: give startApp a \`fetch\`.`)
    const request = new Request(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(body !== null && {body: Buffer.from(body, 'base64')}),
    })
    const answer = await fetch(request)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return {status: answer.status, headers: [...answer.headers], body: bytes.toString('base64')}
  }
}
