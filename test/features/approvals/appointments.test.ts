/** A form with a strip and other values, for a person who may not read all records. */
import {describe, expect, it} from 'vitest'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'

const document = `# Clinic

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Appointments | / | list of Appointment | signed in |
| Book | /book | form for Appointment | signed in |

### Book
- fields: doctor, patient, starts, ends
- strip: starts..ends per doctor
- instead: doctor

## 3. Entities

### Doctor
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### Appointment
- span: time = starts..ends

| Field | Type | Required | Default |
|---|---|---|---|
| doctor | Doctor | yes | |
| patient | User | yes | me |
| starts | date and time | yes | |
| ends | date and time | yes | |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| doctor is free | Appointment | count(Appointment[doctor = this.doctor and this != item and starts < this.ends and ends > this.starts]) = 0 | DOCTOR_BUSY |
| patient is free | Appointment | count(Appointment[patient = this.patient and this != item and starts < this.ends and ends > this.starts]) = 0 | PATIENT_BUSY |

## 6. Roles

| Role | Joins by |
|---|---|
| Patient | sign-up |
| Desk | invitation |

| Role | May | On | Where |
|---|---|---|---|
| Patient | create, read | Appointment | patient = me |
| Desk | all | Appointment, Doctor | |
| signed in | read | Doctor, User | |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| DOCTOR_BUSY | 409 | This doctor is busy then. |
| PATIENT_BUSY | 409 | You have another appointment then. |
`

describe.each(storesOfStories)('a form of appointments, on $name', ({make}) => {
  const clinic = async () => {
    const {engine, clock} = await engineOf({document, address: await make(document), grants: documentGrants})
    clock.now = Date.parse('2026-05-04T06:00:00Z')
    const member = async (name: string, role: string): Promise<Actor & {readonly id: string}> => {
      const {id} = done(
        await engine.change(operator, [creating('User', {name, email: `${name}@x.example`, roles: [role]})]),
      )
      return {...person(id, role), id}
    }
    const [pat, other, desk] = [
      await member('pat', 'Patient'),
      await member('other', 'Patient'),
      await member('desk', 'Desk'),
    ]
    const doctor = async (name: string) => done(await engine.change(operator, [creating('Doctor', {name})])).id
    const [vogt, weber] = [await doctor('Vogt'), await doctor('Weber')]
    const book = async (who: {readonly id: string}, by: string, starts: string, ends: string) =>
      done(await engine.change(operator, [creating('Appointment', {doctor: by, patient: who.id, starts, ends})]))
    const asked = async (who: Actor & {readonly id: string}, by: string, starts: string, ends: string) => {
      const sent = {_action: '_preview', doctor: by, patient: who.id, starts, ends}
      const {data} = await pagesOf(engine).post<FormScreenData>(who, '/book', sent)
      return data.hints?.summary
    }
    return {pat, other, desk, vogt, weber, book, asked}
  }
  const day = '2026-05-05'

  it('D8: calls time free only for people who may read all that could take it', async () => {
    const {pat, other, desk, vogt, book, asked} = await clinic()
    await book(other, vogt, `${day}T14:00:00Z`, `${day}T15:00:00Z`)
    const texts = async (who: typeof pat) => {
      const strip = (await asked(who, vogt, `${day}T09:00`, `${day}T09:30`))?.day
      return strip && 'free' in strip ? strip.free.map(({text}) => text.replace(/\d.*/, '')) : []
    }
    expect(new Set(await texts(desk))).toEqual(new Set(['Free ']))
    expect(new Set(await texts(pat))).toEqual(new Set(['Nothing that you can see ']))
  })

  it('D10: offers no value with which another rule is still broken', async () => {
    const {pat, other, vogt, weber, book, asked} = await clinic()
    await book(other, vogt, `${day}T14:00:00Z`, `${day}T15:00:00Z`)
    const at = (hour: number) => [`${day}T${hour}:00`, `${day}T${hour}:30`] as const
    const offered = async () => {
      const checks = (await asked(pat, vogt, ...at(14)))?.checks ?? []
      return checks.filter(({outcome}) => outcome === 'blocks').map(({fixes}) => fixes.map(({label}) => label))
    }
    expect(await offered()).toEqual([['Use Weber instead']])
    await book(pat, weber, `${day}T14:15:00Z`, `${day}T14:20:00Z`)
    expect(await offered()).toEqual([[], []])
  })
})
