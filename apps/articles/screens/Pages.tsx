/** The pages of a list as buttons, also without JavaScript. */
import {AddressForm} from 'nonet/screen'

interface PagesProps {
  readonly of: {readonly page: number; readonly pages: number}
  /** The values of the address that stay. */
  readonly query: Readonly<Record<string, string>>
}

export function Pages({of: {page, pages}, query}: PagesProps) {
  if (pages < 2) return null
  return (
    <AddressForm>
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <nav aria-label="Pages">
        <ul className="pagination">
          {numbers(page, pages).map(each => (
            <li key={each} className={each === page ? 'page-item active' : 'page-item'}>
              <button
                type="submit"
                className="page-link"
                name="page"
                value={each}
                aria-current={each === page ? 'page' : undefined}
              >
                {each}
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </AddressForm>
  )
}

/** The first, the last, and those around this one. */
function numbers(page: number, pages: number): readonly number[] {
  const all = Array.from({length: pages}, (_, index) => index + 1)
  return all.filter(each => each === 1 || each === pages || Math.abs(each - page) <= 4)
}
