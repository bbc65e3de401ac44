/** Another row for a part of the record, as many as somebody needs. */

export function offerRows(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-more]')) {
    if (place.childElementCount > 0) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button'
    button.textContent = place.dataset['label'] ?? '+'
    button.addEventListener('click', () => addRow(place, button))
    place.append(button)
  }
}

/** A copy of the last row, which is always a blank one when it comes. */
function addRow(place: HTMLElement, button: HTMLElement): void {
  const rows = place.parentElement?.querySelectorAll<HTMLElement>('[data-part]')
  const last = rows?.[rows.length - 1]
  const name = place.dataset['more'] ?? ''
  if (!last || !rows) return
  const row = last.cloneNode(true) as HTMLElement
  const renamed = (text: string) => text.replace(`${name}.${rows.length - 1}`, `${name}.${rows.length}`)
  for (const element of row.querySelectorAll('*'))
    for (const attribute of ['name', 'id', 'for', 'aria-describedby', 'data-hint']) {
      const text = element.getAttribute(attribute)
      if (text !== null) element.setAttribute(attribute, text.split(' ').map(renamed).join(' '))
    }
  for (const input of row.querySelectorAll<HTMLInputElement>('input:not([type=hidden]):not([type=checkbox]), textarea'))
    input.value = input.defaultValue
  for (const said of row.querySelectorAll('.problem')) said.remove()
  button.before(row)
  row.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus()
}
