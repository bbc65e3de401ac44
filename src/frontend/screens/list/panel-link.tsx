/** A link inside a side panel that changes the panel alone: the list stays where it is. */
import type {MouseEvent} from 'react'
import {Link, type LinkProps} from '../../router/link.tsx'
import {useRouter} from '../../router/router-provider.tsx'

export function PanelLink(props: LinkProps) {
  const router = useRouter()
  const click = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || !router.enabled) return
    event.preventDefault()
    router.navigate(props.href, {keepPlace: true, replace: true})
  }
  return <Link {...props} onClick={click} />
}
