/** Parts of a page that the browser has are not sent again, and no one gets a page with the parts of another. */
import {describe, expect, it} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {changePerson} from '../../src/accounts/admin.ts'
import {type Page, pageMediaType, partsHeader} from '../../src/engine/page/frame.ts'
import {Client} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {password, ticketDesk, ticketOffice} from '../kit/tickets.ts'

const document = ticketDesk
  .replace(
    '| Tickets | / | list of Ticket | signed in |',
    '| Tickets | / | list of Ticket | signed in |\n| Audit | /audit | list of Ticket | Lead |',
  )
  .replace('| Member | | sign-up |', '| Member | | sign-up |\n| Lead | leads | invitation |')

const headersOf = (parts = '') => ({accept: pageMediaType, [partsHeader]: parts})

async function sent(client: Client, parts = ''): Promise<Partial<Page> & Pick<Page, 'parts' | 'data' | 'live'>> {
  const response = await client.get('/?_data=x', {headers: headersOf(parts)})
  expect(response.headers.get('vary')).toContain(partsHeader)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return response.json()
}

const all = ({parts = {}}: Pick<Page, 'parts'>): string =>
  Object.entries(parts)
    .map(part => part.join('.'))
    .join(' ')

describe.each(storesOfStories)('the parts of a page on $name', ({make}) => {
  async function office() {
    const fixture = await ticketOffice(await make(), {document, records: true})
    const signIn = async (email: string) => {
      const client = new Client(fixture)
      expect((await client.signIn(email, password)).status).toBe(303)
      return client
    }
    for (const subject of ['Printer', 'Scanner', 'Plotter']) await fixture.ticket(subject)
    return {...fixture, signIn}
  }

  it('are left out where the browser has them, and are otherwise as before', async () => {
    const {signIn, ticket} = await office()
    const ada = await signIn('ada@example.com')
    const first = await sent(ada)
    expect(Object.keys(first.parts ?? {})).toEqual(expect.arrayContaining(['shell', 'records']))
    const again = await sent(ada, all(first))
    expect(Object.keys(again)).not.toContain('shell')
    expect(Object.keys(again.data)).not.toContain('records')
    expect(again.parts).toEqual(first.parts)
    // Whole again with the parts, and the same for those who follow its changes.
    const parts = Object.keys(first.parts ?? {}).filter(part => part !== 'shell')
    const known = Object.fromEntries(parts.map(part => [part, Reflect.get(first.data, part)]))
    expect({...known, ...again.data}).toEqual(first.data)
    expect(again.live?.split('.')[1]).toBe(first.live?.split('.')[1])
    await ticket('Camera')
    const changed = await sent(ada, all(first))
    expect(Object.keys(changed)).not.toContain('shell')
    expect(JSON.stringify(changed.data)).toContain('Camera')
  })

  it('of another person, role or language are never taken for one’s own', async () => {
    const {signIn, engine, ...fixture} = await office()
    const [ada, bo] = [await signIn('ada@example.com'), await signIn('bo@example.com')]
    const [hers, his] = [await sent(ada), await sent(bo, all(await sent(ada)))]
    expect(his.shell).toMatchObject({person: {name: 'Bo'}})
    const person = await findByEmail(engine, 'ada@example.com')
    if (person) await changePerson(engine, person, {roles: ['Member', 'Lead']})
    const led = await sent(ada, all(hers))
    expect(JSON.stringify(led.shell)).toContain('/audit')
    if (person) await changePerson(engine, person, {roles: []})
    const without = await sent(ada, all(led))
    expect(JSON.stringify(without.shell)).not.toContain('/audit')
    expect(JSON.stringify(without)).not.toContain('Printer')
    const visitor = await new Client({...fixture, engine}).get('/?_data=x', {headers: headersOf(all(hers))})
    expect(await visitor.text()).not.toMatch(/Ada|Printer/)
  })

  it('are sent for any other value of the header', async () => {
    const {signIn} = await office()
    const ada = await signIn('ada@example.com')
    const whole = await sent(ada)
    const {shell = ''} = whole.parts ?? {}
    const forged = [
      'shell.',
      'shell.undefined',
      'filters.undefined records.undefined',
      `shell.${shell.slice(1)}`,
      `records.${shell}`,
      'title.undefined url.undefined parts.undefined data.undefined __proto__.x constructor.prototype',
      `${'x'.repeat(2000)} ${all(whole)}`,
      'shell . *',
    ]
    for (const header of forged) {
      const {live, once, ...page} = {once: '', ...(await sent(ada, header))}
      const {live: _, once: __, ...expected} = {once: '', ...whole}
      expect(page).toEqual(expected)
    }
  })
})
