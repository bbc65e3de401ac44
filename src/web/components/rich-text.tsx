/** Markdown written by people, rendered from nodes the server made of it: text and a few elements, never HTML. */
import {Fragment} from 'react'
import type {RichText as Nodes, RichNode} from '../../engine/page/cells.ts'

export function RichText({text, isPlain = false}: {text: Nodes; isPlain?: boolean}) {
  return (
    <div className={isPlain ? undefined : 'prose rich'}>
      <RichNodes nodes={text} />
    </div>
  )
}

function RichNodes({nodes}: {nodes: Nodes}) {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn as a whole, and its nodes have no other names
    <Fragment key={index}>{drawn(node)}</Fragment>
  ))
}

function drawn(node: RichNode) {
  if (typeof node === 'string') return node
  if (node.tag === 'hr') return <hr />
  if (node.tag === 'br') return <br />
  const inside = <RichNodes nodes={node.children} />
  if (node.tag !== 'a') {
    const Tag = node.tag
    return <Tag>{inside}</Tag>
  }
  return isOurs(node.href) ? (
    <a href={node.href}>{inside}</a>
  ) : (
    <a href={node.href} rel="nofollow noopener noreferrer ugc">
      {inside}
    </a>
  )
}

const isOurs = (href: string): boolean => href.startsWith('/') || href.startsWith('#')
