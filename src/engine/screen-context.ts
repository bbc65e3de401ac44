/** The context in which every screen is compiled. */
import type {Messages} from '../messages/index.ts'
import type {Screen} from '../points/screens/model.ts'
import type {Specification} from '../points/specification.ts'
import {type Actor, rolesKeyOf} from './base/actor.ts'
import type {Display} from './display/field-display.ts'
import type {Engine} from './engine.ts'
import type {ActionHandler, OpenScreen, Visit} from './reply.ts'
import type {SettingsHost} from './settings.ts'

export interface ScreenContext {
  readonly specification: Specification
  readonly words: Messages
  readonly display: Display
  /** The screens of the document, for links between them. */
  readonly screens: readonly Screen[]
  /** Null if the document runs without records, in tests of pages. */
  readonly engine: Engine | null
  /** The running document, whose settings can be changed; null if it does not support that. */
  readonly settings: SettingsHost | null
  /** Null if screens of its kind cannot be opened beside another one. */
  readonly openBeside: OpenBeside
}

/** Opens the screen of one record beside the screen that asks for it: `at` says which record, and at which address. */
export type OpenBeside = (screen: Screen, at: (visit: Visit) => BesidePlace) => BesideScreen | null

/** The other screen handles its actions, too, so all of them are known. */
export interface BesideScreen extends OpenScreen {
  readonly actions: ReadonlyMap<string, ActionHandler>
}

export interface BesidePlace {
  readonly id: string
  /** The address of both screens together. */
  readonly here: string
  /** The address of the other screen alone. */
  readonly away: string
}

/** In contexts without visits, such as mails. */
export const nothingBeside: OpenBeside = () => null

export interface RecordContext extends ScreenContext {
  readonly engine: Engine
}

/** Compiles one kind of screen; null if the context lacks something it needs. */
export type CompileScreen = (screen: Screen, context: ScreenContext) => OpenScreen | null

/** A value that depends on the document and the roles of an actor only; owned by a compiled screen. */
export class PerRoles<T> {
  readonly #known = new Map<string, T>()

  get(actor: Actor, make: () => T): T {
    const key = rolesKeyOf(actor)
    const known = this.#known.get(key) ?? make()
    this.#known.set(key, known)
    return known
  }
}

export const noActions: OpenScreen['actions'] = new Map()

export function withRecords<S extends Screen = Screen>(
  compile: (screen: S, context: RecordContext) => OpenScreen,
): (screen: S, context: ScreenContext) => OpenScreen | null {
  return (screen, context) => (context.engine ? compile(screen, {...context, engine: context.engine}) : null)
}
