/** What a record is called, or when something is. Where that takes two lines, it breaks after a comma first. */
export function Name({name}: {name: string}) {
  const end = name.indexOf(', ') + 2
  if (end < 2 || end === name.length) return name
  return (
    <>
      {name.slice(0, end)}
      <span className="together">{name.slice(end)}</span>
    </>
  )
}
