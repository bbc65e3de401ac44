/** A document without screens has a list, a record and a form for every entity, for the permitted roles. */

import {describe, expect, test} from 'vitest'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {type Actor, documentGrants, nobody, operator} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'
import {creating, done, engineOf} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {sqlite} from '../kit/store-databases.ts'

const library = `# Library

## 3. Entities

### Author
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..80 | yes |

### Book
- named by: title

| Field | Type | Required |
|---|---|---|
| title | text 1..120 | yes |
| author | Author | |
| kind | one of novel, essay | |
| chapters | list of Chapter by book | |

### Chapter
- part of: Book
- named by: title

| Field | Type |
|---|---|
| book | Book |
| title | text 1..80 |
`

const roles = `
## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Reader | reads | sign-up |
| Librarian | keeps order | invitation |

| Role | May | On |
|---|---|---|
| Reader | read | Book |
| Librarian | all | Book, Author |
`

const routesOf = (document: string) =>
  documentOf(document).specification.screens.screens.map(({name, route, for: whom}) => [
    name,
    route.path,
    whom.kind === 'roles' ? whom.roles.join(', ') : whom.kind,
  ])

const {make} = sqlite

describe('derived screens', () => {
  test('are for roles that may read or create, and line items have none of their own', () => {
    expect(routesOf(library + roles)).toEqual([
      ['Authors', '/authors', 'Librarian'],
      ['New author', '/authors/new', 'Librarian'],
      ['Author', '/authors/:id', 'Librarian'],
      ['Books', '/books', 'Reader, Librarian'],
      ['New book', '/books/new', 'Librarian'],
      ['Book', '/books/:id', 'Reader, Librarian'],
    ])
    expect(routesOf(library).map(([, path, whom]) => `${path} ${whom}`)).toContain('/users Member')
    expect(routesOf('# Nothing yet\n').map(([, path, whom]) => `${path} ${whom}`)).toEqual([
      '/users Member',
      '/users/new Member',
      '/users/:id Member',
    ])
  })

  test('work: a record created in the form is in the list and has a page', async () => {
    const {engine} = await engineOf({document: library, address: await make(library), grants: documentGrants})
    const fields = {email: 'ada@example.com', name: 'Ada', roles: ['Member']}
    const {id} = done(await engine.change(operator, [creating('User', fields)]))
    const ada: Actor = {kind: 'person', id, name: 'Ada', roles: ['Member']}
    const pages = pagesOf(engine)
    expect((await pages.get(nobody, '/books')).status).toBe(404)
    const form = await pages.get<FormScreenData>(ada, '/books/new')
    expect(form.data.fields.map(({name}) => name)).toContain('author')
    const made = await pages.post(ada, '/books/new', {_action: 'create', title: 'Middlemarch', kind: 'novel'})
    expect(made.redirect).toMatch(/^\/books\/[\w-]+$/)
    const record = await pages.get<RecordData>(ada, made.redirect ?? '')
    expect(record.data.heading).toBe('Middlemarch')
    const {data} = await pages.get<ListData>(ada, '/books?kind=novel')
    expect(data.records.map(({href}) => href)).toEqual([made.redirect])
    expect(data.create).toEqual({label: 'New book', href: '/books/new'})
  })

  test('do not ask for a person if none can be chosen and the document has a default', async () => {
    const lending = `# Lending

## 3. Entities

### Loan

| Field | Type | Required | Default |
|---|---|---|---|
| tool | text 1..40 | yes | |
| borrower | User | yes | me |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Neighbour | borrows | sign-up |

| Role | May | On | Where |
|---|---|---|---|
| Neighbour | create, read | Loan | borrower = me |
`
    const {engine} = await engineOf({document: lending, address: await make(lending), grants: documentGrants})
    const fields = {email: 'ada@example.com', name: 'Ada', roles: ['Neighbour']}
    const {id} = done(await engine.change(operator, [creating('User', fields)]))
    const ada: Actor = {kind: 'person', id, name: 'Ada', roles: ['Neighbour']}
    const pages = pagesOf(engine)
    const form = await pages.get<FormScreenData>(ada, '/loans/new')
    expect(form.data.fields.map(({name}) => name)).toEqual(['tool'])
    const made = await pages.post(ada, '/loans/new', {_action: 'create', tool: 'Saw'})
    expect(made.redirect).toMatch(/^\/loans\//)
  })
})
