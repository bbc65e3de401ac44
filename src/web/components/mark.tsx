/** The mark: nine dots, one for each point of the document; an open point is a ring. It is the favicon too. */

const at = [5, 15, 25]

export function Mark({points, className = 'mark'}: {points: readonly boolean[]; className?: string}) {
  return (
    <svg className={className} viewBox="0 0 30 30" aria-hidden="true" focusable="false">
      {points.map((filled, index) => {
        const place = {cx: at[index % 3], cy: at[Math.floor(index / 3)]}
        const key = `${place.cx} ${place.cy}`
        return filled ? (
          <circle key={key} {...place} r="3.7" fill="currentColor" />
        ) : (
          <circle key={key} {...place} r="3" fill="none" stroke="currentColor" strokeWidth="1.4" />
        )
      })}
    </svg>
  )
}
