/** What a record is called, or when something is. Where that takes two lines, it breaks after a comma first. */
export function Name({name}: {name: string}) {
  const [first = '', ...more] = name.split(/(?<=, )/)
  return (
    <>
      {first}
      {more.length > 0 && <span className="together">{more.join('')}</span>}
    </>
  )
}
