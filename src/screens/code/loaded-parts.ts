/** The components of own code that are loaded, by the names of their parts. */
import type {ComponentType} from 'react'

export interface LoadedParts {
  /** The component of a part, whose props its types say; null if it is not loaded. */
  readonly find: <Props>(name: string) => ComponentType<Props> | null
  /** Whether the server has rendered it: otherwise it appears when the page is hydrated. */
  readonly isOnServer: (name: string) => boolean
  /** Of a part that was not on the page. */
  readonly load: (name: string) => Promise<void>
}

export const loadedParts = (
  loaded: ReadonlyMap<string, unknown>,
  {isOnServer = () => true, load = async () => {}}: Partial<Omit<LoadedParts, 'find'>> = {},
): LoadedParts => ({
  // As a build has checked it: the types of its props are those of the document.
  find: <Props>(name: string) => (loaded.get(name) ?? null) as ComponentType<Props> | null,
  isOnServer,
  load,
})
