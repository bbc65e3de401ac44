/**
 * `nonet run`: serves a document. Includes the code shared with `nonet dev`: from an engine to a listening HTTP server
 * that shuts down gracefully.
 */

import {join} from 'node:path'
import {hasAccounts} from '../accounts/account-rows.ts'
import type {Accounts} from '../accounts/accounts.ts'
import {setUpLink} from '../accounts/sign-up.ts'
import {SingleSignOn} from '../accounts/sso/provider-client.ts'
import {type Application, createApplication} from '../engine/application/application.ts'
import type {Engine} from '../engine/engine.ts'
import {openFolder} from '../engine/files/folder.ts'
import {recallOutcome} from '../engine/idempotency.ts'
import {differences, SettledDocument, storedSettings} from '../engine/settings.ts'
import {postMail} from '../mail/account-mail.ts'
import {lookOf, SentMails} from '../mail/mailer.ts'
import {parts} from '../screens/kinds.ts'
import {screens} from '../screens/screens.server.ts'
import {createApp} from '../server/app.ts'
import {Assets} from '../server/assets.ts'
import type {AppRoute} from '../server/context.ts'
import {RateLimiter} from '../server/limits.ts'
import {gathered, jsonLog, type Log} from '../server/log.ts'
import {newReference} from '../server/middleware/error-handler.ts'
import {PublicFiles} from '../server/public-files.ts'
import {CannotListen, type Listening, type ListenOptions, listen} from '../server/serve.ts'
import {readApplied} from '../store/plan/applied.ts'
import {isStandby} from '../store/store.ts'
import {startBackgroundJobs, startDelay} from './background-jobs.ts'
import {builtCode} from './build.ts'
import {CannotRun, type Command, exit, type Io} from './command.ts'
import {build, checkOnce, memoryPlace, publicFolder, refuseUnsound, tally} from './document.ts'
import {loadDemoData, openEngine} from './open-engine.ts'
import {keepsMails, plainTextWarning, readServeOptions, type ServeOptions, serveOptionsHelp} from './options.ts'
import {failureLog, ServedCode} from './served-code.ts'

interface Serving {
  readonly application: () => Application
  readonly engine: () => Engine
  /** While the document is being edited: notifies open pages of changes. */
  readonly dev?: AppRoute
  readonly options: ServeOptions
  readonly code: ServedCode | null
  readonly io: Io
}

/** Next to the command when it is built, in `dist` when it runs from its sources. */
export const assetsFolder = join(import.meta.dirname, build === null ? '../../dist/browser' : 'browser')
/** The same, with what own code imports. */
export const ownAssetsFolder = `${assetsFolder}-own`
/** The same for their author. */
const devAssetsFolder = `${assetsFolder}-dev`

export async function startServing({application, engine, dev, options, code, io}: Serving): Promise<Listening> {
  const log = jsonLog(gathered(io.out), () => new Date())
  let address = options.origin ?? ''
  const accounts = accountsOf({engine, options, log, origin: () => address})
  const publicFiles = new PublicFiles(await publicFolder(options.path))
  // Nothing is waited for before its failure is reported below.
  const files = openFolder(options.files)
  const ownFolder = dev ? devAssetsFolder : ownAssetsFolder
  const assets = new Assets(code ? ownFolder : assetsFolder, {
    dev: dev !== undefined,
    ...(code && {own: code.files}),
  })
  const sentMails = keepsMails(options, dev !== undefined)
    ? new SentMails(() => lookOf(engine().specification, address), Date.now)
    : null
  const app = createApp({
    application,
    assets,
    screens,
    origin: options.origin,
    trustProxy: options.trustProxy,
    accounts,
    files: {store: files, read: (actor, work) => engine().read(actor, work)},
    rateLimiter: new RateLimiter({now: () => performance.now()}),
    downloadLimiter: new RateLimiter({now: () => performance.now()}),
    log,
    recall: request => engine().store.readOne(db => recallOutcome(db, request, Date.now())),
    countStatements: work => engine().store.countStatements(work),
    isOutdated: () => isOutdated(engine()),
    isReadOnly: () => isStandby(engine().store),
    now: () => performance.now(),
    reference: newReference,
    publicFiles,
    ...(code ? {own: code.server} : {}),
    ...(dev ? {dev: true, routes: [dev]} : {}),
    ...(sentMails ? {sentMails} : {}),
  })
  await filesOrSay(files, options.files)
  const listening = await listenOrSay(app, {...options, log})
  setTimeout(() => {
    const cause = assets.readAll()
    if (cause !== null) log.failure('assets', cause)
  }, startDelay).unref()
  code?.start().catch(cause => log.failure('own code', cause))
  address ||= listening.url
  const warning = plainTextWarning(options)
  if (warning !== null) io.err(`${warning}\n`)
  try {
    await invite(accounts, io)
  } catch (error) {
    // Nothing may go on serving without its database.
    await listening.stop(0)
    throw error
  }
  const stopWorking = startBackgroundJobs({
    engine,
    files,
    mail: options.mail,
    provesAddresses: options.provesAddresses && !options.demo,
    privateHosts: options.privateHosts,
    runEffect: code?.runEffect ?? null,
    collector: options.collector,
    sentMails,
    origin: () => address,
    io,
    log,
  })
  const stop = async (patience: number) => {
    app.endStreams()
    await Promise.all([stopWorking(patience), listening.stop(patience)])
    // Requests and jobs in flight call functions.
    code?.stop()
  }
  return {url: listening.url, stop}
}

