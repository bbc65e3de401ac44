/** Cards of a board are dragged to another column: that presses the button of the card's own form that leads there. */

export function watchDragging(): void {
  let dragged: Element | null = null
  const end = () => {
    dragged?.classList.remove('lifted')
    for (const column of columns()) column.classList.remove('open', 'closed')
    dragged = null
  }
  document.addEventListener('dragstart', event => {
    const card = event.target instanceof Element ? event.target.closest('.board-card') : null
    if (!card || !event.dataTransfer) return
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', card.querySelector('a, b')?.textContent ?? '')
    dragged = card
    lift(card)
  })
  document.addEventListener('dragover', event => {
    if (dragged && buttonFor(dragged, event.target)) event.preventDefault()
  })
  document.addEventListener('drop', event => {
    const button = dragged && buttonFor(dragged, event.target)
    if (!button) return
    event.preventDefault()
    end()
    button.form?.requestSubmit(button)
  })
  document.addEventListener('dragend', end)
}

/** Shows where it may go. */
function lift(card: Element): void {
  card.classList.add('lifted')
  for (const column of columns())
    if (!column.contains(card)) column.classList.add(buttonFor(card, column) ? 'open' : 'closed')
}

function columns(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-column]')]
}

/** The way from a card to the column around something; null where there is none. */
function buttonFor(card: Element, target: EventTarget | null): HTMLButtonElement | null {
  const column = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  if (!column) return null
  const buttons = [...card.querySelectorAll<HTMLButtonElement>('button[data-to]')]
  return buttons.find(button => button.dataset['to'] === column.dataset['column']) ?? null
}
