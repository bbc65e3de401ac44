/** The name of a record, or a date. If it takes two lines, it breaks after a comma first. */
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
