/** Overtime of people, and the decisions about it. */
import {managerOf, named} from './company.ts'
import type {Row} from './csv.ts'
import {at, later, week, write, writeMoment} from './days.ts'

interface Overtime {
  readonly person: string
  /** Week and weekday from this Monday. */
  readonly day: readonly [weeks: number, weekday: number]
  readonly hours: number
  readonly note: string
  readonly status: 'reported' | 'approved' | 'declined'
  readonly answer?: string
}

const lieu = 'Time off in lieu'

const overtime: readonly Overtime[] = [
  {person: 'Rui Oliveira', day: [-9, 5], hours: 6, note: 'Migrated the database.', status: 'approved'},
  {person: 'Rui Oliveira', day: [-3, 2], hours: 2.5, note: 'Handled an incident in the evening.', status: 'approved'},
  {person: 'Nadia Benali', day: [-5, 5], hours: 8, note: 'On call during the release.', status: 'approved'},
  {person: 'Łukasz Wójcik', day: [-2, 6], hours: 3, note: 'Restored backups on Sunday.', status: 'approved'},
  {person: 'Camille Laurent', day: [-4, 3], hours: 1.5, note: 'Late call with the supplier.', status: 'approved'},
  {person: 'Elif Demir', day: [-6, 5], hours: 7, note: 'Met applicants at a careers fair.', status: 'approved'},
  {
    ...{person: 'Pieter de Vries', day: [-2, 1], hours: 1, note: 'Stayed on for the handover.', status: 'declined'},
    answer: 'An hour now and then is part of the job. Please leave earlier on another day.',
  },
  {person: 'Nadia Benali', day: [-1, 5], hours: 4, note: 'Load tests at the weekend.', status: 'reported'},
  {person: 'Elif Demir', day: [-1, 3], hours: 2, note: 'Demo for a customer in Denver.', status: 'reported'},
]

export const overtimeColumns = [
  ...[
    'person',
    'kind',
    'day',
    'hours',
    'note',
    'status',
    'answer',
    'decided_by',
    'decided_at',
    'created',
    'created_by',
  ],
]

export const overtimeRows: readonly Row[] = overtime.map(({person, day, hours, note, status, answer = ''}) => {
  const [{email}, worked] = [named(person), week(...day)]
  const decided = status !== 'reported'
  return {
    ...{person: email, kind: lieu, day: write(worked), hours: String(hours), note, status, answer},
    decided_by: decided ? (managerOf(named(person))?.email ?? '') : '',
    decided_at: decided ? writeMoment(at(later(worked, 2), '10:20')) : '',
    created: writeMoment(at(worked, '20:45')),
    created_by: email,
  }
})

export const accountRows: readonly Row[] = [
  ...new Set(overtime.filter(({status}) => status === 'approved').map(({person}) => named(person).email)),
].map(person => ({person, kind: lieu}))
