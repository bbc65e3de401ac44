/** An office in which people may change the addresses of others: by page, list, import, call, key and action. */
import {expect, vi} from 'vitest'
import {findByEmail, findById, type Person} from '../../src/accounts/accounts.ts'
import {addWithPassword} from '../../src/accounts/admin.ts'
import type {Mail} from '../../src/mail/mailer.ts'
import {operator} from '../../src/screens/testing.ts'
import {ApiClient, apiFixture, password} from './api.ts'
import {creating, done} from './engine.ts'
import {Client, type PeopleFixture, type PeopleFixtureOptions} from './people.ts'

export const office = `# Office

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Start | / | page | signed in |
| Admin | /admin | page | Admin |
| People | /people | list of User | signed in |
| Person | /people/:id | record of User | signed in |
| New person | /people/new | form for User | Admin |

### People

- columns: name, email, badge

## 3. Entities

### User

| Field | Type | Unique |
|---|---|---|
| badge | text 1..20 | yes |
| wanted | email | |

## 4. States

### User

| Action | From | Who | When | Then |
|---|---|---|---|---|
| adopt | | signed in | | set email = wanted |
| follow | | system | wanted != null and wanted != email and badge = "auto" | set email = wanted |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Member | | sign-up |
| Hirer | corrects names and addresses | invitation |
| Admin | | nobody |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| signed in | read | User | | |
| Member | update | User | this = me | name, email, wanted, badge |
| Hirer | update | User | | name, email, wanted |
| Admin | create, read, update, delete | User | | |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Me | GET | /api/me | one User | signed in |
| Change me | PUT | /api/me | update User | signed in |
| Change person | PUT | /api/people/:id | update User | signed in |
| Adopt | POST | /api/people/:id/adopt | adopt of User | signed in |
| Log in | POST | /api/tokens | sign in | everyone |
| Join | POST | /api/people | sign up | everyone |

### Me

\`\`\`json answer
{"name": "{name}", "email": "{email}"}
\`\`\`

### Change me

\`\`\`json request
{"name": "{name}", "email": "{email}", "wanted": "{wanted}", "badge": "{badge}", "password": "{password}"}
\`\`\`

\`\`\`json answer
{"name": "{name}", "email": "{email}"}
\`\`\`

### Change person

\`\`\`json request
{"name": "{name}", "email": "{email}", "wanted": "{wanted}"}
\`\`\`

### Log in

\`\`\`json request
{"email": "{email}", "password": "{password}"}
\`\`\`

\`\`\`json answer
{"token": "{token}"}
\`\`\`

### Join

\`\`\`json request
{"name": "{name}", "email": "{email}", "password": "{password}"}
\`\`\`

\`\`\`json answer
{"token": "{token}"}
\`\`\`
`

export {password} from './api.ts'
export const addressOf = (name: string) => `${name.toLowerCase()}@example.com`

/** Each with an account, and roles of their own. */
const staff = {Ada: ['Member', 'Admin'], Max: ['Member'], Hugo: ['Hirer'], Eva: ['Member']} as const

export interface Office extends PeopleFixture {
  readonly person: (name: string) => Promise<Person>
  readonly signIn: (name: string) => Promise<Client>
  readonly token: (name: string) => Promise<ApiClient>
  readonly key: (name: string, roles?: readonly string[]) => Promise<string>
  /** Without an account. */
  readonly imported: (name: string, roles: readonly string[]) => Promise<Person>
  /** The answer of the page of a person to a new address. */
  readonly change: (client: Client, name: string, email: string) => Promise<Response>
  /** Mails to an address, by subject. */
  readonly subjects: (to: string) => readonly string[]
  /** Whether a forgotten password is answered with a link to this address. */
  readonly resets: (email: string) => Promise<boolean>
}

export async function officeOn(address: string, options: Partial<PeopleFixtureOptions> = {}): Promise<Office> {
  const document = options.document ?? office
  const fixture = await apiFixture({address, mails: true, ...options, document})
  const {engine, mails} = fixture
  for (const [name, roles] of Object.entries(staff))
    await addWithPassword(engine, {name, email: addressOf(name), password, roles})
  const people = new Map<string, string>()
  let asked = 0
  for (const name of Object.keys(staff)) people.set(name, (await findByEmail(engine, addressOf(name)))?.id ?? '')
  const person = async (name: string) => {
    const found = await findById(engine, people.get(name) ?? '')
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
  const signIn = async (name: string) => {
    const client = new Client(fixture)
    const answer = await client.signIn((await person(name)).email, password)
    if (answer.status !== 303) throw new Error(`${name} cannot sign in: ${answer.status}`)
    return client
  }
  return {
    ...fixture,
    person,
    signIn,
    async token(name) {
      const api = new ApiClient(fixture, 'Bearer')
      const {json} = await api.post('/api/tokens', {email: (await person(name)).email, password})
      return api.as(json.token)
    },
    async key(name, roles = []) {
      const body = new URLSearchParams({_action: 'make key', key: 'Program', days: '30'})
      for (const role of roles) body.append('roles', role)
      const answer = await (await signIn(name)).post('/account', {}, {body: body.toString()})
      return /nonet_key_[\w-]{43}/.exec(await answer.text())?.[0] ?? ''
    },
    async imported(name, roles) {
      const {id} = done(await engine.change(operator, [creating('User', {name, email: addressOf(name), roles})]))
      people.set(name, id)
      return person(name)
    },
    async change(client, name, email) {
      const {id, version} = await person(name)
      return client.post(`/people/${id}`, {_action: 'update', _version: String(version), email})
    },
    subjects: to => mails.filter(mail => mail.to === to).map(({subject}) => subject),
    async resets(email) {
      asked += 1
      const visitor = new Client(fixture, `203.0.113.${asked}`)
      const isReset = (address: string) => (mail: Mail) => mail.to === address && mail.text.includes('/reset-password')
      const before = mails.filter(isReset(email)).length
      const isSent = () => mails.filter(isReset(email)).length > before
      await visitor.post('/forgot-password', {_action: 'send link', email})
      // Mails are sent after the answer: the first witness may overtake this one, the second does not.
      for (const each of ['first', 'second']) {
        const witness = `${each}${asked}@example.com`
        if (isSent()) break
        done(await engine.change(operator, [creating('User', {name: 'Witness', email: witness})]))
        await visitor.post('/forgot-password', {_action: 'send link', email: witness})
        await vi.waitFor(() => expect(mails.some(isReset(witness))).toBe(true), {timeout: 10_000})
      }
      return isSent()
    },
  }
}
