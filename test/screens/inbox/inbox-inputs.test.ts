/** Rules that depend on what a decision asks for: their outcome is not known before it is typed. */
import {describe, expect, it} from 'vitest'
import {documentRules} from '../../../src/engine/transaction/rules.ts'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import type {InboxData} from '../../../src/screens/inbox/data.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'

const document = `# Grants

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| To decide | / | inbox of Application | Officer |
| Application | /applications/:number | record of Application | Officer |

### To decide
- where: status = "submitted"
- actions: award, reject
- figures: requested
- checks: yes

## 3. Entities

### Application
- named by: number

| Field | Type | Required |
|---|---|---|
| number | serial | |
| requested | number | yes |
| granted | number | |
| complete | yes/no | yes |

## 4. States

### Application
- starts: submitted
- final: awarded, rejected

| Action | From | To | Who | Asks | Then |
|---|---|---|---|---|---|
| award | submitted | awarded | Officer | amount: number | set granted = amount |
| reject | submitted | rejected | Officer | | |

### Application award form
- text: How much?

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not more than requested | Application award | granted <= requested | TOO_MUCH |
| complete | Application award | complete | INCOMPLETE |

## 6. Roles

| Role | Joins by |
|---|---|
| Officer | invitation |

| Role | May | On |
|---|---|---|
| Officer | all | Application |
| Officer | read | User |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_MUCH | 422 | This is more than was requested. |
| INCOMPLETE | 422 | The application is not complete. |
`

describe.each(storesOfStories)('an inbox with inputs, on $name', ({make}) => {
  it('D5: leaves out rules about what an action sets from its input', async () => {
    const {engine} = await engineOf({
      document,
      address: await make(document),
      grants: documentGrants,
      rules: (writing, change) => documentRules(writing.specification)(writing, change),
    })
    const fields = {email: 'o@example.com', name: 'Olga', roles: ['Officer']}
    const officer: Actor = person(done(await engine.change(operator, [creating('User', fields)])).id, 'Officer')
    const pages = pagesOf(engine)
    for (const complete of [true, false])
      done(await engine.change(operator, [creating('Application', {requested: 100, complete})]))
    const {data} = await pages.get<InboxData>(officer, '/')
    expect(data.records.map(({check}) => check?.text ?? null)).toEqual([null, 'The application is not complete.'])
    expect(data.selected?.checks).toEqual([{text: 'Complete', outcome: 'holds'}])
    const asked = async (amount: string) => {
      const form = await pages.post<FormScreenData>(officer, '/applications/1?action=award', {
        _action: '_preview',
        amount,
      })
      return form.data.hints?.problems
    }
    expect(await asked('')).toEqual([])
    const refused = await pages.post<FormScreenData>(officer, '/applications/1', {
      _action: 'award',
      _version: '1',
      amount: '200',
    })
    expect(JSON.stringify(refused.data)).toContain('This is more than was requested.')
  })
})
