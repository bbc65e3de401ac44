/** A record beside its list, with what can be done with it: the page of the record itself, one level lower. */
import {type ComponentType, Suspense} from 'react'
import type {PanelData} from '../../../contract/list.ts'
import {Icon} from '../../components/icon.tsx'
import {usePanelFocus} from '../../hooks/use-side-panel.ts'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'
import {PanelLink} from './panel-link.tsx'

/** In the browser scripts of their own, wanted only where a record is opened or edited. */
export interface PanelScreens {
  readonly Record: ComponentType<ScreenProps<'record'> & {heading?: 'h1' | 'h2'}>
  readonly Form: ComponentType<ScreenProps<'form'> & {heading?: 'h1' | 'h2'}>
}

export interface SidePanelProps extends PanelScreens {
  readonly panel: PanelData
}

export function SidePanel({panel, Record, Form}: SidePanelProps) {
  const messages = useMessages().panel
  const ref = usePanelFocus(`${panel.id} ${panel.screen}`)
  return (
    <aside ref={ref} className="side-panel" aria-label={panel.data.heading} tabIndex={-1}>
      <div className="acts">
        {panel.previous && (
          <PanelLink
            className="button bare icon"
            href={panel.previous}
            aria-label={messages.previous}
            aria-keyshortcuts="K"
          >
            <Icon name="up" />
          </PanelLink>
        )}
        {panel.next && (
          <PanelLink className="button bare icon" href={panel.next} aria-label={messages.next} aria-keyshortcuts="J">
            <Icon name="down" />
          </PanelLink>
        )}
        {panel.href && (
          <Link className="button bare" href={panel.href}>
            {messages.open}
          </Link>
        )}
        <PanelLink
          className="button bare icon"
          href={panel.close}
          aria-label={messages.close}
          aria-keyshortcuts="Escape"
        >
          <Icon name="remove" />
        </PanelLink>
      </div>
      <Suspense>
        {panel.screen === 'record' ? (
          <Record key={panel.id} data={panel.data} heading="h2" />
        ) : (
          <Form key={panel.id} data={panel.data} heading="h2" />
        )}
      </Suspense>
    </aside>
  )
}
