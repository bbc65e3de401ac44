/** What a card says about its record: values, with their labels where they do not speak for themselves. */
import type {ShownCell, ShownField} from '../../../engine/page/cells.ts'
import {CellText} from '../../../web/components/cell.tsx'

interface CardFactsProps {
  readonly fields: readonly ShownField[]
  /** In the order of the fields. */
  readonly cells: readonly ShownCell[]
}

export function CardFacts({fields, cells}: CardFactsProps) {
  const facts = fields.flatMap((field, index) => {
    const cell = cells[index]
    return cell && cell.text !== '' ? [{field, cell}] : []
  })
  if (facts.length === 0) return null
  return (
    <dl>
      {facts.map(({field, cell}) => (
        <div key={field.key}>
          <dt className={field.display === 'number' || field.display === 'yes/no' ? undefined : 'sr-only'}>
            {field.label}
          </dt>
          <dd>
            <CellText field={field} cell={cell} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
