import {Form} from 'react-router'
import type {Listed, Option} from '../../../data/list.ts'
import {states, stateText} from '../../../data/words.ts'

export function Filters({kinds, teams, people, asked}: Listed) {
  const statuses = states.map(state => ({value: state, label: stateText(state)}))
  return (
    <Form className="bar" method="get" action="/requests">
      <label htmlFor="q">Search</label>
      <input id="q" name="q" type="search" placeholder="Search" defaultValue={asked.q} />
      <Choice label="Status" name="status" value={asked.status} options={statuses} />
      <Choice label="Kind" name="kind" value={asked.kind} options={kinds} />
      <Choice label="Team" name="person.team" value={asked.team} options={teams} />
      <Choice label="Person" name="person" value={asked.person} options={people} />
      <span className="chip">
        <label htmlFor="from">First day</label>
        <input id="from" name="first_day.from" type="date" defaultValue={asked.from} />–
        <input name="first_day.to" type="date" aria-label="First day, to" defaultValue={asked.to} />
      </span>
      <button className="button" type="submit">
        Show
      </button>
    </Form>
  )
}

function Choice({label, name, value, options}: {label: string; name: string; value: string; options: readonly Option[]}) {
  return (
    <span className="chip">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
        <option value="">All</option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
