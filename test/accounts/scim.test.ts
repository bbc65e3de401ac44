/** SCIM: the examples of RFC 7644, what Entra and Okta send, roles, and what must not work. */
import {describe, expect, test} from 'vitest'
import {writeHash} from '../../src/accounts/account-rows.ts'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {makeFeed} from '../../src/accounts/feeds.ts'
import {invite} from '../../src/accounts/invitations.ts'
import {makeKey} from '../../src/accounts/keys.ts'
import {hashPassword} from '../../src/accounts/passwords.ts'
import {makeDirectory, revokeDirectory} from '../../src/accounts/scim/tokens.ts'
import {SingleSignOn} from '../../src/accounts/sso/provider-client.ts'
import {listEntries} from '../../src/engine/audit/audit-query.ts'
import {operator} from '../../src/engine/base/actor.ts'
import {RateLimiter} from '../../src/server/limits.ts'
import {answerOf, companyProvider} from '../kit/oidc.ts'
import {Client, linkTo, type PeopleFixtureOptions} from '../kit/people.ts'
import {
  barbara,
  created,
  scimDocument as document,
  filtered,
  officeAt,
  operations,
  personIn,
  userSchema as user,
} from '../kit/scim.ts'
import {stores} from '../kit/store-databases.ts'

const callback = 'http://localhost/_sso/company/callback'
const password = 'staple-horse-lamp'

