/** The absence report of last month: a row for each person and each team. Its payroll lines follow from the requests. */
import {named, people, teams} from './company.ts'
import type {Row} from './csv.ts'

const number = '1'
const [created, created_by] = ['month end-1 16:20', named('Anna Moreau').email]

export const reportRows: readonly Row[] = [{number, first_day: 'month-1', last_day: 'month end-1', created, created_by}]
export const absenceRows: readonly Row[] = people.map(({email}) => ({
  report: number,
  person: email,
  created,
  created_by,
}))
export const sickRateRows: readonly Row[] = teams.map(({name}) => ({report: number, team: name, created, created_by}))
