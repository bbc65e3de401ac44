/** `nonet audit`, and where the audit log is sent. */
import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {audit} from '../../src/cli/access/audit.ts'
import {CannotRun, type Io, WrongUsage} from '../../src/cli/command.ts'
import {readServeOptions} from '../../src/cli/options.ts'
import type {AuditLog} from '../../src/engine/audit/audit-log.ts'
import {operator} from '../../src/screens/testing.ts'
import {collectorOf} from '../../src/webhooks/log-collector.ts'
import {engineOf, person} from '../kit/engine.ts'
import {hang, type Receiver, receiver, reset, status} from '../kit/receiver.ts'
import {stores} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

const document = `# Desk

## 6. Roles and permissions

- audit log: Lead

| Role | Joins by |
|---|---|
| Lead | invitation |
`

const [ada, ben] = ['01970000-0000-7000-8000-000000000001', '01970000-0000-7000-8000-000000000002']

async function nonet(...args: string[]): Promise<{code: number; out: string; err: string}> {
  const {io, said} = talking()
  const code = await audit.run(args, io)
  return {code, ...said}
}

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

describe.each(stores)('the audit log on $name', ({make}) => {
  async function desk() {
    const address = await make()
    const {engine, store, clock} = await engineOf({document, address})
    const log = engine.audit as AuditLog
    clock.now = Date.parse('2026-03-10T09:00:00Z')
    await log.during({address: '10.1.2.3'}, () => log.report({kind: 'sign-in', by: person(ada, 'Lead')}))
    clock.now = Date.parse('2026-03-11T09:00:00Z')
    await log.report({kind: 'roles', by: person(ada, 'Lead'), about: ben, details: {given: 'Lead'}})
    clock.now = Date.parse('2026-03-12T09:00:00Z')
    await log.report({kind: 'sign-in', by: operator, outcome: 'refused', about: ben})
    await log.seal()
    return {address, store, log}
  }

  it('lists the newest entries first, by person, kind, outcome and time', async () => {
    const {address} = await desk()
    const numbers = async (...args: string[]) =>
      linesOf((await nonet('list', '--db', address, ...args)).out).map(line => Number(line.split('\t')[0]))
    expect(await numbers()).toEqual([3, 2, 1])
    expect(await numbers('--most', '2')).toEqual([3, 2])
    expect(await numbers('--person', ben)).toEqual([3, 2])
    expect(await numbers('--person', ada)).toEqual([2, 1])
    expect(await numbers('--kind', 'sign-in')).toEqual([3, 1])
    expect(await numbers('--kind', 'sign-in', '--outcome', 'refused')).toEqual([3])
    expect(await numbers('--from', '2026-03-11', '--to', '2026-03-12')).toEqual([2])
    expect(await numbers('--from', '2026-03-11T09:00:00.001Z')).toEqual([3])
    const {out} = await nonet('list', '--db', address)
    expect(linesOf(out)[2]).toBe(`1\t2026-03-10T09:00:00.000Z\tsign-in\tdone\tperson ${ada}\t10.1.2.3\t`)
    expect(linesOf(out)[1]).toContain(`about ${ben}\t-\tgiven: Lead`)
    expect((await nonet('list', '--db', address, '--kind', 'key')).err).toBe('There are no such entries.\n')
  })

  it('exports lines of JSON, the oldest first, also those without a place yet', async () => {
    const {address, log} = await desk()
    await log.report({kind: 'key', by: operator, details: {name: 'a\tb\n"c"'}})
    const read = linesOf((await nonet('export', '--db', address)).out).map(line => JSON.parse(line))
    expect(read.map(({audit: number, kind}) => [number, kind])).toEqual([
      [1, 'sign-in'],
      [2, 'roles'],
      [3, 'sign-in'],
      [null, 'key'],
    ])
    expect(read[1]).toMatchObject({time: '2026-03-11T09:00:00.000Z', person: ada, about: ben, details: {given: 'Lead'}})
    expect(read[3].details).toEqual({name: 'a b "c"'})
    expect(linesOf((await nonet('export', '--db', address, '--outcome', 'refused')).out)).toHaveLength(1)
  })

  it('verifies the chain: it is whole, or the entries that are not what they were are named', async () => {
    const {address, store, log} = await desk()
    const whole = await nonet('verify', '--db', address)
    const end = whole.out.trim()
    expect(whole.code).toBe(0)
    expect(end).toMatch(/^3:[\w-]{43}$/)
    expect((await nonet('verify', '--db', address, '--anchor', end)).code).toBe(0)
    await log.report({kind: 'key', by: operator})
    expect((await nonet('verify', '--db', address)).err).toContain('1 entry has no place in it yet')
    await store.transaction(db => sql`update nonet_audit set outcome = 'done' where kind = 'sign-in'`.execute(db))
    const broken = await nonet('verify', '--db', address)
    expect(broken.code).toBe(1)
    expect(broken.err).toMatch(/^Entry 3 was changed: [\w-]{36}\.\nThe audit log is not whole\./)
    const json = await nonet('verify', '--db', address, '--json')
    expect([json.code, JSON.parse(json.out)]).toMatchObject([1, {whole: false, first: 1, last: 3, waiting: 1}])
    await store.transaction(db => sql`delete from nonet_audit_seal where number > 1`.execute(db))
    expect((await nonet('verify', '--db', address)).err).toMatch(/^Entries 2 to 3 were cut off\./)
    const other = `3:${'A'.repeat(43)}`
    const again = await desk()
    const rewritten = await nonet('verify', '--db', again.address, '--anchor', other)
    expect(rewritten.err).toMatch(/^Entry 3 is not the one that was noted/)
  })

  it('is not there in a database without one, which is not made', async () => {
    for (const verb of ['list', 'export', 'verify'])
      await expect(nonet(verb, '--db', await make())).rejects.toBeInstanceOf(CannotRun)
  })

  async function collected(to: Receiver) {
    const {log, store} = await desk()
    const url = new URL(`${to.origin}/audit?token=abc`)
    const collector = collectorOf({to: url, authorization: 'Bearer abc'}, () => {})
    const numbers = () => to.received.map(({body}) => linesOf(body).map(line => JSON.parse(line).audit))
    return {log, store, collector, numbers, send: () => log.send(collector)}
  }

  it('is sent to a log collector with what authorizes it, and goes on where it was taken', async () => {
    const to = await receiver()
    const {log, numbers, send} = await collected(to)
    expect(await send()).toBe(3)
    expect(to.received[0]).toMatchObject({
      method: 'POST',
      path: '/audit?token=abc',
      headers: {authorization: 'Bearer abc', 'content-type': 'application/x-ndjson; charset=utf-8'},
    })
    await log.report({kind: 'key', by: operator})
    expect(await send()).toBe(0)
    await log.seal()
    expect(await send()).toBe(1)
    expect(numbers()).toEqual([[1, 2, 3], [4]])
  })

  it('is sent again after every kind of failure, which says nothing of the secret', async () => {
    const to = await receiver()
    const {numbers, send} = await collected(to)
    for (const answer of [status(500), status(302, {location: 'http://127.0.0.1:1/'}), reset]) {
      to.answer = answer
      await expect(send()).rejects.toThrow(/^(?!.*abc)/)
    }
    to.answer = status(200)
    expect(await send()).toBe(3)
    expect(numbers()).toEqual([1, 2, 3, 4].map(() => [1, 2, 3]))
  })

  it('keeps no transaction waiting for a collector that does not answer', async () => {
    const to = await receiver()
    to.answer = hang
    const {log, numbers, send} = await collected(to)
    const sending = send().catch((error: unknown) => String(error))
    await expect.poll(() => to.received.length).toBe(1)
    await log.report({kind: 'key', by: operator})
    expect(await log.seal()).toBe(1)
    to.answer = status(200)
    await to.close()
    expect(await sending).toMatch(/socket hang up|ECONNRESET/)
    expect(numbers()).toEqual([[1, 2, 3]])
  })
})

