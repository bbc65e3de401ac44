/** The icons of Lucide, as far as we read them: for each name its shapes, as element and attributes. */
declare module 'lucide-static/icon-nodes.json' {
  const nodes: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>>
  export default nodes
}
