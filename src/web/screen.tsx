/** The component of each kind of screen, and screens beside others. The server imports all of them; the browser loads each with its first page. */
import {type ComponentType, createContext, createElement, type ReactNode, useContext} from 'react'
import type {ShownCell} from '../engine/page/cells.ts'
import type {ScreenDataByName, ScreenName} from '../engine/page/frame.ts'

export interface ScreenProps<Name extends ScreenName> {
  readonly data: ScreenDataByName[Name]
  /** A lower level if the screen is beside another one. */
  readonly heading?: 'h1' | 'h2'
}

type ScreenComponent<Name extends ScreenName> = ComponentType<ScreenProps<Name>> & {
  /** In the browser. Until it has resolved, nothing is shown. */
  readonly preload?: () => Promise<unknown>
}

type ComponentsByName = {readonly [Name in ScreenName]: ScreenComponent<Name>}

export interface ScreenComponents extends ComponentsByName {
  /** What a kind adds to the bar above every screen. */
  readonly inTopBar: ComponentType
  /** Parts of own code within built-in screens. */
  readonly ownPart?: ComponentType<AnyOwnPart>
  /** In place of the menu and the header, where the author has a layout. */
  readonly layout?: ComponentType<{readonly children: ReactNode}>
}

/** What own code can show in place of the product's part, and what it is given: kinds and features add to it. */
export interface OwnPartsByKind {
  readonly display: Pick<ShownCell, 'text' | 'value'>
}

export interface OwnPartProps<Kind extends keyof OwnPartsByKind> {
  readonly kind: Kind
  /** Its name in a build: `fields/Colour`. */
  readonly name: string
  readonly given: OwnPartsByKind[Kind]
  /** What the product shows without it. */
  readonly children: ReactNode
}

export type AnyOwnPart = {[Kind in keyof OwnPartsByKind]: OwnPartProps<Kind>}[keyof OwnPartsByKind]

const ScreensContext = createContext<Partial<ScreenComponents>>({})

export function ScreensProvider({screens, children}: {screens: Partial<ScreenComponents>; children: ReactNode}) {
  return <ScreensContext value={screens}>{children}</ScreensContext>
}

function useScreen<Name extends ScreenName>(name: Name): ScreenComponent<Name> {
  const screens: Partial<ComponentsByName> = useContext(ScreensContext)
  const Screen: ScreenComponent<Name> | undefined = screens[name]
  if (!Screen) throw new Error(`No component renders the screen "${name}".`)
  return Screen
}

/** What the next click may show; undefined on the server. */
export function useScreenPreload(name: ScreenName): (() => Promise<unknown>) | undefined {
  return useContext(ScreensContext)[name]?.preload
}

export const useOwnLayout = (): ScreenComponents['layout'] => useContext(ScreensContext).layout

/** Own code in place of a part of the product, where it is loaded. */
export function OwnPart(props: AnyOwnPart) {
  const {ownPart: Own} = useContext(ScreensContext)
  return Own ? <Own {...props} /> : props.children
}

export function InTopBar() {
  const {inTopBar: Shown} = useContext(ScreensContext)
  return Shown && <Shown />
}

interface ScreenViewProps<Name extends ScreenName> extends ScreenProps<Name> {
  readonly screen: Name
}

export function ScreenView<Name extends ScreenName>({screen, data, heading}: ScreenViewProps<Name>) {
  return createElement(useScreen(screen), {data, ...(heading && {heading})})
}
