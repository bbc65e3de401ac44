/** The picture that a person has named by its address. Its name is beside it. */
interface PictureProps {
  readonly of: string | null
  readonly className?: string
}

export function Picture({of, className}: PictureProps) {
  const isShown = of !== null && /^https:\/\//i.test(of)
  return <img className={className} src={isShown ? of : '/default-avatar.svg'} alt="" width={32} height={32} />
}
