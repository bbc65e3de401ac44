/** The part of Lucide's icons that we read: the shapes of each name, as element and attributes. */
declare module 'lucide-static/icon-nodes.json' {
  const nodes: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>>
  export default nodes
}
