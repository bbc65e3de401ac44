/** One floor as a drawing in which each room is a link: it works with the keyboard and without JavaScript. */
import {Link} from 'nonet/screen'
import type {DragEvent} from 'react'
import {placeOf, type Room, stateOf} from './plan'
import {useTexts} from './texts'

interface FloorDrawingProps {
  readonly name: string
  readonly rooms: readonly Room[]
  readonly size: {readonly width: number; readonly depth: number}
  readonly chosen: Room | null
  readonly hrefOf: (room: Room) => string
  /** Whether what is being dragged can be dropped there. */
  readonly isTarget: (room: Room) => boolean
  readonly onDrop: (room: Room) => void
}

export function FloorDrawing({name, rooms, size, chosen, hrefOf, isTarget, onDrop}: FloorDrawingProps) {
  const {width, depth} = size
  const placed = rooms.filter(room => placeOf(room) !== null)
  if (placed.length === 0) return null
  return (
    <section className="floor">
      <h2>{name}</h2>
      <div className="scroll">
        {/* biome-ignore lint/a11y/useSemanticElements: there is no other element for a drawing of links */}
        <svg viewBox={`-0.5 -0.5 ${width + 1} ${depth + 1}`} role="group" aria-label={name}>
          <rect className="walls" x={-0.25} y={-0.25} width={width + 0.5} height={depth + 0.5} rx={0.4} />
          {placed.map(room => (
            <DrawnRoom
              key={room.id}
              room={room}
              isChosen={room.id === chosen?.id}
              href={hrefOf(room)}
              isTarget={isTarget(room)}
              onDrop={() => onDrop(room)}
            />
          ))}
        </svg>
      </div>
    </section>
  )
}

interface DrawnRoomProps {
  readonly room: Room
  readonly isChosen: boolean
  readonly href: string
  readonly isTarget: boolean
  readonly onDrop: () => void
}

function DrawnRoom({room, isChosen, href, isTarget, onDrop}: DrawnRoomProps) {
  const texts = useTexts()
  const place = placeOf(room)
  if (!place) return null
  const {x, y, width, depth} = place
  const state = stateOf(room)
  const over = (event: DragEvent) => isTarget && event.preventDefault()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onDrop()
  }
  const middle = {x: x + width / 2, textAnchor: 'middle'} as const
  return (
    <Link
      className={`room ${state}${isChosen ? ' chosen' : ''}${isTarget ? ' target' : ''}`}
      href={href}
      keepPlace
      draggable={false}
      aria-current={isChosen || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDrop={drop}
    >
      <rect x={x + 0.1} y={y + 0.1} width={width - 0.2} height={depth - 0.2} rx={0.3} />
      <text className="name" {...middle} y={y + depth / 2 - 0.4}>
        {room.name}
      </text>
      <text className="seats" {...middle} y={y + depth / 2 + 0.7}>
        {texts.seats(room.seats)}
      </text>
      <text className="state" {...middle} y={y + depth / 2 + 1.7}>
        {texts[state]}
      </text>
    </Link>
  )
}
