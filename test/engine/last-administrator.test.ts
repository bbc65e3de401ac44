/** The last person who can give people their roles cannot be taken away by people. */
import {describe, expect, test} from 'vitest'
import {operator} from '../../src/engine/base/actor.ts'

import {creating, done, engineOf, person, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Office

## 3. Entities

### Note

| Field | Type | Required |
|---|---|---|
| text | text | yes |

## 6. Roles

| Role | Joins by |
|---|---|
| Head | invitation |
| Clerk | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Head | create, read, update, delete | User | | |
| Clerk | read, update | User | this = me | name |
`

describe.each(stores)('people on $name', ({make}) => {
  test('may give away or lose the roles that administer people only while someone else has them', async () => {
    const {engine} = await engineOf({address: await make(document), document})
    const add = async (name: string, ...roles: string[]) =>
      done(await engine.change(operator, [creating('User', {name, email: `${name}@example.com`, roles})]))
    const [ada, bo, eve] = [await add('ada', 'Head'), await add('bo', 'Head'), await add('eve', 'Clerk')]
    const me = person(ada.id, 'Head')
    done(await engine.change(me, [updating('User', bo, {active: false})]))
    for (const change of [{roles: ['Clerk']}, {active: false}, {roles: []}])
      expect(refusals(await engine.change(me, [updating('User', ada, change)]))).toEqual(['LAST_ADMINISTRATOR'])
    const renamed = done(
      await engine.change(me, [updating('User', ada, {name: 'Ada Lovelace', roles: ['Head', 'Clerk']})]),
    )
    // Both at once: the role is handed over.
    const change = [updating('User', eve, {roles: ['Head']}), updating('User', renamed, {roles: ['Clerk']})]
    expect(await engine.change(me, change)).toMatchObject({ok: true})
  })

  test('are not protected from operators', async () => {
    const {engine} = await engineOf({address: await make(document), document})
    const fields = {name: 'ada', email: 'ada@example.com', roles: ['Head']}
    const ada = done(await engine.change(operator, [creating('User', fields)]))
    done(await engine.change(operator, [updating('User', ada, {active: false})]))
  })
})
