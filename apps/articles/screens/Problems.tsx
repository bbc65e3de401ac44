/** Why a form was refused. */
interface ProblemsProps {
  readonly of: readonly {readonly field: string | null; readonly label?: string; readonly message: string}[]
}

export function Problems({of: problems}: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <ul className="error-messages" role="alert">
      {problems.map(({field, label, message}) => (
        <li key={`${field} ${message}`}>{field === null ? message : `${label ?? field} ${message}`}</li>
      ))}
    </ul>
  )
}
