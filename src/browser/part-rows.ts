/** Rows for parts of a record: another one, as many as somebody needs, and buttons that move them up and down. */

export function offerRows(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-more]')) {
    if (place.childElementCount > 0) continue
    const button = buttonFor(place.dataset['label'] ?? '+')
    button.addEventListener('click', () => addRow(place, button))
    place.append(button)
  }
  for (const parts of document.querySelectorAll<HTMLElement>('.parts')) offerMoves(parts)
}

function buttonFor(text: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = text
  return button
}

const rowsIn = (parts: Element): HTMLElement[] => [...parts.querySelectorAll<HTMLElement>('[data-part]')]

/** A copy of a blank row; wherever it was moved, there is always one. */
function addRow(place: HTMLElement, button: HTMLElement): void {
  const parts = place.parentElement
  const rows = parts ? rowsIn(parts) : []
  const blank = rows.findLast(row => row.querySelector<HTMLInputElement>('[name^="_part."]')?.value === '')
  const name = place.dataset['more'] ?? ''
  if (!blank || !parts) return
  const row = blank.cloneNode(true) as HTMLElement
  const own = row.querySelector<HTMLInputElement>('[name^="_part."]')?.name.split('.').at(-1) ?? ''
  const renamed = (text: string) => text.replace(`${name}.${own}`, `${name}.${rows.length}`)
  for (const element of row.querySelectorAll('*'))
    for (const attribute of ['name', 'id', 'for', 'aria-describedby', 'data-hint']) {
      const text = element.getAttribute(attribute)
      if (text !== null) element.setAttribute(attribute, text.split(' ').map(renamed).join(' '))
    }
  for (const input of row.querySelectorAll<HTMLInputElement>('input:not([type=hidden]):not([type=checkbox]), textarea'))
    input.value = input.defaultValue
  for (const said of row.querySelectorAll('.problem, .moves')) said.remove()
  button.before(row)
  offerMoves(parts)
  numberRows(parts)
  row.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus()
}

/** Instead of the numbers; they stay in the form and say the order to the server. */
function offerMoves(parts: HTMLElement): void {
  for (const row of rowsIn(parts)) {
    const place = row.querySelector<HTMLElement>('[data-place]')
    if (!place || place.parentElement?.querySelector('.moves')) continue
    place.hidden = true
    const moves = document.createElement('span')
    moves.className = 'moves'
    const ways = [
      ['↑', place.dataset['up'], -1],
      ['↓', place.dataset['down'], 1],
    ] as const
    for (const [sign, label = '', by] of ways) {
      const button = buttonFor(sign)
      button.title = label
      button.ariaLabel = label
      button.addEventListener('click', () => move(parts, {row, by, button}))
      moves.append(button)
    }
    place.before(moves)
  }
}

/** The button keeps the focus, so that a row can be moved on and on from the keyboard. */
function move(parts: HTMLElement, {row, by, button}: {row: HTMLElement; by: 1 | -1; button: HTMLButtonElement}): void {
  const rows = rowsIn(parts)
  const other = rows[rows.indexOf(row) + by]
  if (!other) return
  if (by < 0) other.before(row)
  else other.after(row)
  numberRows(parts)
  button.focus()
  button.dispatchEvent(new Event('input', {bubbles: true}))
}

function numberRows(parts: HTMLElement): void {
  for (const [index, row] of rowsIn(parts).entries()) {
    const input = row.querySelector<HTMLInputElement>('[data-place] input')
    if (input) input.value = String(index + 1)
  }
}

/** After a draft was put back, rows stand as its numbers say. */
export function arrangeRows(form: HTMLFormElement): void {
  for (const parts of form.querySelectorAll<HTMLElement>('.parts')) {
    const rows = rowsIn(parts)
    const numbered = rows.map(row => ({
      row,
      at: Number(row.querySelector<HTMLInputElement>('[data-place] input')?.value),
    }))
    if (numbered.some(({at}) => !Number.isInteger(at))) continue
    const anchor = document.createComment('')
    rows[0]?.before(anchor)
    anchor.after(...numbered.toSorted((a, b) => a.at - b.at).map(({row}) => row))
    anchor.remove()
  }
}
