/** The parts of the Navigation API that TypeScript's library does not describe yet. */
interface NavigateEvent {
  readonly sourceElement: Element | null
}
