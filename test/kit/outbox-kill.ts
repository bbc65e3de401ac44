/** Repeatedly kills a server while it delivers mails, and checks the received ones. */

import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {sql} from 'kysely'
import {postMail} from '../../src/mail/account-mail.ts'
import {listOutbox} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import {openStore} from '../../src/store/open.ts'
import {instantAt} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import {ended, newFolder, nonetServing} from './cli.ts'
import {type MailServer, mailServer} from './mail-server.ts'

export interface Killed {
  /** The posted mails, and the ids of the messages received for each. */
  readonly posted: readonly string[]
  readonly arrived: ReadonlyMap<string, readonly string[]>
  readonly left: number
}

const inEachRound = 12

/**
 * Each round posts some mails, kills the server after it has sent a few and waits for a response, and starts another.
 */
export async function killDelivering(address: string, kills: number): Promise<Killed> {
  const server = await mailServer()
  const start = await starter(address, server)
  const posted: string[] = []
  await (await start()).stop()
  const store = await openStore(address)
  try {
    for (let round = 0; round < kills; round += 1) {
      posted.push(...(await postSome(store, `r${round}`)))
      await killOnce(server, start, 1 + Math.floor(Math.random() * (inEachRound - 2)))
      await endLeases(store)
    }
    server.took = async () => {}
    const last = await start()
    await untilEmpty(store)
    await last.stop()
    return {posted, arrived: arrivals(server), left: (await store.read(db => listOutbox(db, 10))).length}
  } finally {
    await store.close()
    await server.close()
  }
}

async function starter(address: string, server: MailServer) {
  const path = join(newFolder(), 'app.md')
  await writeFile(path, '# Desk\n')
  const mail = ['--smtp', server.url, '--mail-from', 'desk@example.com', '--origin', 'http://localhost']
  return () => nonetServing(['run', path, '--db', address, ...mail])
}

async function postSome(store: Store, round: string): Promise<string[]> {
  const names = Array.from({length: inEachRound}, (_, index) => `${round}-${index}`)
  await store.transaction(async db => {
    for (const name of names) {
      const mail = {to: `${name}@example.com`, subject: name, text: `About ${name}.`}
      await postMail(db, {mail, about: 'invitation', person: newId(), until: null}, {now: Date.now()})
    }
  })
  return names
}

/** The mail has arrived, but the server is killed before it receives the response. */
async function killOnce(
  server: MailServer,
  start: () => ReturnType<typeof nonetServing>,
  after: number,
): Promise<void> {
  let taken = 0
  let reached = () => {}
  const full = new Promise<void>(resolve => {
    reached = resolve
  })
  server.took = () => {
    taken += 1
    if (taken < after) return Promise.resolve()
    reached()
    return new Promise(() => {})
  }
  const {child} = await start()
  await full
  child.kill('SIGKILL')
  await ended(child)
}

/** As if all leases had expired. */
async function endLeases(store: Store): Promise<void> {
  const past = instantAt(Date.now() - 1000)
  await store.transaction(db => sql`update nonet_outbox set due = ${past} where state = 'waiting'`.execute(db))
}

async function untilEmpty(store: Store): Promise<void> {
  while ((await store.read(db => listOutbox(db, 1))).length > 0) await new Promise(resolve => setTimeout(resolve, 100))
}

function arrivals({received}: MailServer): ReadonlyMap<string, readonly string[]> {
  const byName = Map.groupBy(received, ({headers}) => headers.get('subject') ?? '')
  return new Map([...byName].map(([name, mails]) => [name, mails.map(({headers}) => headers.get('message-id') ?? '')]))
}
