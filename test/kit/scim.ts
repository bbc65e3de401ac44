/** A directory of a company as a test: the application, a token for it, and requests as its client sends them. */
import {expect} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {makeDirectory} from '../../src/accounts/scim/tokens.ts'
import {type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from './people.ts'

export const scimDocument = `# Desk

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Start | / | page | signed in |
| Things | /things | list of Thing | signed in |

### Start

Welcome.

### Things

- feed: atom

## 3. Entities and their fields

### Thing

| Field | Type |
|---|---|
| name | text |
| owner | User |

## 6. Roles and permissions

- audit log: Boss

| Role | Joins by |
|---|---|
| Boss | invitation |
| Lead | group "desk-leads" of company |
| Clerk | invitation, group "9f1c" of company |
| Guest | group "guests" of other |

| Role | May | On |
|---|---|---|
| Boss | create, read, update, delete | User, Thing |
| Lead | read | User, Thing |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Things | GET | /api/things | list of Thing | signed in |
`

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client reads them.
type Answer = {readonly status: number; readonly json: any; readonly headers: Headers}

export interface Office {
  readonly fixture: PeopleFixture
  readonly token: string
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

export async function officeAt(address: string, more: Partial<PeopleFixtureOptions> = {}): Promise<Office> {
  const fixture = await peopleFixture({address, document: scimDocument, records: true, ...more})
  const token = await makeDirectory(fixture.engine, {provider: 'company', days: null}, fixture.clock.now)
  const send: Office['send'] = async (method, path, body, headers = {}) => {
    const response = await fixture.app.request(`/_scim/v2${path}`, {
      method,
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers},
      ...(body === undefined ? {} : {body: typeof body === 'string' ? body : JSON.stringify(body)}),
    })
    const text = await response.text()
    return {status: response.status, json: text === '' ? null : JSON.parse(text), headers: response.headers}
  }
  return {fixture, token, send}
}

/** As in RFC 7644, 3.3, with an address. */
export const barbara = {
  schemas: [userSchema],
  userName: 'bjensen@example.com',
  externalId: 'bjensen',
  name: {formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara'},
}

export async function created({send}: Office, body: object = barbara): Promise<string> {
  const {status, json} = await send('POST', '/Users', body)
  expect(status).toBe(201)
  return json.id
}

export const operations = (...list: readonly object[]) => ({schemas: [patchOp], Operations: list})
export const filtered = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`
export const personIn = async ({fixture}: Office, email: string) => findByEmail(fixture.engine, email)
