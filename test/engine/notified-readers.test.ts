/** What an action that only notifies leaves behind: an entry of the history says that it happened, so someone must have been notified. */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {documentGrants, type Engine, operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act} from '../kit/time-off.ts'

const document = (reads: string) => `# Clinic

## 3. Entities

### Slot

| Field | Type | Required |
|---|---|---|
| subject | text 1..60 | yes |
| waiting | many User | |
| noted | yes/no | |

## 4. States

### Slot

- starts: booked
- final: cancelled

| Action | From | To | Who | When | Then | Says |
|---|---|---|---|---|---|---|
| cancel | booked | cancelled | Desk | | | |
| offer | cancelled | same | system | subject != null | notify waiting "Free: {subject}." | offered to the waiting list |
| remind | cancelled | same | Desk | | for each w in waiting: notify w | reminded the waiting list |
| note | cancelled | same | Desk | | notify waiting; set noted = true | noted the slot |

## 6. Roles

| Role | Joins by |
|---|---|
| Desk | invitation |
| Patient | invitation |

| Role | May | On | Where |
|---|---|---|---|
| Desk | all | Slot | |
| Patient | read | Slot | ${reads} |
| signed in | read | User | |
`

async function actionsIn(engine: Engine, query: string): Promise<unknown[]> {
  const {rows} = await engine.read(operator, ({db}) => sql.raw<{action: unknown}>(query).execute(db))
  return rows.map(({action}) => action)
}

describe.each(stores)('D4: an action that notifies on $name', ({make}) => {
  const clinic = async (reads: string) => {
    const text = document(reads)
    const {engine} = await engineOf({document: text, address: await make(text), grants: documentGrants})
    const add = async (name: string, role: string) => {
      const fields = {name, email: `${name}@example.com`, roles: [role]}
      return done(await engine.change(operator, [creating('User', fields)])).id
    }
    const desk = person(await add('dora', 'Desk'), 'Desk')
    const pat = await add('pat', 'Patient')
    const slot = done(await engine.change(desk, [creating('Slot', {subject: 'Monday', waiting: [pat]})]))
    const cancelled = done(await act(engine, desk, slot, 'cancel'))
    return {engine, desk, cancelled}
  }
  const told = (engine: Engine) => actionsIn(engine, 'select action from nonet_notification order by id')
  const happened = (engine: Engine) =>
    actionsIn(
      engine,
      "select action from nonet_history where action not in ('create', 'cancel') and entity = 'Slot' order by id",
    )

  it('leaves no entry of the history if none of its people may read the record', async () => {
    const {engine, desk, cancelled} = await clinic('status = "booked"')
    await runSystemActions(engine)
    done(await act(engine, desk, cancelled, 'remind'))
    expect(await happened(engine)).toEqual([])
    expect(await told(engine)).toEqual([])
    expect((await runSystemActions(engine)).performed).toBe(0)
  })

  it('leaves one if someone may read it, and notifies them', async () => {
    const {engine, desk, cancelled} = await clinic('list contains(waiting, me)')
    await runSystemActions(engine)
    done(await act(engine, desk, cancelled, 'remind'))
    expect(await happened(engine)).toEqual(['offer', 'remind'])
    expect(await told(engine)).toEqual(['offer', 'remind'])
  })

  it('leaves one if it did more than notify', async () => {
    const {engine, desk, cancelled} = await clinic('status = "booked"')
    done(await act(engine, desk, cancelled, 'note'))
    expect(await happened(engine)).toEqual(['note'])
  })
})
