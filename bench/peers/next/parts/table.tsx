import Link from 'next/link'
import type {ListedRequest} from '../../data/list.ts'
import {columns, sortKeys} from '../../data/words.ts'
import {Person, State} from './face.tsx'

export function Table({rows}: {rows: readonly ListedRequest[]}) {
  return (
    <table className="grid">
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col">
              <Link prefetch={false} href={`/requests?sort=${sortKeys[index]}`}>{column}</Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            <td className="name">
              <Link href={`/requests/${row.number}`}>{row.number}</Link>
            </td>
            <td>
              <Person id={row.personId} name={row.person} />
            </td>
            <td>{row.team}</td>
            <td>{row.kind}</td>
            <td>
              <time dateTime={row.firstDay}>{row.firstText}</time>
            </td>
            <td>
              <time dateTime={row.lastDay}>{row.lastText}</time>
            </td>
            <td className="num">{row.days}</td>
            <td>
              <State state={row.status} text={row.statusText} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