it('is sent to standard output', async () => {
  let out = ''
  const print = (text: string) => {
    out += text
  }
  await collectorOf({to: 'stdout', authorization: null}, print)('{"audit":1}\n')
  expect(out).toBe('{"audit":1}\n')
})

describe('the options', () => {
  it.each([
    [[], /Use one of: nonet audit list \| export \| verify/],
    [['lst'], /Did you mean `list`/],
    [['list'], /Name the database/],
    [['list', 'app.md', '--db', 'sqlite:x'], /in the database, not in the document/],
    [['list', '--db', 'sqlite:x', '--person', 'ada'], /--person takes an id/],
    [['list', '--db', 'sqlite:x', '--kind', 'signin'], /--kind is one of: sign-in/],
    [['list', '--db', 'sqlite:x', '--outcome', 'ok'], /--outcome is one of: done, refused, failed/],
    [['list', '--db', 'sqlite:x', '--from', 'yesterday'], /--from must be a day/],
    [['list', '--db', 'sqlite:x', '--to', '2026-02-31'], /--to must be a day/],
    [['list', '--db', 'sqlite:x', '--most', '0'], /--most must be a number/],
    [['verify', '--db', 'sqlite:x', '--anchor', '12'], /--anchor is the NUMBER:DIGEST/],
    [['verify', '--db', 'sqlite:x', '--kind', 'key'], /no option --kind/],
  ])('%j is invalid usage', async (args, message) => {
    const error = await nonet(...args).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(WrongUsage)
    expect(String(error)).toMatch(message)
  })

  const collectorOfRun = (args: readonly string[], env: Io['env'] = {}) =>
    readServeOptions(['app.md', ...args], 'run', talking({env}).io).collector

  it('name a log collector, on the command line or in the environment', () => {
    expect(collectorOfRun([])).toBeNull()
    expect(collectorOfRun(['--audit-to', 'stdout'])).toEqual({to: 'stdout', authorization: null})
    const env = {NONET_AUDIT_TO: 'https://logs.example.com/audit', NONET_AUDIT_AUTHORIZATION: 'Splunk abc'}
    expect(collectorOfRun([], env)).toEqual({
      to: new URL('https://logs.example.com/audit'),
      authorization: 'Splunk abc',
    })
  })

  it.each([
    [{NONET_AUDIT_TO: 'syslog'}],
    [{NONET_AUDIT_TO: 'ftp://logs.example.com'}],
    [{NONET_AUDIT_TO: 'https://me:secret@logs.example.com'}],
    [{NONET_AUDIT_AUTHORIZATION: 'Bearer secret'}],
    [{NONET_AUDIT_TO: 'https://logs.example.com', NONET_AUDIT_AUTHORIZATION: 'Bearer secret\nX-Other: 1'}],
  ])('refuse %j, without saying what may be a secret', env => {
    const refusal = () => collectorOfRun([], env)
    expect(refusal).toThrow(WrongUsage)
    expect(refusal).not.toThrow(/secret/)
  })
})
