/** A link inside a side panel that changes the panel alone: the list stays where it is. */
import type {MouseEvent} from 'react'
import {isPlainClick, Link, type LinkProps} from '../../router/link.tsx'
import {useRouter} from '../../router/router-provider.tsx'

export function PanelLink(props: LinkProps) {
  const router = useRouter()
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event) || !router.enabled) return
    event.preventDefault()
    router.navigate(props.href, {keepPlace: true, replace: true})
  }
  return <Link {...props} onClick={click} />
}
