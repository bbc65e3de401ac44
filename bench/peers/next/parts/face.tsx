import {initials, stateTone, tone} from '../../data/words.ts'

export function Face({id, name}: {id: string; name: string}) {
  return (
    <span className={`face tone-${tone(id)}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

export function Person({id, name}: {id: string; name: string}) {
  return (
    <span className="person">
      <Face id={id} name={name} />
      {name}
    </span>
  )
}

export function State({state, text}: {state: string; text: string}) {
  return <span className={`state ${stateTone(state)}`}>{text}</span>
}
