/** A small image beside the name of a file; an icon where the browser cannot show it. */
import {useEffect, useState} from 'react'
import {Icon} from './icon.tsx'

export function Thumbnail({src}: {src: string}) {
  const [failed, setFailed] = useState(false)
  if (failed) return <Icon name="image" />
  // The name of the file is beside it, so it needs no alternative text.
  return (
    <img
      className="thumbnail"
      src={src}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  )
}

/** An image that was chosen and not sent yet. */
export function FilePreview({file}: {file: File}) {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return src === null ? <Icon name="image" /> : <Thumbnail key={src} src={src} />
}