describe.each(stores)('SCIM on $name', ({make}) => {
  const office = async (more: Partial<PeopleFixtureOptions> = {}) => officeAt(await make(document), more)

  test('says what it supports', async () => {
    const {send} = await office()
    const config = await send('GET', '/ServiceProviderConfig')
    expect(config.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
    expect(config.json).toMatchObject({patch: {supported: true}, bulk: {supported: false}, etag: {supported: true}})
    const types = await send('GET', '/ResourceTypes')
    expect(types.json.Resources.map(({endpoint}: {endpoint: string}) => endpoint)).toEqual(['/Users', '/Groups'])
    expect((await send('GET', '/ResourceTypes/User')).json).toMatchObject({schema: user})
    expect((await send('GET', `/Schemas/${user}`)).json.attributes[0]).toMatchObject({name: 'userName', required: true})
    expect((await send('POST', '/ServiceProviderConfig', {})).status).toBe(405)
    expect((await send('GET', '/Me')).status).toBe(404)
  })

  test('creates, reads, replaces and removes users as in RFC 7644', async () => {
    const at = await office()
    const {send} = at
    const made = await send('POST', '/Users', barbara)
    expect(made).toMatchObject({status: 201, json: {...barbara, active: true, meta: {resourceType: 'User'}}})
    const {id} = made.json
    expect(made.headers.get('location')).toBe(`http://localhost/_scim/v2/Users/${id}`)
    expect(await personIn(at, 'bjensen@example.com')).toMatchObject({name: 'Ms. Barbara J Jensen III', roles: []})
    const read = await send('GET', `/Users/${id}`)
    expect(read.json).toEqual(made.json)
    const replaced = {...barbara, displayName: 'Barbara Jensen', emails: [{value: 'babs@example.com', type: 'home'}]}
    const put = await send('PUT', `/Users/${id}`, replaced)
    expect(put).toMatchObject({status: 200, json: replaced})
    expect(await personIn(at, 'babs@example.com')).toMatchObject({id, name: 'Barbara Jensen'})
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await send('GET', `/Users/${id}`)).status).toBe(404)
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(404)
    expect(await personIn(at, 'babs@example.com')).toMatchObject({id, active: false})
    // Who comes back is who they were.
    const again = await send('POST', '/Users', replaced)
    expect(again).toMatchObject({status: 201, json: {id, active: true}})
  })

  test('refuses what is taken or missing with the types of RFC 7644', async () => {
    const at = await office()
    await created(at)
    await addWithPassword(at.fixture.engine, {name: 'Ada', email: 'ada@example.com', roles: ['Boss'], password})
    const cases: readonly (readonly [unknown, number, string | undefined])[] = [
      [barbara, 409, 'uniqueness'],
      [{...barbara, userName: 'BJENSEN@example.com'}, 409, 'uniqueness'],
      [{userName: 'ada@example.com'}, 409, 'uniqueness'],
      [{userName: 'someone'}, 400, 'invalidValue'],
      [{displayName: 'No one'}, 400, 'invalidValue'],
      [{...barbara, userName: 7}, 400, 'invalidValue'],
      [{...barbara, userName: 'a@example.com', active: 'perhaps'}, 400, 'invalidValue'],
      ['[', 400, 'invalidSyntax'],
      ['[]', 400, 'invalidSyntax'],
    ]
    for (const [body, status, scimType] of cases) {
      const refused = await at.send('POST', '/Users', body)
      expect([refused.status, refused.json.status, refused.json.scimType]).toEqual([status, String(status), scimType])
      expect(refused.json.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
    }
    expect((await at.send('POST', '/Users', barbara, {'content-type': 'text/plain'})).status).toBe(415)
    expect((await at.send('GET', '/Users/2819c223')).status).toBe(404)
  })

  test('filters and pages', async () => {
    const at = await office()
    for (const name of ['ann', 'ben', 'cy', 'dot'])
      await created(at, {userName: `${name}@example.com`, displayName: name, externalId: `X-${name}`})
    const found = async (query: string) => {
      const {json} = await at.send('GET', `/Users?${query}`)
      return [
        json.totalResults,
        json.startIndex,
        json.Resources.map(({userName}: {userName: string}) => userName[0]).join(''),
      ]
    }
    expect(await found('')).toEqual([4, 1, 'abcd'])
    expect(await found('startIndex=2&count=2')).toEqual([4, 2, 'bc'])
    expect(await found('startIndex=0&count=-1')).toEqual([4, 1, ''])
    expect(await found('startIndex=9')).toEqual([4, 9, ''])
    const by = (filter: string) => found(`filter=${encodeURIComponent(filter)}`)
    expect(await by('userName eq "BEN@example.com"')).toEqual([1, 1, 'b'])
    expect(await by('externalId eq "X-cy"')).toEqual([1, 1, 'c'])
    expect(await by('externalId eq "x-cy"')).toEqual([0, 1, ''])
    expect(await by('displayName sw "d" or (displayName co "N" and not (userName eq "ben@example.com"))')).toEqual([
      2,
      1,
      'ad',
    ])
    expect(await by('emails[type eq "work" and value ew "example.com"]')).toEqual([4, 1, 'abcd'])
    expect(await by('emails.value eq "cy@example.com"')).toEqual([1, 1, 'c'])
    expect(await by('title pr')).toEqual([0, 1, ''])
    expect(await by('active eq true and meta.created gt "2000-01-01T00:00:00Z"')).toEqual([4, 1, 'abcd'])
    expect(await by(`${user}:userName eq "dot@example.com"`)).toEqual([1, 1, 'd'])
    expect(await by('id eq "no id"')).toEqual([0, 1, ''])
    const {json} = await at.send('GET', `/Users?attributes=userName&count=1`)
    expect(Object.keys(json.Resources[0]).toSorted()).toEqual(['id', 'schemas', 'userName'])
    expect((await at.send('GET', '/Users?count=many')).status).toBe(400)
  })

  test('takes what Entra sends', async () => {
    const at = await office()
    const {send} = at
    expect((await send('GET', filtered('userName eq "eve@example.com"'))).json).toMatchObject({totalResults: 0})
    const id = await created(at, {
      schemas: [user, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      ...{externalId: '0a21', userName: 'eve@example.com', active: true, displayName: 'Eve Ash'},
      emails: [{primary: true, type: 'work', value: 'eve@example.com'}],
      ...{meta: {resourceType: 'User'}, name: {formatted: 'Eve Ash', familyName: 'Ash', givenName: 'Eve'}},
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {department: 'Desk'},
    })
    const changed = await send(
      'PATCH',
      `/Users/${id}`,
      operations(
        {op: 'Replace', path: 'emails[type eq "work"].value', value: 'eva@example.com'},
        {op: 'Add', path: 'name.familyName', value: 'Oak'},
        {op: 'Replace', value: {displayName: 'Eva Oak', 'name.givenName': 'Eva'}},
        {op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'x'},
      ),
    )
    expect(changed).toMatchObject({
      status: 200,
      json: {displayName: 'Eva Oak', name: {familyName: 'Oak', givenName: 'Eva'}},
    })
    expect(changed.json.emails).toEqual([{primary: true, type: 'work', value: 'eva@example.com'}])
    expect(await personIn(at, 'eva@example.com')).toMatchObject({id, name: 'Eva Oak'})
    await send('PATCH', `/Users/${id}`, operations({op: 'Replace', path: 'active', value: 'False'}))
    // A user who is not active is still found.
    const gone = await send('GET', filtered('userName eq "eve@example.com"'))
    expect(gone.json).toMatchObject({totalResults: 1, Resources: [{id, active: false}]})
    const group = await send('POST', '/Groups', {displayName: 'desk-leads', externalId: '8aa1'})
    const path = `/Groups/${group.json.id}`
    expect((await send('PATCH', path, operations({op: 'Add', path: 'members', value: [{value: id}]}))).status).toBe(200)
    expect((await send('GET', `${path}?excludedAttributes=members`)).json.members).toBeUndefined()
    expect(await personIn(at, 'eva@example.com')).toMatchObject({roles: ['Lead']})
    await send('PATCH', path, operations({op: 'Remove', path: 'members', value: [{value: id}]}))
    expect((await send('GET', path)).json.members).toEqual([])
    expect(await personIn(at, 'eva@example.com')).toMatchObject({roles: []})
  })

  test('takes what Okta sends', async () => {
    const at = await office()
    const {send} = at
    const body = {
      ...{schemas: [user], userName: 'olga@example.com', name: {givenName: 'Olga', familyName: 'Ott'}},
      ...{emails: [{primary: true, value: 'olga@example.com', type: 'work'}], displayName: 'Olga Ott'},
      ...{locale: 'en-US', externalId: '00ujl', groups: [], active: true},
    }
    const id = await created(at, body)
    await send('PATCH', `/Users/${id}`, operations({op: 'replace', value: {active: false}}))
    expect((await personIn(at, 'olga@example.com'))?.active).toBe(false)
    await send('PUT', `/Users/${id}`, {...body, displayName: 'Olga Ohm', active: true})
    expect(await personIn(at, 'olga@example.com')).toMatchObject({active: true, name: 'Olga Ohm'})
    const group = await send('POST', '/Groups', {displayName: 'desk-leads', members: [{value: id, display: 'olga'}]})
    const path = `/Groups/${group.json.id}`
    expect((await personIn(at, 'olga@example.com'))?.roles).toEqual(['Lead'])
    const rename = operations({op: 'replace', value: {id: group.json.id, displayName: 'others'}})
    expect((await send('PATCH', path, rename)).json).toMatchObject({displayName: 'others', members: [{value: id}]})
    expect((await personIn(at, 'olga@example.com'))?.roles).toEqual([])
    await send('PATCH', path, operations({op: 'replace', path: 'displayName', value: 'desk-leads'}))
    await send('PATCH', path, operations({op: 'remove', path: `members[value eq "${id}"]`}))
    expect((await personIn(at, 'olga@example.com'))?.roles).toEqual([])
    await send('PATCH', path, operations({op: 'replace', path: 'members', value: [{value: id}]}))
    expect(
      (await send('GET', `/Groups?filter=${encodeURIComponent('displayName eq "desk-leads"')}`)).json.totalResults,
    ).toBe(1)
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await personIn(at, 'olga@example.com'))?.roles).toEqual([])
  })

  test('groups give the roles of point 6 alone, by name or by id, and take only those', async () => {
    const at = await office()
    const {send} = at
    await addWithPassword(at.fixture.engine, {name: 'Ada', email: 'ada@example.com', roles: ['Boss'], password})
    const ada = (await personIn(at, 'ada@example.com'))?.id ?? ''
    const saved = async (name: string, more: object = {}) => {
      const {json} = await send('POST', '/Groups', {displayName: name, members: [{value: ada}], ...more})
      return json.id
    }
    for (const name of ['Boss', 'Lead', 'guests', 'Desk-Leads']) await saved(name)
    expect((await personIn(at, 'ada@example.com'))?.roles).toEqual(['Boss'])
    // People that the directory has not described yet are theirs once it has.
    await send('PATCH', `/Users/${ada}`, operations({op: 'replace', path: 'displayName', value: 'Ada'}))
    const clerks = await saved('Clerks', {externalId: '9f1c'})
    expect((await personIn(at, 'ada@example.com'))?.roles).toEqual(['Boss', 'Clerk'])
    await send('DELETE', `/Groups/${clerks}`)
    // It can be given by invitation, too, so it is not taken here.
    expect((await personIn(at, 'ada@example.com'))?.roles).toEqual(['Boss', 'Clerk'])
    expect(
      (await send('POST', '/Groups', {displayName: 'CLERKS', members: [{value: crypto.randomUUID()}]})).status,
    ).toBe(400)
    expect((await send('POST', '/Groups', {displayName: 'boss'})).status).toBe(409)
  })

  test('roles of a domain follow the address at once, here and there', async () => {
    const text = document.replace('group "desk-leads" of company', 'anyone of company')
    const settings = {
      name: 'company',
      label: 'Company',
      issuer: 'https://login.example',
      clientId: 'x',
      clientSecret: 'x',
    }
    const provider = {...settings, domains: ['example.com'], groupsClaim: 'groups', scope: 'openid'}
    const at = await officeAt(await make(text), {document: text, sso: new SingleSignOn([provider]), mails: true})
    const id = await created(at)
    const rolesAt = async (email: string) => (await personIn(at, email))?.roles
    expect(await rolesAt('bjensen@example.com')).toEqual(['Lead'])
    const named = (email: string) => at.send('PUT', `/Users/${id}`, {...barbara, userName: email})
    await named('bjensen@elsewhere.example')
    expect(await rolesAt('bjensen@elsewhere.example')).toEqual([])
    await named('bjensen@example.com')
    expect(await rolesAt('bjensen@example.com')).toEqual(['Lead'])
    // With a password, when the new address is proved.
    const {engine, clock} = at.fixture
    const account = {hash: await hashPassword(password), proved: 'bjensen@example.com', now: clock.now}
    await engine.store.transaction(db => writeHash(db, id, account))
    await named('bjensen@elsewhere.example')
    expect(await rolesAt('bjensen@example.com')).toEqual(['Lead'])
    const link = linkTo(at.fixture, 'bjensen@elsewhere.example')
    await new Client(at.fixture).post(link, {_action: 'confirm address', current: password})
    expect(await rolesAt('bjensen@elsewhere.example')).toEqual([])
  })

  test('a new address does not take the roles of the last administrator, with and without a mail server', async () => {
    const text = document.replace('| Boss | invitation |', '| Boss | anyone of company |')
    const provider = (await companyProvider(callback)).settings({domains: ['example.com']})
    for (const mails of [true, false]) {
      const at = await officeAt(await make(text), {document: text, sso: new SingleSignOn([provider]), mails})
      const id = await created(at)
      const {engine, clock} = at.fixture
      const account = {hash: await hashPassword(password), proved: 'bjensen@example.com', now: clock.now}
      await engine.store.transaction(db => writeHash(db, id, account))
      const client = new Client(at.fixture)
      await client.signIn('bjensen@example.com', password)
      const move = async (): Promise<Response> => {
        const change = {
          _action: 'save',
          name: 'Barbara',
          email: 'bjensen@elsewhere.example',
          current: password,
        }
        const asked = await client.post('/account', change)
        if (!mails) return asked
        const link = linkTo(at.fixture, 'bjensen@elsewhere.example')
        return client.post(link, {_action: 'confirm address', current: password})
      }
      const refused = await move()
      expect([mails, refused.status]).toEqual([mails, 409])
      expect(await refused.text()).toContain('Make someone else an administrator first.')
      expect(await personIn(at, 'bjensen@example.com')).toMatchObject({roles: ['Boss']})
      await addWithPassword(engine, {name: 'Ben', email: 'ben@example.com', roles: ['Boss'], password})
      expect([mails, (await move()).status]).toEqual([mails, 303])
      expect(await personIn(at, 'bjensen@elsewhere.example')).toMatchObject({roles: []})
    }
  })

  test('deactivation ends sessions, keys and feeds at once, and keeps what the person owns', async () => {
    const at = await office()
    const {engine, clock, app} = at.fixture
    await addWithPassword(engine, {name: 'Ann', email: 'ann@example.com', roles: ['Lead'], password})
    const ann = (await personIn(at, 'ann@example.com'))?.id ?? ''
    const fields = new Map([
      ['name', {value: 'Umbrella'}],
      ['owner', {json: ann}],
    ])
    await engine.change({kind: 'operator'}, [{kind: 'create', entity: 'Thing', fields}])
    const client = new Client(at.fixture)
    await client.signIn('ann@example.com', password)
    const key = (await makeKey(engine, {person: ann, name: 'x', roles: null, days: null}, clock.now)) ?? ''
    const feed = (await makeFeed(engine, {person: ann, screen: '/things', format: 'atom', name: 'x'}, clock.now)) ?? ''
    const states = async () => [
      (await client.get('/things')).status,
      (await app.request('/api/things', {headers: {authorization: `Bearer ${key}`}})).status,
      (await app.request(feed)).status,
    ]
    expect(await states()).toEqual([200, 200, 200])
    await at.send('PATCH', `/Users/${ann}`, operations({op: 'replace', path: 'active', value: false}))
    expect(await states()).toEqual([302, 401, 404])
    await at.send('PATCH', `/Users/${ann}`, operations({op: 'replace', path: 'active', value: true}))
    expect(await states()).toEqual([302, 401, 404])
    const things = await engine.store.read(db => db.selectFrom('thing').selectAll().execute())
    expect(things).toMatchObject([{name: 'Umbrella', owner: ann}])
    const entries = await engine.store.read(db =>
      listEntries(db, {kind: 'access'}, {order: 'oldest first', after: null, most: 9}),
    )
    expect(entries.map(({entry}) => [entry.actor, entry.about, entry.details])).toEqual([
      ['directory', ann, '{"what":"ended"}'],
      ['directory', ann, '{"what":"restored"}'],
    ])
  })

  test('signing in with the provider, which sends no groups, keeps the roles of the directory', async () => {
    const provider = await companyProvider(callback)
    provider.people.set('barbara', {email: 'bjensen@example.com', email_verified: true, name: 'Barbara'})
    provider.current = 'barbara'
    const at = await office({sso: new SingleSignOn([provider.settings()])})
    const id = await created(at)
    const group = await at.send('POST', '/Groups', {displayName: 'desk-leads', members: [{value: id}]})
    const enter = async () => {
      const client = new Client(at.fixture)
      const start = await client.get('/_sso/company?return=/')
      const answer = await answerOf(start.headers.get('location') ?? '', callback)
      return (await client.get(answer.slice('http://localhost'.length))).headers.get('location')
    }
    expect(await enter()).toBe('/')
    expect(await personIn(at, 'bjensen@example.com')).toMatchObject({id, roles: ['Lead']})
    // What the provider does send lasts until the next sign-in, whatever else the directory changes.
    await at.send('DELETE', `/Groups/${group.json.id}`)
    provider.people.set('barbara', {email: 'bjensen@example.com', email_verified: true, groups: ['desk-leads']})
    expect(await enter()).toBe('/')
    const rolesNow = async (email: string) => (await personIn(at, email))?.roles
    const moved = operations({op: 'replace', path: 'emails', value: [{value: 'babs@example.com'}]})
    for (const change of [operations({op: 'replace', path: 'displayName', value: 'Babs'}), moved])
      expect((await at.send('PATCH', `/Users/${id}`, change)).status).toBe(200)
    expect(await rolesNow('babs@example.com')).toEqual(['Lead'])
    const other = await at.send('POST', '/Groups', {displayName: 'others', members: [{value: id}]})
    await at.send('DELETE', `/Groups/${other.json.id}`)
    expect(await rolesNow('babs@example.com')).toEqual(['Lead'])
    await at.send('DELETE', `/Users/${id}`)
    expect(await enter()).not.toBe('/')
    expect(await personIn(at, 'babs@example.com')).toMatchObject({active: false, roles: []})
  })

  test('the last administrator cannot be deactivated or removed', async () => {
    const at = await office()
    await addWithPassword(at.fixture.engine, {name: 'Ada', email: 'ada@example.com', roles: ['Boss'], password})
    const ada = (await personIn(at, 'ada@example.com'))?.id ?? ''
    for (const [method, body] of [
      ['PATCH', operations({op: 'replace', path: 'active', value: false})],
      ['DELETE', undefined],
    ] as const) {
      expect((await at.send(method, `/Users/${ada}`, body)).status).toBe(403)
      expect(await personIn(at, 'ada@example.com')).toMatchObject({active: true, roles: ['Boss']})
    }
    expect((await at.send('GET', `/Users/${ada}`)).status).toBe(200)
    await addWithPassword(at.fixture.engine, {name: 'Ben', email: 'ben@example.com', roles: ['Boss'], password})
    expect((await at.send('DELETE', `/Users/${ada}`)).status).toBe(204)
  })

  test('the address of an account with a password is not changed by a directory alone', async () => {
    const at = await office()
    await addWithPassword(at.fixture.engine, {name: 'Ann', email: 'ann@example.com', roles: ['Lead'], password})
    const ann = (await personIn(at, 'ann@example.com'))?.id ?? ''
    const change = operations({op: 'replace', path: 'emails', value: [{value: 'thief@example.com'}]})
    expect((await at.send('PATCH', `/Users/${ann}`, change)).status).toBe(400)
    expect(await personIn(at, 'thief@example.com')).toBeNull()
  })

  test('the address of someone without a password, who has roles from elsewhere, is not changed by a directory', async () => {
    const at = await office()
    await invite(at.fixture.world, operator, {name: 'Ada', email: 'ada@example.com', roles: ['Boss']})
    const ada = (await personIn(at, 'ada@example.com'))?.id ?? ''
    const change = operations({op: 'replace', path: 'emails', value: [{value: 'thief@example.com'}]})
    expect((await at.send('PATCH', `/Users/${ada}`, change)).status).toBe(403)
    expect(await personIn(at, 'thief@example.com')).toBeNull()
    // Of someone who has nothing but what the directory gives, it is.
    const id = await created(at)
    const moved = operations({op: 'replace', path: 'emails', value: [{value: 'barbara@example.com'}]})
    expect((await at.send('PATCH', `/Users/${id}`, moved)).status).toBe(200)
    expect((await personIn(at, 'barbara@example.com'))?.id).toBe(id)
  })

  test('someone who leaves loses access, whatever address the directory has for them', async () => {
    const at = await office()
    await addWithPassword(at.fixture.engine, {name: 'Ann', email: 'ann@example.com', roles: ['Lead'], password})
    const ann = (await personIn(at, 'ann@example.com'))?.id ?? ''
    const body = {...barbara, userName: 'ann', emails: [{value: 'ann@elsewhere.example'}], active: false}
    expect((await at.send('PUT', `/Users/${ann}`, body)).status).toBe(200)
    expect(await personIn(at, 'ann@example.com')).toMatchObject({active: false})
  })

  test('of two changes at once, neither takes back the other', async () => {
    const at = await office()
    const id = await created(at)
    const changes = [
      operations({op: 'replace', path: 'active', value: false}),
      operations({op: 'replace', path: 'displayName', value: 'Babs'}),
    ]
    const answers = await Promise.all(changes.map(each => at.send('PATCH', `/Users/${id}`, each)))
    expect(answers.map(({status}) => status)).toEqual([200, 200])
    expect((await at.send('GET', `/Users/${id}`)).json).toMatchObject({active: false, displayName: 'Babs'})
    const tag = (await at.send('GET', `/Users/${id}`)).headers.get('etag') ?? ''
    const again = ['Bea', 'Bab'].map(value => operations({op: 'replace', path: 'displayName', value}))
    const tagged = await Promise.all(again.map(each => at.send('PATCH', `/Users/${id}`, each, {'if-match': tag})))
    expect(tagged.map(({status}) => status).toSorted()).toEqual([200, 412])
  })

  test('someone who was here before their directory has the role of a group that they are put into', async () => {
    const at = await office()
    await addWithPassword(at.fixture.engine, {name: 'Ann', email: 'ann@example.com', roles: ['Lead'], password})
    const ann = (await personIn(at, 'ann@example.com'))?.id ?? ''
    const group = {displayName: 'desk-leads', members: [{value: ann}]}
    expect((await at.send('POST', '/Groups', group)).status).toBe(201)
    expect((await personIn(at, 'ann@example.com'))?.roles).toEqual(['Lead'])
  })

  test('an ETag protects against changes in between, and answers 304', async () => {
    const at = await office()
    const id = await created(at)
    const tag = (await at.send('GET', `/Users/${id}`)).headers.get('etag') ?? ''
    expect((await at.send('GET', `/Users/${id}`, undefined, {'if-none-match': tag})).status).toBe(304)
    const change = operations({op: 'replace', path: 'displayName', value: 'Babs'})
    expect((await at.send('PATCH', `/Users/${id}`, change, {'if-match': tag})).status).toBe(200)
    expect((await at.send('PATCH', `/Users/${id}`, change, {'if-match': tag})).status).toBe(412)
    expect((await at.send('GET', `/Users/${id}`, undefined, {'if-none-match': tag})).status).toBe(200)
  })

  test('a token of another kind opens nothing, nor does one that was revoked or has ended', async () => {
    const at = await office()
    const {engine, clock, app} = at.fixture
    await addWithPassword(engine, {name: 'Ada', email: 'ada@example.com', roles: ['Boss'], password})
    const ada = (await personIn(at, 'ada@example.com'))?.id ?? ''
    const client = new Client(at.fixture)
    await client.signIn('ada@example.com', password)
    const key = (await makeKey(engine, {person: ada, name: 'x', roles: null, days: null}, clock.now)) ?? ''
    const short = await makeDirectory(engine, {provider: 'company', days: 1}, clock.now)
    const status = async (token: string) =>
      (await app.request('/_scim/v2/Users', {headers: {authorization: `Bearer ${token}`}})).status
    for (const token of [
      key,
      client.cookies.get('nonet') ?? '',
      `nonet_scim_${'A'.repeat(43)}`,
      at.token.slice(0, -1),
      '',
    ])
      expect(await status(token)).toBe(401)
    expect((await client.get('/_scim/v2/Users')).status).toBe(401)
    // And a token of a directory is no key.
    expect((await app.request('/api/things', {headers: {authorization: `Bearer ${at.token}`}})).status).toBe(401)
    expect(await status(short)).toBe(200)
    clock.now += 25 * 3_600_000
    expect(await status(short)).toBe(401)
    const rows = await engine.store.read(db => db.selectFrom('nonet_directory').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain(at.token.slice(11))
    for (const {id} of rows) await revokeDirectory(engine, String(id))
    // Without a directory, there is nothing.
    expect(await status(at.token)).not.toBe(401)
    expect((await app.request('/_scim/v2/Users')).headers.get('content-type')).not.toContain('scim')
  })

  test('requests are limited, for each token and for guesses', async () => {
    const at = await office({rateLimiter: new RateLimiter({now: () => 0})})
    const statuses = new Map<number, number>()
    for (let each = 0; each < 605; each += 1) {
      const {status, headers} = await at.send('GET', '/ServiceProviderConfig')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 429) expect(headers.get('retry-after')).toBe('60')
    }
    expect([...statuses]).toEqual([
      [200, 600],
      [429, 5],
    ])
  })

  test('hostile requests are refused, and change nothing', async () => {
    const at = await office()
    const id = await created(at)
    const {send} = at
    const filters = [
      `userName eq "x' or '1'='1"`,
      'userName eq "%"',
      'userName eq "x\\" or active eq true"',
      'userName eq "x"); drop table "user"; --',
      `${'('.repeat(11)}userName pr${')'.repeat(11)}`,
      `userName eq "${'x'.repeat(3000)}"`,
      Array.from({length: 100}, () => 'userName pr').join(' or '),
      '__proto__.toString pr',
      'userName',
      'userName eq',
      'userName like "x"',
      'not userName pr',
      'userName eq {"a": 1}',
      'emails[type eq "work"',
    ]
    for (const filter of filters) {
      const {status, json} = await send('GET', filtered(filter))
      expect([filter, status === 400 ? json.scimType : json.totalResults]).toEqual([
        filter,
        status === 400 ? 'invalidFilter' : 0,
      ])
    }
    const patches: readonly (readonly [object | string, number])[] = [
      [operations({op: 'replace', path: '__proto__.polluted', value: 'x'}), 400],
      [operations({op: 'replace', path: 'constructor.prototype', value: 'x'}), 200],
      [`{"Operations": [{"op": "add", "value": {"__proto__": {"polluted": true}}}]}`, 400],
      [operations({op: 'replace', path: 'roles', value: ['Boss']}), 200],
      [operations({op: 'move', path: 'userName'}), 400],
      [operations({op: 'remove'}), 400],
      [operations({op: 'replace', path: 'emails[', value: 'x'}), 400],
      [operations({op: 'replace', path: 'emails[type eq "x" or type eq "y"].value', value: 'a@example.com'}), 400],
      [operations({op: 'replace', path: 'userName', value: ''}), 400],
      [operations({op: 'replace', path: 'displayName', value: 'a\nb'}), 400],
      [operations({op: 'replace', path: 'displayName', value: 'x'.repeat(301)}), 400],
      [operations(...Array.from({length: 1001}, () => ({op: 'replace', path: 'active', value: true}))), 400],
      [{Operations: []}, 400],
    ]
    for (const [body, status] of patches)
      expect([JSON.stringify(body).slice(0, 90), (await send('PATCH', `/Users/${id}`, body)).status]).toEqual([
        JSON.stringify(body).slice(0, 90),
        status,
      ])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await personIn(at, 'bjensen@example.com')).toMatchObject({roles: [], active: true})
    const large = await send('POST', '/Users', {...barbara, userName: 'x@example.com', note: 'x'.repeat(1024 * 1024)})
    expect(large.status).toBe(413)
    const deep = await send('POST', '/Users', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(deep.status).toBe(400)
    expect((await at.fixture.app.request('/_scim/v2/Users/%E0%A4%A')).status).toBe(400)
  })
})
