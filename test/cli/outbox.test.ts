/** `nonet outbox`, and the options about mail. */

import {describe, expect, test} from 'vitest'
import {CannotRun, type Io, WrongUsage} from '../../src/cli/command.ts'
import {readServeOptions} from '../../src/cli/options.ts'
import {outboxCommand} from '../../src/cli/outbox.ts'
import {post, setBack, take} from '../../src/engine/outbox/outbox.ts'
import {listOutbox} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import {engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

async function outbox(...args: string[]): Promise<{out: string; err: string}> {
  const {io, said} = talking()
  expect(await outboxCommand(args, io)).toBe(0)
  return said
}

describe.each(stores)('nonet outbox on $name', ({make}) => {
  async function filled() {
    const address = await make()
    const {store} = await engineOf({document: '# Desk\n', address})
    const now = Date.parse('2026-03-10T09:00:00Z')
    const letter = (kind: string, name: string) => {
      const id = newId()
      const secret = {to: 'ada@example.com', text: 'secret-link'}
      return {id, event: id, kind, name, entity: 'Ticket', record: id, action: 'ask_back', payload: secret}
    }
    const [dead, failed, fresh, call] = [
      letter('mail', 'reset'),
      letter('notice', 'ask_back'),
      letter('mail', 'invitation'),
      letter('call', 'hook'),
    ]
    await store.transaction(async db => {
      for (const each of [dead, failed]) await post(db, each, now)
      const taking = {database: store.database, kinds: ['mail', 'notice'], now, most: 2, lease: 1}
      for (const row of await take(db, taking)) {
        const due = row.id === dead.id ? null : now + 60_000
        await setBack(db, row, {due, problem: due === null ? 'no such person' : 'the server is down'})
      }
      for (const each of [fresh, call]) await post(db, each, now)
    })
    const left = () => store.read(db => listOutbox(db, 10))
    return {address, dead, failed, fresh, call, left}
  }

  test('lists waiting, failed and given-up messages, with the reason and without their content', async () => {
    const {address, dead, failed, fresh, call} = await filled()
    const {out} = await outbox('--db', address)
    expect(out.split('\n').map(line => line.split('\t').filter(part => !part.startsWith('since ')))).toEqual([
      [dead.id, 'given up, tried once', 'mail: reset', 'no such person'],
      [
        failed.id,
        'failed, tried once, again after 2026-03-10T09:01:00.000Z',
        `mail: ask back of Ticket ${failed.id}`,
        'the server is down',
      ],
      [fresh.id, 'waiting', 'mail: invitation'],
      [call.id, 'waiting', `call hook: ask back of Ticket ${call.id}`],
      [''],
    ])
    expect(out).not.toContain('secret')
    const lines = (await outbox('--db', address, '--json')).out.trim().split('\n')
    expect(lines.map(line => JSON.parse(line).state)).toEqual(['given up', 'failed', 'waiting', 'waiting'])
    expect(lines.join()).not.toContain('secret')
  })

  test('retries or removes messages, and reports missing ones', async () => {
    const {address, dead, failed, left} = await filled()
    expect((await outbox('retry', '--all', '--db', address)).out).toBe('1 entry will be sent again now.\n')
    expect((await outbox('retry', failed.id, '--db', address)).out).toBe('1 entry will be sent again now.\n')
    expect((await left()).filter(row => row.state === 'waiting' && row.attempts === 0)).toHaveLength(4)
    expect((await outbox('drop', dead.id, '--db', address)).out).toBe('Removed 1 entry.\n')
    expect(await left()).toHaveLength(3)
    expect((await outbox('drop', '--all', '--db', address)).out).toBe('Removed 3 entries.\n')
    expect(await left()).toEqual([])
    await expect(outbox('drop', dead.id, '--db', address)).rejects.toThrow(/The outbox has no such entry/)
    await expect(outbox('retry', dead.id, '--db', address)).rejects.toThrow(/The outbox has no such entry/)
  })

  test('rejects a database without an outbox, and creates none', async () => {
    await expect(outbox('--db', await make())).rejects.toBeInstanceOf(CannotRun)
  })
})

test.each([
  [['app.md', '--db', 'sqlite:x'], /Unknown outbox command "app.md"/],
  [[], /Name the database/],
  [['retry', '--db', 'sqlite:x'], /retry ID … or nonet outbox retry --all/],
  [['retry', newId(), '--all', '--db', 'sqlite:x'], /Name the entries/],
  [['drop', '--db', 'sqlite:x'], /drop ID/],
  [['drop', '12', '--db', 'sqlite:x'], /"12" is not an id/],
])('nonet outbox %j is invalid usage', async (args, message) => {
  const error = await outbox(...args).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(WrongUsage)
  expect(String(error)).toMatch(message)
})

describe('a mail server', () => {
  const options = (args: readonly string[], env: Io['env'] = {}) =>
    readServeOptions(['app.md', ...args], 'run', talking({env}).io)
  const server = 'smtps://me:secret@mail.example.com'

  test('is given with a sender and the public address, as options or in the environment', () => {
    const [from, origin] = ['desk@example.com', 'https://desk.example.com']
    const named = ['--smtp', server, '--mail-from', from, '--origin', origin]
    expect(options(named)).toMatchObject({mail: {server, from}, mailsNotices: true})
    const env = {NONET_SMTP: server, NONET_MAIL_FROM: from, NONET_ORIGIN: origin}
    expect(options([], env).mail).toEqual({server, from})
    expect(options([])).toMatchObject({mail: null, mailsNotices: false})
  })

  test.each([
    [['--smtp', server], /the sender of mails: --mail-from/],
    [['--smtp', server, '--mail-from', 'a@example.com'], /the address people type.*--origin/],
    [['--smtp', server, '--mail-from', 'Desk <a@example.com>'], /one address/],
    [['--smtp', 'https://me:secret@mail.example.com'], /--smtp must be smtp:\/\/HOST:PORT/],
    [['--mail-from', 'a@example.com'], /needs a mail server/],
  ])('is rejected without its required options: %j', (args, message) => {
    const refusal = () => options(args)
    expect(refusal).toThrow(message)
    expect(refusal).toThrow(WrongUsage)
    expect(refusal).not.toThrow(/secret/)
  })
})
