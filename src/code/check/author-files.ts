/** The files of own code, as `nonet check` reads them. */
export interface AuthorFiles {
  /** The text of a file by its path below the folder of the document. Null if there is none. */
  readonly read: (path: string) => string | null
  /** As findings name it. */
  readonly labelOf: (path: string) => string
}
