/** An own screen with own code: its component, which a build has made from a file in `screens`. */
import type {ComponentType} from 'react'
import {useHydrated} from '../../web/hooks/use-hydrated.ts'
import type {ScreenProps} from '../../web/screen.tsx'
import type {CodeData} from './data.ts'
import {frozen} from './frozen.ts'
import {OwnBoundary} from './kit/own-boundary.tsx'
import {OwnDataProvider} from './kit/own-data.tsx'
import {CodeScreen} from './screen.tsx'

/** What own code gets. */
export type OwnProps = Pick<CodeData, 'data' | 'actions' | 'address'>

export type OwnComponent = ComponentType<OwnProps>

interface OwnScreenProps extends ScreenProps<'code'> {
  /** What is loaded. Without own code, the data is shown as tables. */
  readonly componentOf: (name: string) => OwnComponent | null
  /** Whether the server has rendered it: otherwise there are tables until the page is hydrated. */
  readonly onServer?: boolean
}

export function OwnScreen({componentOf, onServer = true, data}: OwnScreenProps) {
  const isHydrated = useHydrated()
  const Own = onServer || isHydrated ? componentOf(data.component) : null
  if (!Own) return <CodeScreen data={data} />
  return (
    <div data-own={data.component}>
      <OwnBoundary>
        <OwnDataProvider data={data}>
          <Own data={frozen(data.data)} actions={frozen(data.actions)} address={frozen(data.address)} />
        </OwnDataProvider>
      </OwnBoundary>
    </div>
  )
}
