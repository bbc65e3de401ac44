/** The invitation of a person on their own page. */
import {describe, expect, test} from 'vitest'
import {accountState} from '../../src/accounts/invitations.ts'
import {operator} from '../../src/screens/testing.ts'
import {creating, done, person} from '../kit/engine.ts'
import {peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const document = `# People

## 6. Roles

| Role | Joins by |
|---|---|
| Writer | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Writer | update | User | this = me | name |
| Writer | read | User | | |
`

describe.each(storesOfStories)('an account without a password, on $name', ({make}) => {
  test('A6: is not invited by its own person', async () => {
    const {engine, world} = await peopleFixture({address: await make(document), document, records: true, mails: true})
    const people = ['ann', 'ben'].map(name => creating('User', {name, email: `${name}@example.com`, roles: ['Writer']}))
    const [ann = '', ben = ''] = await Promise.all(
      people.map(async each => done(await engine.change(operator, [each])).id),
    )
    expect(await accountState(world, person(ann, 'Writer'), ann)).toEqual({
      kind: 'open',
      asked: null,
      mayBeSignedOut: false,
    })
    expect(await accountState(world, person(ann, 'Writer'), ben)).toBeNull()
    expect(await accountState(world, operator, ann)).toMatchObject({kind: 'none'})
  })
})
