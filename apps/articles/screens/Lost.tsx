/** A page that does not exist, or that failed. */
import {type ErrorPageProps, href, Link} from 'nonet/screen'

export default function Lost({heading, message, reference}: ErrorPageProps) {
  return (
    <div className="container page narrow">
      <h1>{heading}</h1>
      <p>{message}</p>
      {reference && <p>Reference: {reference}</p>}
      <p>
        <Link href={href('Home')}>Read what everyone writes</Link>
      </p>
    </div>
  )
}
