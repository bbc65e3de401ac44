/** The box in the head of a list chooses all records of the page, or none. */

export function watchPicking(): void {
  document.addEventListener('change', event => {
    const box = event.target
    if (!(box instanceof HTMLInputElement)) return
    const table = box.closest('table')
    const all = table?.querySelector<HTMLInputElement>('[data-pick-all]')
    if (!table || !all) return
    const each = [...table.querySelectorAll<HTMLInputElement>('input[name="_record"]')]
    if (box === all) for (const one of each) one.checked = all.checked
    const chosen = each.filter(one => one.checked).length
    all.checked = chosen > 0 && chosen === each.length
    all.indeterminate = chosen > 0 && chosen < each.length
  })
}
