/** Effects that set fields with several values to lists: `many`, `any of` and the roles of people. */

import {describe, expect, it} from 'vitest'
import {operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, shown} from '../kit/time-off.ts'

/** The assigned value, and the resulting names of the tags or colours. */
const cases: readonly (readonly [field: 'tags' | 'colours' | 'watchers', value: string, then: string])[] = [
  ['tags', 'append(tags, Tag[name = "new"][1])', 'new, old'],
  ['tags', 'append(tags, favourite, favourite)', 'new, old'],
  ['tags', 'union(tags, Tag[starts with(name, "n")])', 'new, next, old'],
  ['tags', 'concatenate(tags, Tag)', 'new, next, old'],
  ['tags', 'Tag[name != "next"]', 'new, old'],
  ['tags', 'tags[name = "new"]', ''],
  ['tags', '[favourite]', 'new'],
  ['tags', '[Tag[name = "next"][1], favourite]', 'new, next'],
  ['tags', 'if count(tags) = 1 then Tag else []', 'new, next, old'],
  ['tags', 'if count(tags) = 2 then Tag else []', ''],
  ['tags', 'remove(tags, 1)', ''],
  ['tags', 'sublist(reverse(distinct values(Tag)), 1, 1)', 'new'],
  ['tags', 'kept', 'next'],
  ['tags', '[]', ''],
  ['tags', 'null', ''],
  ['watchers', '[me]', 'Ada'],
  ['watchers', 'append(watchers, me)', 'Ada, Bo'],
  ['watchers', 'User[active]', 'Ada, Bo'],
  ['colours', '["red"]', 'red'],
  ['colours', 'append(colours, "red")', 'red, blue'],
  ['colours', 'colours[item != "blue"]', ''],
  ['colours', 'union(colours, ["green", "blue"])', 'green, blue'],
  ['colours', 'if favourite = null then ["red"] else ["green", "red"]', 'red, green'],
  ['colours', '[]', ''],
]

const document = `# Lists

## 3. Entities

### Tag
- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text | yes | yes |

### Note
- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| tags | many Tag | |
| kept | many Tag | |
| favourite | Tag | |
| watchers | many User | |
| colours | any of red, green, blue | |

### Copy
- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| tags | many Tag | |
| colours | any of red, green, blue | |

## 4. States

### Note
- starts: new

| Action | From | To | Who | Then |
|---|---|---|---|---|
${cases.map(([field, value], at) => `| do ${at} | any | same | Writer | set ${field} = ${value} |`).join('\n')}
| copy | any | same | Writer | create Copy(title: title, tags: union(tags, [favourite]), colours: append(colours, "green")) |
| hire | any | same | Writer | create User(name: "Cy", email: "cy@example.com", roles: ["Reader", "Writer"]) |
| hire alike | any | same | Writer | create User(name: "Di", email: "di@example.com", roles: me.roles) |

## 6. Roles

| Role | Joins by |
|---|---|
| Writer | sign-up |
| Reader | invitation |

| Role | May | On |
|---|---|---|
| Writer, Reader | all | Note, Tag, User, Copy |
`

describe.each(stores)('L3: on $name', ({make}) => {
  async function opened() {
    const {engine} = await engineOf({document, address: await make(document)})
    const user = async (name: string) =>
      done(
        await engine.change(operator, [
          creating('User', {name, email: `${name}@example.com`, roles: ['Writer'], active: true}),
        ]),
      ).id
    const [ada, bo] = [await user('Ada'), await user('Bo')]
    const tags = []
    for (const name of ['old', 'next', 'new'])
      tags.push(done(await engine.change(operator, [creating('Tag', {name})])).id)
    const [old = '', next = '', fresh = ''] = tags
    const made = {title: 'A', tags: [old], kept: [next], favourite: fresh, watchers: [bo], colours: ['blue']}
    const note = () => engine.change(operator, [creating('Note', made)]).then(done)
    return {engine, note, ada: person(ada, 'Writer')}
  }

  it('every list expression in an effect reaches the field', async () => {
    const {engine, note, ada} = await opened()
    const found: string[][] = []
    for (const [at, [field]] of cases.entries()) {
      const record = await note()
      done(await act(engine, ada, record, `do_${at}`))
      const names = field === 'colours' ? 'string(colours[#])' : `${field}[#].name`
      const places = await Promise.all([1, 2, 3].map(place => shown(engine, record, names.replace('#', String(place)))))
      found.push(places.map(text => text.replaceAll('"', '')).filter(text => text !== 'null'))
    }
    const expected = cases.map(([field, , then]) => [field, then])
    expect(
      cases.map(([field], at) => [field, (field === 'colours' ? found[at] : found[at]?.toSorted())?.join(', ')]),
    ).toEqual(expected)
  })

  it('records that effects create get their lists, and people their roles', async () => {
    const {engine, note, ada} = await opened()
    const record = await note()
    done(await act(engine, ada, record, 'copy'))
    expect(await shown(engine, record, 'count(Copy[1].tags)')).toBe('2')
    expect(await shown(engine, record, 'list contains(Copy[1].colours, "green") and count(Copy[1].colours) = 2')).toBe(
      'true',
    )
    done(await act(engine, ada, {...record, version: 1}, 'hire'))
    expect(await shown(engine, record, 'count(User[name = "Cy"][1].roles)')).toBe('2')
    done(await act(engine, ada, {...record, version: 1}, 'hire_alike'))
    expect(await shown(engine, record, 'list contains(User[name = "Di"][1].roles, "Writer")')).toBe('true')
  })
})
