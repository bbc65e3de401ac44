/** The check reports roles that could sign in as others, because they may change addresses but not roles. */

import {expect, it} from 'vitest'
import {checkWhole} from '../../src/screens/testing.ts'

const desk = (grant: string) => `# Desk

## 6. Roles

| Role | Joins by |
|---|---|
| Admin | invitation |
| Hirer | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Admin | read, update | User | | |
| Hirer | read | User | | |
${grant}
`
const found = (grant: string) =>
  checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(desk(grant))}])
    .findings.filter(({code}) => code === 'N626')
    .map(({line, message}) => `${line} ${message}`)

it('X2: a role that may change the email of other people, but not their roles, is a warning', () => {
  expect(found('| Hirer | update | User | | name, email |')).toEqual([
    '14 Hirer may change the `email` of other people but not their `roles`, and could sign in as someone with more of them.',
  ])
  expect(found('| Hirer | update | User | this = me | name, email |')).toEqual([])
  expect(found('| Hirer | update | User | | name |')).toEqual([])
  expect(found('| Hirer | update | User | | name, email, roles |')).toEqual([])
})
