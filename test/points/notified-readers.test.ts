/** The check reports notifications to people who may not read the record, because they are never shown. */

import {describe, expect, it} from 'vitest'
import {checkWhole} from '../../src/screens/testing.ts'

interface Clinic {
  /** The rows of grants of patients, and others. */
  readonly grants: string
  readonly does?: string
  readonly bullets?: string
}

const clinic = ({grants, does = 'notify waits.patient.account', bullets = ''}: Clinic) => `# Clinic

## 3. Entities

### Patient

| Field | Type |
|---|---|
| name | text 1..60 |
| account | User |

### Slot

- named by: subject

| Field | Type |
|---|---|
| subject | text 1..60 |
| patient | Patient |
| waits | list of Wait by slot |
| helpers | many User |

### Wait

| Field | Type |
|---|---|
| slot | Slot |
| patient | Patient |

## 4. States

### Slot

- starts: booked
- final: cancelled
${bullets}
| Action | From | To | Who | Then |
|---|---|---|---|---|
| cancel | booked | cancelled | Desk | ${does} |

## 6. Roles

| Role | Joins by |
|---|---|
| Desk | invitation |
| Patient | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Desk | all | Slot, Patient, Wait | | |
| Patient | create, read | Patient | account = me | |
| Patient | all | Wait | patient.account = me | |
| signed in | read | User | | name |
${grants}
`

const found = (options: Clinic) =>
  checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(clinic(options))}])
    .findings.filter(({code}) => code !== 'N233' && code !== 'N625')
    .map(({code, line, column, message, hint}) => `${code} ${line}:${column} ${message} ${hint}`)

const busy = '| Patient | read | Slot | status = "booked" | subject |'
const own = '| Patient | read | Slot | patient.account = me | |'

describe('D4: a notification to people who may not read the record', () => {
  it('is a warning at the people, with the state in which they may not read it', () => {
    expect(found({grants: busy})).toEqual([
      'N439 39:47 These people are not notified: Patient may not read Slot in the state `cancelled`, and people are notified only of records that they may read. Grant Patient `read` on Slot where `status = "cancelled"` in point 6, or notify them in an action of a record that they may read.',
    ])
  })

  it('is a warning for people of other records, whose own records are others', () => {
    expect(found({grants: `${busy}\n${own}`})).toHaveLength(1)
  })

  it('is gone once the suggested grant has been added', () => {
    expect(found({grants: `${busy}\n| Patient | read | Slot | status = "cancelled" | |`})).toEqual([])
  })

  it('is none for people named by a grant', () => {
    expect(found({grants: own, does: 'notify patient.account'})).toEqual([])
    expect(found({grants: busy, does: 'notify patient.account'})).toHaveLength(1)
    const helpers = '| Patient | read | Slot | list contains(helpers, me) | |'
    expect(found({grants: helpers, does: 'notify helpers'})).toEqual([])
  })

  it('is none for people who may have a role that reads it', () => {
    expect(found({grants: busy, does: 'notify helpers'})).toEqual([])
    expect(found({grants: busy, does: 'notify User[list contains(roles, "Desk")]'})).toEqual([])
  })

  it('is a warning for people with a role that does not read it', () => {
    const [first = '', ...others] = found({grants: own, does: 'notify User[list contains(roles, "Patient")]'})
    expect(first).toMatch(/^N439 39:47 These people are not notified: Patient may not read Slot/)
    expect(others).toEqual([])
  })

  it('is a warning where a plain change is told', () => {
    const bullets = '- when changed: notify User[list contains(roles, "Patient")]\n'
    const [first = '', ...others] = found({grants: own, does: '', bullets})
    expect(first).toMatch(/^N439 36:24 These people are not notified: Patient may not read Slot, and people/)
    expect(others).toEqual([])
  })
})
