/** The rooms and bookings of the floor plan, and what is known about them at the chosen time. */
import type {RowOf} from 'nonet/screen'

export type Room = RowOf<'Floor plan', 'rooms'>
export type Booking = Room['bookings']['rows'][number]

export type RoomState = 'free' | 'onRequest' | 'taken'

export function stateOf({bookings, needs_approval}: Room): RoomState {
  if (bookings.rows.some(({overlaps}) => overlaps)) return 'taken'
  return needs_approval ? 'onRequest' : 'free'
}

export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly depth: number
}

/** Null if the room is not on the plan. */
export function placeOf({x, y, width, depth}: Room): Place | null {
  return x === null || y === null || width === null || depth === null ? null : {x, y, width, depth}
}

export interface Floor {
  readonly floor: number
  readonly rooms: readonly Room[]
}

/** The highest last, as the rooms are sorted. */
export function floorsOf(rooms: readonly Room[]): readonly Floor[] {
  const floors = [...new Set(rooms.map(({floor}) => floor))]
  return floors.map(floor => ({floor, rooms: rooms.filter(room => room.floor === floor)}))
}

/** All floors of a building have the same size: that of everything on them. */
export function sizeOf(rooms: readonly Room[]): {readonly width: number; readonly depth: number} {
  const places = rooms.flatMap(room => placeOf(room) ?? [])
  return {
    width: Math.max(1, ...places.map(({x, width}) => x + width)),
    depth: Math.max(1, ...places.map(({y, depth}) => y + depth)),
  }
}

/** Where a booking is while it is being moved: its room is shown as taken before the server has answered. */
export function withMoved(rooms: readonly Room[], {booking, to}: {booking: Booking; to: Room}): readonly Room[] {
  return rooms.map(room => {
    const others = room.bookings.rows.filter(({id}) => id !== booking.id)
    const rows = room.id === to.id ? [...others, booking] : others
    return {...room, bookings: {...room.bookings, rows}}
  })
}
