/** SCIM: the steps of the validators of Entra and Okta, and what RFC 7644 says of names, versions and pages. */
import {describe, expect, test} from 'vitest'
import {addWithPassword, changePerson} from '../../src/accounts/admin.ts'
import {makeApplication} from '../../src/accounts/keys.ts'
import {
  barbara,
  created,
  filtered,
  type Office,
  officeAt,
  operations,
  personIn,
  scimDocument,
  userSchema,
} from '../kit/scim.ts'
import {stores} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const core = 'urn:ietf:params:scim:schemas:core:2.0'

describe.each(stores)('a client of SCIM on $name', ({make}) => {
  const office = async (): Promise<Office> => officeAt(await make(scimDocument))

  test('Okta imports people who were here before, with both parts of their names', async () => {
    const at = await office()
    await addWithPassword(at.fixture.engine, {
      name: 'Ada King Lovelace',
      email: 'ada@example.com',
      roles: ['Boss'],
      password,
    })
    const {json} = await at.send('GET', '/Users?startIndex=1&count=2')
    expect(json).toMatchObject({itemsPerPage: 1, totalResults: 1})
    expect(json.Resources[0]).toMatchObject({
      ...{userName: 'ada@example.com', active: true, emails: [{value: 'ada@example.com'}]},
      name: {formatted: 'Ada King Lovelace', givenName: 'Ada King', familyName: 'Lovelace'},
    })
  })

  test('what a PUT or a PATCH does not say of access stays as it is', async () => {
    const at = await office()
    const id = await created(at)
    const state = async () => (await personIn(at, 'bjensen@example.com'))?.active
    await at.send('PATCH', `/Users/${id}`, operations({op: 'replace', path: 'active', value: 'False'}))
    expect(await state()).toBe(false)
    expect((await at.send('PUT', `/Users/${id}`, {...barbara, displayName: 'Babs'})).json.active).toBe(false)
    expect(await state()).toBe(false)
    await at.send('PATCH', `/Users/${id}`, operations({op: 'remove', path: 'active'}))
    await at.send('PATCH', `/Users/${id}`, operations({op: 'replace', value: {active: null}}))
    expect(await state()).toBe(false)
    await at.send('PATCH', `/Users/${id}`, operations({op: 'Replace', path: 'active', value: 'True'}))
    expect(await state()).toBe(true)
  })

  test('attributes are named with their schema, and parts of attributes alone', async () => {
    const at = await office()
    const id = await created(at)
    const keys = async (query: string) => Object.keys((await at.send('GET', `/Users/${id}?${query}`)).json).toSorted()
    expect(await keys(`attributes=${core}:User:userName,ACTIVE`)).toEqual(['active', 'id', 'schemas', 'userName'])
    const part = await at.send('GET', `/Users/${id}?attributes=name.familyName, emails.value`)
    expect(part.json).toEqual({
      schemas: [userSchema],
      id,
      name: {familyName: 'Jensen'},
      emails: [{value: 'bjensen@example.com'}],
    })
    const left = (await at.send('GET', `/Users/${id}?excludedAttributes=name.formatted,${core}:User:meta, id`)).json
    expect(left.name).toEqual({familyName: 'Jensen', givenName: 'Barbara'})
    expect([left.id, left.meta]).toEqual([id, undefined])
    const group = await at.send('POST', '/Groups', {displayName: 'desk-leads', members: [{value: id}]})
    for (const [query, members] of [
      ['excludedAttributes=members', undefined],
      ['excludedAttributes=id, members', undefined],
      ['excludedAttributes=members.$ref,members.type', [{value: id}]],
      ['attributes=id,displayName', undefined],
      [`attributes=${core}:Group:members.value`, [{value: id}]],
    ] as const) {
      expect((await at.send('GET', `/Groups/${group.json.id}?${query}`)).json.members).toEqual(members)
      expect((await at.send('GET', `/Groups?${query}`)).json.Resources[0].members).toEqual(members)
    }
    const member = `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`members eq "${id}"`)}`
    expect((await at.send('GET', member)).json).toMatchObject({totalResults: 1})
  })

  test('attributes of other schemas are not those of this one with the same name', async () => {
    const at = await office()
    const id = await created(at)
    const others = operations(
      {op: 'Add', path: `${enterprise}:displayName`, value: 'Another'},
      {op: 'Replace', value: {'urn:example:custom:2.0:User:active': false, [enterprise]: {userName: 'x'}}},
      {op: 'Add', path: `${enterprise}:manager`, value: {value: id}},
      {op: 'Replace', path: 'urn:example:custom:2.0:User:externalId', value: 'x'},
    )
    const {json} = await at.send('PATCH', `/Users/${id}`, others)
    expect(json).toMatchObject({...barbara, active: true})
    expect(json.displayName).toBeUndefined()
    const named = operations({op: 'Replace', path: `${core}:User:displayName`, value: 'Babs'})
    expect((await at.send('PATCH', `/Users/${id}`, named)).json.displayName).toBe('Babs')
    expect((await at.send('GET', filtered(`${enterprise}:userName eq "bjensen@example.com"`))).json.totalResults).toBe(
      0,
    )
    expect((await at.send('GET', filtered(`${core}:user:userName eq "bjensen@example.com"`))).json.totalResults).toBe(1)
  })

  test('the version is in the resource and in the header, and several may be sent', async () => {
    const at = await office()
    const id = await created(at)
    const read = await at.send('GET', `/Users/${id}`)
    const tag = read.headers.get('etag') ?? ''
    expect(read.json.meta.version).toBe(tag)
    expect((await at.send('GET', '/Users')).json.Resources[0].meta.version).toBe(tag)
    for (const sent of [tag, `W/"x", ${tag}`, tag.replace('W/', ''), '*'])
      expect([sent, (await at.send('GET', `/Users/${id}`, undefined, {'if-none-match': sent})).status]).toEqual([
        sent,
        304,
      ])
    const change = (value: string) => operations({op: 'replace', path: 'displayName', value})
    const patch = (value: string, sent: string) => at.send('PATCH', `/Users/${id}`, change(value), {'if-match': sent})
    expect((await patch('Babs', 'W/"x", W/"y"')).status).toBe(412)
    expect((await patch('Babs', `W/"x", ${tag}`)).status).toBe(200)
    expect((await patch('Bea', tag)).status).toBe(412)
    expect((await at.send('DELETE', `/Users/${id}`, undefined, {'if-match': tag})).status).toBe(412)
    const group = await at.send('POST', '/Groups', {displayName: 'desk-leads', members: [{value: id}]})
    const {version} = group.json.meta
    expect(version).toBe(group.headers.get('etag'))
    // A page without members cannot say which version it is.
    expect((await at.send('GET', '/Groups?excludedAttributes=members')).json.Resources[0].meta.version).toBeUndefined()
    expect((await at.send('GET', '/Groups')).json.Resources[0].meta.version).toBe(version)
    const path = `/Groups/${group.json.id}`
    expect((await at.send('PATCH', path, change('others'), {'if-match': version})).status).toBe(200)
    expect((await at.send('DELETE', path, undefined, {'if-match': version})).status).toBe(412)
  })

  test('a user name is that of one person, also of one whom the directory has not described', async () => {
    const at = await office()
    await addWithPassword(at.fixture.engine, {name: 'Ada', email: 'ada@example.com', roles: ['Boss'], password})
    const id = await created(at)
    const other = {...barbara, userName: 'ADA@example.com', emails: [{value: 'other@example.com'}]}
    expect((await at.send('POST', '/Users', other)).json).toMatchObject({status: '409', scimType: 'uniqueness'})
    expect((await at.send('PUT', `/Users/${id}`, other)).json).toMatchObject({status: '409', scimType: 'uniqueness'})
    expect((await at.send('GET', filtered('userName eq "ada@example.com"'))).json.totalResults).toBe(1)
  })

  test('someone who was removed is created again, found by name, and removed once', async () => {
    const at = await office()
    const id = await created(at)
    expect((await at.send('DELETE', `/Users/${id}`)).status).toBe(204)
    for (const [method, body] of [
      ['DELETE', undefined],
      ['GET', undefined],
      ['PUT', barbara],
      ['PATCH', operations({op: 'replace', path: 'active', value: true})],
    ] as const)
      expect([method, (await at.send(method, `/Users/${id}`, body)).status]).toEqual([method, 404])
    expect((await at.send('GET', filtered('userName eq "bjensen@example.com"'))).json.totalResults).toBe(0)
    expect(await created(at)).toBe(id)
    // Someone who was deactivated here stays so: this is not their directory's word.
    const person = await personIn(at, 'bjensen@example.com')
    if (person) await changePerson(at.fixture.engine, person, {active: false})
    await at.send('PATCH', `/Users/${id}`, operations({op: 'replace', path: 'displayName', value: 'Babs'}))
    expect(await personIn(at, 'bjensen@example.com')).toMatchObject({name: 'Babs', active: false})
  })

  test('people cannot hide from their directory behind an address', async () => {
    const at = await office()
    const id = await created(at)
    const {engine} = at.fixture
    const email = 'bjensen@application.invalid'
    const fields = new Map([['email', {form: [email]}]])
    await engine.change({kind: 'operator'}, [{kind: 'update', entity: 'User', id, version: 1, fields}])
    const {json} = await at.send('GET', `/Users/${id}`)
    expect(json.emails).toMatchObject([{value: email}])
    const leaves = operations({op: 'replace', path: 'active', value: false})
    expect((await at.send('PATCH', `/Users/${id}`, leaves)).status).toBe(200)
    expect(await personIn(at, email)).toMatchObject({active: false})
    // An application is not a person of the directory.
    await makeApplication(engine, {name: 'Till', roles: ['Lead']})
    expect((await at.send('GET', '/Users')).json.totalResults).toBe(1)
  })

  test('members are added twice, removed by each way, and unknown ones change nothing', async () => {
    const at = await office()
    const [ann, ben, cy] = [
      await created(at, {userName: 'ann@example.com'}),
      await created(at, {userName: 'ben@example.com'}),
      await created(at, {userName: 'cy@example.com'}),
    ]
    const group = await at.send('POST', '/Groups', {displayName: 'desk-leads', members: [{value: ann}, {value: ann}]})
    const path = `/Groups/${group.json.id}`
    const membersWith = async (...list: readonly object[]) => {
      const {status, json} = await at.send('PATCH', path, operations(...list))
      return status === 200
        ? json.members.map(({value}: {value: string}) => [ann, ben, cy].indexOf(value))
        : [status, json.scimType]
    }
    expect(await membersWith({op: 'Add', path: 'members', value: [{value: ann}, {value: ben}]})).toEqual([0, 1])
    expect(await membersWith({op: 'add', value: {members: [{value: cy, display: 'Cy'}]}})).toEqual([0, 1, 2])
    expect(await membersWith({op: 'Remove', path: `members[value eq "${ann}"]`})).toEqual([1, 2])
    expect(await membersWith({op: 'Remove', path: `members[value eq "${ann}"]`})).toEqual([1, 2])
    expect(await membersWith({op: 'remove', path: `members[value eq "${ben}" or value eq "${cy}"]`})).toEqual([])
    expect(await membersWith({op: 'Add', path: 'members', value: [{value: crypto.randomUUID()}]})).toEqual([
      400,
      'invalidValue',
    ])
    expect(await membersWith({op: 'Add', path: 'members', value: [{value: group.json.id}]})).toEqual([
      400,
      'invalidValue',
    ])
    expect(
      await membersWith({op: 'Add', path: 'members', value: ann}, {op: 'Add', path: 'members', value: cy}),
    ).toEqual([0, 2])
    // Of several operations, one that is wrong leaves everything as it was.
    expect(await membersWith({op: 'Remove', path: 'members'}, {op: 'Replace', path: 'displayName', value: ''})).toEqual(
      [400, 'invalidValue'],
    )
    expect((await at.send('GET', path)).json.members).toHaveLength(2)
    expect(await membersWith({op: 'Remove', path: 'members'})).toEqual([])
    expect((await at.send('POST', '/Groups', {displayName: 'DESK-leads'})).json).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    })
  })

  test('pages of a filter, and of groups', async () => {
    const at = await office()
    for (const name of ['a', 'b', 'c']) {
      const id = await created(at, {userName: `${name}@example.com`, displayName: name})
      await at.send('POST', '/Groups', {displayName: name, members: [{value: id}]})
    }
    const page = async (path: string) => {
      const {json} = await at.send('GET', path)
      return [
        json.totalResults,
        json.startIndex,
        json.itemsPerPage,
        json.Resources.map((one: {displayName: string}) => one.displayName).join(''),
      ]
    }
    expect(await page(`${filtered('active eq true')}&startIndex=2&count=1`)).toEqual([3, 2, 1, 'b'])
    expect(await page('/Groups?startIndex=2&count=5')).toEqual([3, 2, 2, 'bc'])
    expect(await page('/Groups?count=0')).toEqual([3, 1, 0, ''])
    expect(await page(`/Groups?filter=${encodeURIComponent('displayName EQ "B"')}`)).toEqual([1, 1, 1, 'b'])
    // Nothing is searched in what is fixed (RFC 7644, 4).
    expect((await at.send('GET', `/Schemas?filter=${encodeURIComponent('id pr')}`)).status).toBe(403)
  })
})
