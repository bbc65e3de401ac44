/** What mails speak of. Types only. */

export interface PersonFacts {
  readonly name: string
  readonly product: string
  readonly link: string
}

export interface Happening {
  /** In the document's word. */
  readonly action: string
  /** Who did it: empty where the reader may not know, null where it happened by itself. */
  readonly by: string | null
  /** It was no action of the document, but what is done with every record. */
  readonly plain?: 'create' | 'update' | 'delete' | null
  /** What was changed, field by field; empty where nothing of it can be said. */
  readonly changes?: string
}
