/** The owner of a record in an inbox, where the name of the record does not mention them. */
import {describe, expect, test} from 'vitest'
import type {InboxData} from '../../../src/screens/inbox/data.ts'
import {documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'

const lending = `# Lending

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Requests | / | inbox of Loan | Desk |

### Requests

- where: status = "requested"
- columns: thing
- actions: approve

## 3. Entities

### Loan

- named by: thing
- owner: borrower

| Field | Type | Required | Default |
|---|---|---|---|
| thing | text | yes | |
| borrower | User | yes | |

## 4. States

### Loan

- starts: requested
- final: approved

| Action | From | To | Who |
|---|---|---|---|
| approve | requested | approved | Desk |

## 6. Roles

| Role | Joins by |
|---|---|
| Desk | sign-up |

| Role | May | On |
|---|---|---|
| Desk | all | Loan, User |
`

describe.each(storesOfStories)('the line of an inbox, on $name', ({make}) => {
  test('names the owner, then the record', async () => {
    const {engine} = await engineOf({document: lending, address: await make(lending), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const bea = await add('User', {name: 'Bea', email: 'bea@example.org'})
    const dora = await add('User', {name: 'Dora', email: 'dora@example.org'})
    await add('Loan', {thing: 'Camera', borrower: bea.id})
    const {data} = await pagesOf(engine).get<InboxData>(person(dora.id, 'Desk'), '/')
    expect(data.records).toMatchObject([{name: 'Bea', person: bea.id, texts: ['Camera']}])
    expect(data.selected?.person).toEqual({id: bea.id, name: 'Bea'})
  })
})
