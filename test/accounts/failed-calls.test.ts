/** The page of failed outgoing calls: for the roles that the document names, and without the content of the calls. */
import {describe, expect, it} from 'vitest'
import type {FailedCallsData} from '../../src/accounts/data.ts'
import {post, setBack, take} from '../../src/engine/outbox/outbox.ts'
import {listOutbox, operator} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import {done} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {orderDesk, orderOffice} from '../kit/undo.ts'

const document = orderDesk
  .replace('- hosts: example.com\n', '- hosts: example.com\n- failed calls: Clerk\n')
  .replace('| Member | | sign-up |', '| Member | | sign-up |\n| Clerk | | invitation |')
  .replace('| Member | read | User |', '| Member | read | User |\n| Clerk | read | Order |')

describe.each(stores)('calls that failed, on $name', ({make}) => {
  async function office(text: string) {
    const made = await orderOffice(await make(text), {document: text})
    const {engine, clock} = made
    const order = await made.order('Zinc')
    const letter = (kind: string, name: string, record = order.id) => {
      const id = newId()
      const payload = {values: [], body: {hidden: 'content'}}
      return {id, event: id, kind, name, entity: 'Order', record, action: 'ship', payload, version: 1}
    }
    const [dead, gone, failed, mail] = [
      letter('call', 'depot'),
      letter('call', 'depot', newId()),
      letter('call', 'other'),
      letter('mail', 'reset'),
    ]
    await engine.store.transaction(async db => {
      for (const each of [dead, gone, failed, mail]) await post(db, each, clock.now)
      const taking = {database: engine.store.database, kinds: ['mail', 'call'], now: clock.now, most: 9, lease: 1}
      for (const row of await take(db, taking)) {
        const due = row.id === failed.id ? clock.now + 60_000 : null
        await setBack(db, row, {due, problem: `The receiver answered ${row.id === failed.id ? 503 : 410}.`})
      }
      await post(db, letter('call', 'fresh'), clock.now)
    })
    const states = async () =>
      new Map((await engine.store.read(db => listOutbox(db, 10))).map(row => [row.id, row.state]))
    return {...made, dead, gone, failed, mail, states}
  }

  it('are shown with their reasons to the roles that the document names, who retry or discard them', async () => {
    const {signIn, engine, ada, dead, gone, failed, mail, states} = await office(document)
    const path = '/account/calls/failed'
    const other = await signIn('Bo')
    expect((await other.page('/account')).data).toMatchObject({failedCalls: null})
    expect((await other.client.get(path)).status).toBe(404)
    expect((await other.client.post(path, {_action: 'retry', id: dead.id})).status).toBe(404)
    const roles = new Map([['roles', {value: ['Member', 'Clerk']}]])
    done(await engine.change(operator, [{kind: 'update', entity: 'User', id: ada, fields: roles}]))
    const clerk = await signIn('Ada')
    const page = await clerk.page(path)
    const {groups, retryAll} = page.data as FailedCallsData
    expect(groups.map(({heading, calls}) => [heading, calls.map(({id}) => id).toSorted()])).toEqual([
      ['Failed', [dead.id, gone.id].toSorted()],
      ['Retrying', [failed.id]],
    ])
    expect(groups[0]?.calls.find(({id}) => id === dead.id)).toMatchObject({
      ...{name: 'depot', reason: 'The receiver answered 410.', record: {name: 'Zinc', href: '/orders/1'}},
      ...{facts: 'Tried once · created just now', retry: {text: 'Retry', label: 'Retry depot, Zinc'}},
    })
    expect(groups[0]?.calls.find(({id}) => id === gone.id)?.record).toBeNull()
    expect(retryAll).toBe('Retry all')
    expect(JSON.stringify(page)).not.toContain('hidden')
    await clerk.post(path, {_action: 'retry', id: dead.id})
    await clerk.post(path, {_action: 'discard', id: gone.id})
    // They have no access to mails.
    await clerk.post(path, {_action: 'retry', id: mail.id})
    await clerk.post(path, {_action: 'discard', id: mail.id})
    await clerk.post(path, {_action: 'retry all'})
    const after = await states()
    expect([after.get(dead.id), after.get(gone.id), after.get(mail.id)]).toEqual(['waiting', undefined, 'dead'])
  })

  it('have no page if the document names no role', async () => {
    const {signIn} = await office(orderDesk)
    const ada = await signIn('Ada')
    expect((await ada.client.get('/account/calls/failed')).status).toBe(404)
  })
})
