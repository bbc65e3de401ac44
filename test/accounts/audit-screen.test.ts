/** The page of the audit log: who sees it, its filters and pages, and its exports. */
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {entryTexts} from '../../src/accounts/screens/audit/entry-text.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {messagesFor} from '../../src/screens/messages.ts'
import {operator} from '../../src/screens/testing.ts'
import {Client, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const document = (language = 'en') => `# Desk

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Start | / | page | signed in |

### Start

Welcome.

## 6. Roles and permissions

- audit log: Auditor

| Role | Joins by |
|---|---|
| Clerk | sign-up |
| Auditor | invitation |

| Role | May | On |
|---|---|---|
| Clerk | read | User |

## 9. Business constants and limits

| Name | Value |
|---|---|
| LANGUAGE | "${language}" |
`

const password = 'staple-horse-lamp'
const path = '/account/audit-log'

interface Shown {
  readonly data: {
    readonly entries: readonly Record<'event' | 'outcome' | 'who' | 'about' | 'details' | 'address', string>[]
    readonly page: {readonly previous: string | null; readonly next: string | null}
    readonly none: string
    readonly filtered: boolean
  }
}

async function shown(client: Client, address = path): Promise<Shown['data']> {
  const at = `${address}${address.includes('?') ? '&' : '?'}_data=x`
  const response = await client.get(at, {headers: {accept: pageMediaType}})
  expect(response.status).toBe(200)
  const page: Shown = await response.json()
  return page.data
}

describe.each(storesOfStories)('the page of the audit log, on $name', ({make}) => {
  async function office(language = 'en') {
    const text = document(language)
    const fixture = await peopleFixture({address: await make(text), document: text})
    const add = async (name: string, role: string) => {
      const email = `${name.toLowerCase()}@example.com`
      await addWithPassword(fixture.engine, {name, email, roles: [role], password})
      return (await findByEmail(fixture.engine, email))?.id ?? ''
    }
    const [, cleo] = [await add('Ada', 'Auditor'), await add('Cleo', 'Clerk')]
    const ada = new Client(fixture)
    await ada.signIn('ada@example.com', password)
    return {fixture, ada, cleo}
  }

  const rows = ({entries}: Shown['data']) =>
    entries.map(({event, outcome, who, about, details}) => [event, outcome, who, about, details].join('|'))

  async function noted({engine, clock}: PeopleFixture, count: number, about: string): Promise<void> {
    for (let at = 1; at <= count; at += 1) {
      clock.now += 60_000
      await engine.audit?.report({kind: 'roles', by: operator, about, details: {given: `R${at}`}})
    }
  }

  test('is there for the roles that the document names, and for no one else', async () => {
    const {fixture, ada} = await office()
    const cleo = new Client(fixture)
    expect((await cleo.get(path)).status).not.toBe(200)
    await cleo.signIn('cleo@example.com', password)
    for (const address of [path, `${path}?_export=csv`, `${path}?format=jsonl&_export=csv`])
      expect((await cleo.get(address)).status).toBe(404)
    expect(await (await cleo.get('/account')).text()).not.toContain('Audit log')
    const account = await (await ada.get('/account')).text()
    expect(account).toContain(`href="${path}"`)
    expect((await ada.get(path)).status).toBe(200)
    expect((await ada.post(path, {_action: 'x'})).status).toBe(405)
  })

  test('shows the newest entries first, with the names of people as they are now', async () => {
    const {ada} = await office()
    await ada.post('/account', {_action: 'save', name: 'Ada Lind', email: 'ada@example.com', current: ''})
    expect(rows(await shown(ada))).toEqual([
      'Sign-in|Done|Ada Lind||with a password',
      'Person|Done|Operator|Cleo|added, given: Clerk',
      'Person|Done|Operator|Ada Lind|added, given: Auditor',
    ])
  })

  test('filters by person, event, outcome and day, and works as a form without JavaScript', async () => {
    const {fixture, ada, cleo} = await office()
    await new Client(fixture, '203.0.113.9').signIn('cleo@example.com', 'not-the-password')
    await expect.poll(async () => (await shown(ada)).entries.length).toBe(4)
    const found = async (query: string) => rows(await shown(ada, `${path}?${query}`))
    const refused = 'Sign-in|Refused|Visitor|Cleo|with a password'
    expect(await found('person=CLEO')).toEqual([refused, 'Person|Done|Operator|Cleo|added, given: Clerk'])
    expect(await found(`person=${cleo}&kind=sign-in`)).toEqual([refused])
    expect(await found('outcome=refused')).toEqual([refused])
    expect(await found('person=nobody')).toEqual([])
    const day = new Date(fixture.clock.now).toISOString().slice(0, 10)
    expect(await found(`at.from=${day}&at.to=${day}`)).toHaveLength(4)
    expect(await found('at.to=2020-01-01')).toEqual([])
    // What is no filter filters nothing.
    expect(await found("kind=x'&outcome=%00&at.from=tomorrow&after=1")).toHaveLength(4)
    expect(await shown(ada, `${path}?person=nobody`)).toMatchObject({
      ...{filtered: true, none: 'No entries match these filters.'},
    })
    const html = await (await ada.get(`${path}?kind=sign-in`)).text()
    const form = /<form[^>]*class="bar"[^>]*>/.exec(html)?.[0]
    expect(form).toContain('method="get"')
    expect(form).toContain(`action="${path}"`)
    expect(html).toContain('name="at.from"')
    expect(html).toMatch(/<option value="sign-in" selected="">/)
    expect(html).toContain('203.0.113.9')
  })

  test('has pages in both directions, which keep the filters', async () => {
    const {fixture, ada, cleo} = await office()
    await noted(fixture, 120, cleo)
    const numbers = (data: Shown['data']) => data.entries.map(({details}) => Number(/R(\d+)/.exec(details)?.[1]))
    const first = await shown(ada, `${path}?kind=roles`)
    expect([numbers(first)[0], numbers(first).length, first.page.previous]).toEqual([120, 50, null])
    const second = await shown(ada, first.page.next ?? '')
    expect([numbers(second)[0], numbers(second).at(-1)]).toEqual([70, 21])
    const third = await shown(ada, second.page.next ?? '')
    expect([numbers(third)[0], numbers(third).at(-1), third.page.next]).toEqual([20, 1, null])
    expect(numbers(await shown(ada, third.page.previous ?? ''))).toEqual(numbers(second))
    const back = await shown(ada, second.page.previous ?? '')
    expect(numbers(back)).toEqual(numbers(first))
    expect(first.page.next).toContain('kind=roles')
  })

  test('exports what the filters leave, the oldest first, which is an entry itself', async () => {
    const {fixture, ada, cleo} = await office()
    await fixture.engine.audit?.report({kind: 'key', by: operator, about: cleo, details: {name: '=cmd|x, "y"'}})
    await fixture.engine.audit?.seal()
    const csv = await ada.get(`${path}?kind=key&_export=csv`)
    expect(csv.headers.get('content-disposition')).toContain('Audit')
    const [head, line] = (await csv.text()).replace('\ufeff', '').split('\r\n')
    expect(head).toBe('No.,When,Event,Outcome,Who,Person ID,About,About ID,Address,Details,ID,Digest')
    expect(line).toMatch(/^4,[^,]+,API key,Done,Operator,,Cleo,[\w-]{36},,"name: =cmd\|x, ""y""",[\w-]{36},[\w-]{43}$/)
    const lines = await (await ada.get(`${path}?format=jsonl&_export=csv`)).text()
    const read = lines
      .trimEnd()
      .split('\n')
      .map(each => JSON.parse(each))
    expect(read.map(({kind}) => kind)).toEqual(['person', 'person', 'sign-in', 'key', 'export'])
    expect(read[4].details).toEqual({name: 'Audit log.csv'})
  })

  test('says why a sign-in was refused in words', () => {
    const details = JSON.stringify({with: 'provider', provider: 'company', why: 'connect first'})
    const entry = {
      ...{id: '', at: '', kind: 'sign-in', outcome: 'refused', actor: 'nobody', person: null},
      ...{about: null, address: null, details},
    } as const
    const said = (language: string) => entryTexts(entry, messagesFor(language).audit, new Map()).details
    expect(said('en')).toContain('reason: the provider is not connected with the account')
    expect(said('de')).toContain('Grund: der Anbieter ist nicht mit dem Konto verbunden')
  })

  test('is in German, too, also with a person who was removed', async () => {
    const {fixture, ada} = await office('de')
    await fixture.engine.audit?.report({kind: 'roles', by: operator, about: '01970000-0000-7000-8000-00000000000a'})
    expect(rows(await shown(ada)).slice(0, 2)).toEqual([
      'Rollen|Erfolgt|Betreiber|Gelöschte Person|',
      'Anmeldung|Erfolgt|Ada||mit Passwort',
    ])
    expect(await (await ada.get(path)).text()).toContain('<h1 tabindex="-1">Prüfprotokoll</h1>')
  })
})
