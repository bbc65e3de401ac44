/** Components whose scripts are loaded when they are needed. */
import {type ComponentType, lazy, type ReactNode, Suspense, startTransition, useEffect, useState} from 'react'
import {ErrorBoundary} from './components/boundaries.tsx'

interface Loadable {
  readonly preload: () => Promise<unknown>
}

export type Preloadable<Props> = ComponentType<Props> & Loadable

/**
 * `lazy` of React, with what it lacks: a component that has been loaded before is rendered at once, without a fallback, and one that could not be
 * loaded is tried again when it is next shown.
 */
export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded ??= await load()
    return loaded
  }
  const attempt = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return {default: await preload()}
      } catch (cause) {
        next = attempt()
        throw cause
      }
    })
  let next = attempt()
  return Object.assign(
    (props: Props) => {
      // The same component while it is shown, so that no input is lost.
      const [Shown] = useState<ComponentType<Props>>(() => loaded ?? next)
      return <Shown {...props} />
    },
    {preload},
  )
}

/** What a click opens: until its script is loaded, and if it cannot be loaded, the fallback. */
export function LazyPart({fallback = null, children}: {fallback?: ReactNode; children: ReactNode}) {
  return (
    <ErrorBoundary fallback={fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}

interface EnhancedProps {
  readonly by: Loadable
  /** The same in plain HTML. */
  readonly plain?: ReactNode
  readonly children: ReactNode
}

/**
 * What replaces plain HTML after hydration. The plain control is in place, with what is typed into it, until the script is there; and if it cannot be
 * loaded. The change is a transition, so that a slow phone stays responsive.
 */
export function Enhanced({by, plain = null, children}: EnhancedProps) {
  const isLoaded = usePreloaded(by)
  return isLoaded ? children : plain
}

function usePreloaded({preload}: Loadable): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    let current = true
    preload().then(
      () => current && startTransition(() => setLoaded(true)),
      () => {},
    )
    return () => {
      current = false
    }
  }, [preload])
  return isLoaded
}
