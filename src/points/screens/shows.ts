/** What screens show, by the name of their kind, and what kinds can do. Each kind adds its own in its folder. */

import type {Kind} from '../../feel/type.ts'

// biome-ignore lint/suspicious/noEmptyInterface: kinds add to it.
export interface ShownByKind {}

type DeclaredShows = {
  readonly [Name in keyof ShownByKind]: {readonly kind: Name} & ShownByKind[Name]
}

/** What a screen shows, with the name of its kind. */
export type Shows = DeclaredShows[keyof ShownByKind]

export type ShowsOf<Name extends Shows['kind']> = DeclaredShows[Name]

/** A field that arranges the records of a screen, and what it must be to do so, which may depend on others of them. */
export interface ArrangingField {
  readonly written: string
  readonly must: (kindOf: (written: string) => Kind | null) => {
    readonly types: readonly Kind[]
    readonly message: string
    readonly hint: string
  }
}

/** What its screens are good for. Screens and the kernel find each other by this, never by the name of a kind. */
export interface ScreenAbilities {
  /** The page of one record. */
  readonly showOne?: true
  /** Several records of an entity. */
  readonly showMany?: true
  /** Records to look through: links back from a record lead here, and its columns say what matters about them. */
  readonly browse?: true
  /** Records that wait for the person, one after the other. */
  readonly decide?: true
  /** A new record. */
  readonly create?: true
  /** The record of its address in a form. */
  readonly edit?: true
  /** Records at places that their fields determine: in columns, on days, in rows. */
  readonly arrange?: true
  /** Records on the days from one date to another. */
  readonly onDays?: true
  /** Records on days in rows, one for each person, room or the like. */
  readonly inRows?: true
  /** Figures over records. */
  readonly sum?: true
  /** Text alone. */
  readonly tell?: true
  /** The constants that people may change. */
  readonly configure?: true
}