/** Whether another process has changed the tables for another document. */
async function isOutdated({store, schema: own}: Engine): Promise<boolean> {
  const {schema} = await store.readOne(db => readApplied(db, store.database))
  return JSON.stringify(schema.tables) !== JSON.stringify(own.tables)
}

interface People {
  readonly engine: () => Engine
  readonly options: ServeOptions
  readonly log: Log
  readonly origin: () => string
}

function accountsOf({engine, options, log, origin}: People): Accounts {
  return {
    engine,
    post: (db, mail, journal) => postMail(db, mail, {now: Date.now(), journal}),
    messages: parts.messages,
    now: Date.now,
    origin,
    mails: options.provesAddresses,
    demo: options.demo,
    ...(options.signIn.providers.length > 0 ? {sso: new SingleSignOn(options.signIn.providers)} : {}),
    passwordsFor: options.signIn.passwordsFor,
    failed: cause => log.failure('behind an answer', cause),
  }
}

/** An application needs a first user. Demonstration data includes one. */
async function invite(accounts: Accounts, io: Io): Promise<void> {
  if (accounts.demo) return
  const link = await setUpLink(accounts)
  if (link === null) return
  const isNew = !(await accounts.engine().store.read(hasAccounts))
  const why = isNew
    ? 'There are no accounts yet. Create the first one here'
    : 'No one administers this application yet. Create an administrator here'
  io.err(`${why}: ${link}\n`)
}

async function listenOrSay(app: ReturnType<typeof createApp>, options: ListenOptions): Promise<Listening> {
  try {
    return await listen(app, options)
  } catch (error) {
    if (error instanceof CannotListen) throw new CannotRun(error.message)
    throw error
  }
}

/** Found out at the start, not when the first person attaches a file. */
async function filesOrSay(files: Promise<unknown>, folder: string): Promise<void> {
  try {
    await files
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CannotRun(
      `Uploaded files cannot be kept in ${folder}: ${reason}. Choose another folder with --files, or let this user write to it.`,
    )
  }
}

const patience = 10_000
/** Milliseconds after that, to close the database and write the last lines of the log. */
const lastMoments = 2000

/** Until a stop signal; a second signal stops immediately. */
export function untilStopped(listening: Listening, before: () => void): Promise<number> {
  return new Promise(resolve => {
    let stopping = false
    const stop = () => {
      if (stopping) process.exit(exit.failed)
      stopping = true
      before()
      void listening.stop(patience).then(() => {
        resolve(exit.done)
        // A mail server or a receiver of a call that does not answer must not keep the process.
        setTimeout(() => process.exit(exit.done), lastMoments).unref()
      })
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}

export const run: Command = {
  help: `nonet run PATH [options]

Serves a document as a web application. Prints one line "listening on http://…" when it is ready, then one line of JSON
for each request. Finishes requests in flight on SIGTERM. A document with errors does not start.

${serveOptionsHelp}`,
  async run(args, io) {
    const options = readServeOptions(args, 'run', io)
    const {checked, fits, remember} = await checkOnce(
      options.path,
      build === null ? null : {at: memoryPlace(options), build},
    )
    if (!checked.sound) refuseUnsound(options.path, checked, io)
    if (checked.findings.length > 0) io.err(`${options.path} has ${tally(checked)}; \`nonet check\` shows them.\n`)
    const own = options.noCode ? null : await builtCode(options.path, checked.specification)
    let print = ''
    const fitted = (now: string) => {
      print = now
    }
    let address = options.origin ?? ''
    const code = own && new ServedCode(own, failureLog(io))
    const functions = () => code?.functions ?? null
    const opening = {...options, fits, fitted, functions, address: () => address}
    const engine = await openEngine(checked.specification, opening, io)
    try {
      await code?.startFunctions()
      await loadDemoData(engine, options, io)
      const running = new SettledDocument(engine, (by, settings) =>
        createApplication(by.specification, parts, {engine: by, settings}),
      )
      await running.follow(cause => io.err(`The settings could not be taken over: ${String(cause)}\n`))
      const changed = differences(checked.specification, await engine.store.readOne(storedSettings))
      if (changed.length > 0) io.err(`${changed.join('\n')}\n`)
      const listening = await startServing({
        code,
        application: () => running.application,
        engine: () => running.engine,
        options,
        io,
      })
      address ||= listening.url
      io.out(`listening on ${listening.url}\n`)
      const stopped = untilStopped(listening, () => running.stop())
      await remember(print)
      return await stopped
    } finally {
      code?.stop()
      await engine.store.close()
    }
  },
}
