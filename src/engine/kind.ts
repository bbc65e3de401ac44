/** Kinds of screens as the engine compiles them, and the screens that every application has. The list is passed in. */
import type {Messages} from '../messages/index.ts'
import {isOfKind} from '../points/screens/kind.ts'
import type {Screen, ScreenKind, ScreenOf} from '../points/screens/model.ts'
import type {Shows} from '../points/screens/shows.ts'
import type {Specification} from '../points/specification.ts'
import type {Actor} from './base/actor.ts'
import type {ScreenName} from './page/frame.ts'
import type {ListDefinition} from './query/list-query.ts'
import type {OpenScreen, Visit} from './reply.ts'
import type {BesidePlace, BesideScreen, RecordContext, ScreenContext} from './screen-context.ts'

/** `Pages`: the data of the pages that its screens show, by their names. It exists in types only. */
export interface ServerKind<Name extends Shows['kind'] = Shows['kind'], Pages = unknown> extends ScreenKind<Name> {
  /** Null if the context lacks something it needs. */
  readonly compile: (screen: Screen, context: ScreenContext) => OpenScreen | null
  /** If its screens can be opened beside others. */
  readonly openBeside?: (
    screen: Screen,
    context: ScreenContext,
    at: (visit: Visit) => BesidePlace,
  ) => BesideScreen | null
  /** The lists that a screen reads: their searches, filters and orders need indexes. */
  readonly lists: (screen: Screen, specification: Specification) => readonly ListDefinition[]
  readonly pages?: Pages
  /** The page that its screens open with. */
  readonly page?: ScreenName
}

interface DeclaredKind<Name extends Shows['kind']> {
  readonly document: ScreenKind<Name>
  readonly compile: (screen: ScreenOf<Name>, context: ScreenContext) => OpenScreen | null
  /** None if they are not shown. */
  readonly page?: ScreenName
  /** Null if the context lacks something that it needs. */
  readonly openBeside?: NonNullable<ServerKind['openBeside']>
  /** None if left out. */
  readonly lists?: (screen: ScreenOf<Name>, specification: Specification) => readonly ListDefinition[]
}

export function defineKind<Name extends Shows['kind'], Pages>({
  document,
  compile,
  lists,
  ...opening
}: DeclaredKind<Name>): ServerKind<Name, Pages> {
  return {
    ...document,
    ...opening,
    compile: (screen, context) => (isOfKind(screen, document.name) ? compile(screen, context) : null),
    lists: (screen, specification) => (lists && isOfKind(screen, document.name) ? lists(screen, specification) : []),
  }
}

/** What an application is made of, besides its document. */
export interface ApplicationParts {
  readonly kinds: readonly ServerKind[]
  /** In a language. */
  readonly messages: (language: string) => Messages
  readonly search: {readonly path: string; readonly compile: (context: RecordContext) => AcrossEntities}
  readonly specification: (context: DocumentPagesContext) => DocumentPages
  readonly styleGuide: {readonly path: string; readonly open: (words: Messages) => OpenScreen}
}

export interface AcrossEntities {
  readonly hint: (actor: Actor) => string | null
  readonly screen: OpenScreen
}

export interface DocumentPagesContext {
  /** In the language of the document, in which it is shown. */
  readonly specification: Specification
  readonly words: Messages
  /** The document is being edited, so every visitor is treated as its author. */
  readonly dev: boolean
}

export interface DocumentPages {
  readonly open: (path: string, actor: Actor) => OpenScreen | null
  /** The address of the lines behind a page; null for people without access. */
  readonly behind: (path: string, screen: string, actor: Actor) => string | null
}
