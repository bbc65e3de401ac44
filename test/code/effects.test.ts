/** Effects of own code: from the outbox, in a process of their own, with what their row in point 7 gives them. */
import {describe, expect, test} from 'vitest'
import {undoChange} from '../../src/engine/write/undo.ts'
import {done} from '../kit/engine.ts'
import {contracts, effectDesk} from '../kit/own-effects.ts'
import {answerJson, status} from '../kit/receiver.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {act, shown} from '../kit/time-off.ts'

const sends = `import {type Effect, GiveUp} from 'nonet/code'
const send: Effect<'send contract'> = async ({record, key, secrets, signal, fetch}) => {
  const answer = await fetch(URL_OF_RECEIVER, {
    method: 'POST',
    headers: {Authorization: 'Bearer ' + secrets.SIGNING_KEY, 'Idempotency-Key': key, 'Content-Type': 'application/json', Host: 'elsewhere.example.com'},
    body: JSON.stringify(record),
    signal,
  })
  if (answer.status === 422) throw new GiveUp('It wants no contract: ' + (await answer.text()))
  if (!answer.ok) throw new Error('It answered ' + answer.status + ' to ' + secrets.SIGNING_KEY)
  const {id, pages} = await answer.json()
  return {sent_as: id, sent_pages: pages}
}
export default send
`

/** The body of an effect, which throws what it wants to tell. */
const effect = (body: string) =>
  `export default async given => { const {app, fetch, secrets, record} = given\n${body} }`
const tells = (expression: string) =>
  effect(`let told; try { told = await (${expression}) } catch (cause) { told = cause.name + ': ' + cause.message }
    throw new (class extends Error { name = 'GiveUp' })(JSON.stringify(told ?? null))`)

describe.each(storesOfStories)('effects of own code, on $name', ({make}) => {
  const withEffects = (effects: Readonly<Record<string, string>>, options = {}) =>
    make(contracts).then(at => effectDesk(at, effects, options))

  async function sending() {
    const desk = await withEffects({
      'send contract': sends.replace('URL_OF_RECEIVER', 'record.title'),
      'other work': effect(''),
    })
    // Its title is where it is sent: the receiver's port is known only now.
    const contract = await desk.contract(`${desk.to.origin}/sign`)
    return {...desk, contract: () => Promise.resolve(contract), record: contract}
  }

  test('see what Sends names, and set what they return, once, after the commit', async () => {
    const {engine, clerk, record, to, deliver, problems} = await sending()
    to.answer = answerJson({id: 'X-1', pages: 4})
    done(await act(engine, clerk, record, 'send'))
    expect(to.received).toEqual([])
    await deliver()
    await deliver()
    expect(to.received).toHaveLength(1)
    const [call] = to.received
    expect(JSON.parse(call?.body ?? '')).toEqual({
      id: record.id,
      title: `${to.origin}/sign`,
      customer: {email: 'acme@x.org'},
      amount: 3,
    })
    expect(call?.headers).toMatchObject({
      host: `127.0.0.1:${to.port}`,
      authorization: 'Bearer key-in-the-environment',
      'content-type': 'application/json',
    })
    expect(await problems()).toEqual([])
    expect(await shown(engine, record, 'sent_as')).toBe('X-1')
    expect(await shown(engine, record, 'sent_pages')).toBe('4')
  })

  test('are tried again with the same key, and give up', async () => {
    const {engine, clerk, record, to, deliver, problems, clock, failures} = await sending()
    done(await act(engine, clerk, record, 'send'))
    to.answer = status(500)
    await deliver()
    expect(await problems()).toEqual(['waiting: It answered 500 to …'])
    expect(failures.join()).not.toContain('key-in-the-environment')
    // The lines of the author.
    expect(failures.join()).toContain('effects/sendContract.ts:10')
    to.answer = status(422, {}, 'not mine')
    clock.now += 60_000
    await deliver()
    expect(await problems()).toEqual(['dead: It wants no contract: not mine'])
    const [first, second] = to.received
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key'])
  })

  test('what they return follows the rules, and has to be there', async () => {
    const {engine, clerk, record, to, deliver, problems} = await sending()
    to.answer = answerJson({id: 'X-1', pages: 13})
    done(await act(engine, clerk, record, 'send'))
    await deliver()
    expect(await problems()).toEqual(['dead: The effect was run, but what it returned cannot be kept: UNLUCKY.'])
    expect(await shown(engine, record, 'sent_as')).toBe('null')
  })

  test.each([
    ['the environment', 'process.env', 'ReferenceError: process is not defined'],
    ['secrets of the engine', 'Object.keys(secrets).join()', 'SIGNING_KEY'],
    [
      'a host that is not named',
      'fetch("https://example.com")',
      'Error: The document does not name the host example.com under `- hosts:` of point 7.',
    ],
    [
      'another scheme',
      'fetch("file:///etc/passwd")',
      'Error: The document does not name the host  under `- hosts:` of point 7.',
    ],
    ['what is not sent', 'Object.keys(record).join()', 'id,title,customer,amount'],
    [
      'fields that its role may not read',
      'app.list("Customer").then(([one]) => one.secret_note + one.name)',
      'nullAcme',
    ],
    ['an unknown entity', 'app.list("Secret")', 'Refused: BAD_INPUT'],
    ['the prototype as an entity', 'app.find("__proto__", record.id)', 'Refused: BAD_INPUT'],
    ['people', 'app.list("User").then(({length}) => length)', 0],
    ['a forbidden change', 'app.update("Customer", record.id, {name: "x"})', 'Refused: NOT_FOUND'],
    ['a forbidden field', 'app.update("Contract", record.id, {title: "x"})', 'Refused: FORBIDDEN'],
    ['a field that is not there', 'app.update("Contract", record.id, {toString: 1})', 'Refused: UNKNOWN_FIELD'],
    ['an action of others', 'app.perform("Contract", record.id, "close")', 'Refused: '],
    [
      'a broken rule',
      'app.create("Note", {contract: record.id, text: "nothing"})',
      'Refused: SAY_SOMETHING: Say something.',
    ],
    ['a deletion', 'app.delete("Contract", record.id)', 'Refused: '],
  ])('%s', async (_, expression, told) => {
    const desk = await withEffects({'send contract': tells(expression)})
    done(await act(desk.engine, desk.clerk, await desk.contract(), 'send'))
    await desk.deliver()
    const [problem = ''] = await desk.problems()
    expect(problem).toContain(`dead: `)
    expect(String(JSON.parse(problem.slice('dead: '.length)))).toContain(String(told))
  })

  test('change records with their role: in the history as the system, with the rules', async () => {
    const desk = await withEffects({
      'send contract': effect(`
        const note = await app.create('Note', {contract: record.id, text: 'sent'})
        const found = await app.find('Contract', record.id)
        await app.update('Contract', found, {amount: found.amount + 1})
        const notes = await app.list('Note', {where: {contract: record.id}, sort: '-text', limit: 5})
        let stale
        try { await app.update('Contract', found, {amount: 9}) } catch (cause) { stale = cause.code }
        return {sent_as: stale, sent_pages: notes.length + (notes[0].id === note.id ? 1 : 0)}`),
    })
    const record = await desk.contract()
    done(await act(desk.engine, desk.clerk, record, 'send'))
    await desk.deliver()
    expect(await desk.problems()).toEqual([])
    expect(await shown(desk.engine, record, 'sent_as')).toBe('CONFLICT')
    expect(await shown(desk.engine, record, 'sent_pages')).toBe('2')
    expect(await shown(desk.engine, record, 'amount')).toBe('4')
  })

  test.each([
    ['never ends', 'for (;;);', 'It took longer than 2 seconds.'],
    ['waits forever', 'await new Promise(() => setInterval(() => {}, 1000))', 'It took longer than 2 seconds.'],
    [
      'leaves a rejection behind',
      'Promise.reject(new Error("lost")); await new Promise(() => {})',
      'Its process has ended',
    ],
    ['returns something huge', 'return "x".repeat(9e6)', 'What it returns is too large.'],
    ['returns what is no JSON', 'const a = {}; a.a = a; return a', 'circular'],
    ['has no client', 'return app.list("Note")', "reading 'list'"],
  ])('one that %s is tried again later', async (_, body, reason) => {
    const desk = await withEffects({'other work': effect(body)})
    done(await act(desk.engine, desk.clerk, await desk.contract(), 'try'))
    await desk.deliver()
    const [problem = ''] = await desk.problems()
    expect(problem).toContain('waiting: ')
    expect(problem).toContain(reason)
  })

  test.each([
    ['objects', 'new Array(5e6).fill(0.5)', 'Its process has ended'],
    ['buffers', 'Buffer.alloc(5e7, 1)', 'Failed to allocate memory'],
  ])('one that fills the memory with %s ends, and is tried again later', async (_, more, reason) => {
    const desk = await withEffects({'send contract': effect(`const all = []; for (;;) all.push(${more})`)})
    done(await act(desk.engine, desk.clerk, await desk.contract(), 'send'))
    await desk.deliver()
    expect(await desk.problems()).toEqual([expect.stringMatching(`^waiting: .*${reason}`)])
  })

  test('a missing secret waits for its operator', async () => {
    const {engine, clerk, record, deliver, problems, environment} = await sending()
    delete environment['SIGNING_KEY']
    done(await act(engine, clerk, record, 'send'))
    await deliver()
    expect(await problems()).toEqual(['waiting: The environment has no SIGNING_KEY.'])
  })

  test('wait as long as the action can be undone, and an undone action runs none', async () => {
    const desk = await withEffects(
      {'send contract': effect('return {sent_as: "done", sent_pages: 1}')},
      {undoWindow: 8000},
    )
    const sent = async () => {
      const record = await desk.contract()
      const changes: string[] = []
      const told = {
        describe: async () => ({text: 'sent', href: null, back: null}),
        done: ({id}: {id: string}) => void changes.push(id),
      }
      const request = {...record, kind: 'action', action: 'send', inputs: new Map()} as const
      done(await desk.engine.change(desk.clerk, [request], {told}))
      return {record, id: changes[0] ?? ''}
    }
    const [undone, kept] = [await sent(), await sent()]
    await desk.deliver()
    expect(await desk.problems()).toEqual(['waiting: null', 'waiting: null'])
    await desk.engine.unitOfWork(desk.clerk, async context => {
      await undoChange(context, undone.id)
      return []
    })
    expect(await desk.problems()).toEqual(['waiting: null'])
    desk.clock.now += 9000
    await desk.deliver()
    expect(await desk.problems()).toEqual([])
    expect(await shown(desk.engine, kept.record, 'sent_as')).toBe('done')
    expect(await shown(desk.engine, undone.record, 'sent_as')).toBe('null')
    expect(await shown(desk.engine, undone.record, 'status')).toBe('draft')
  })

  test('many questions at once wait for their turn', async () => {
    const desk = await withEffects({
      'send contract': effect(`
        const all = await Promise.all(Array.from({length: 40}, () => app.list('Contract')))
        return {sent_as: 'many', sent_pages: all.length}`),
    })
    const record = await desk.contract()
    done(await act(desk.engine, desk.clerk, record, 'send'))
    await desk.deliver()
    expect(await desk.problems()).toEqual([])
    expect(await shown(desk.engine, record, 'sent_pages')).toBe('40')
  })
})
