/** A page that does not exist, or that failed. */
import {type ErrorPageProps, href, Link} from 'nonet/screen'

export default function Lost({status, heading, message, reference}: ErrorPageProps) {
  return (
    <div className="container page narrow">
      <h1>{heading}</h1>
      <p>{status === 404 ? 'There is nothing at this address, or no longer.' : message}</p>
      {reference && <p>Reference: {reference}</p>}
      <p>
        <Link href={href('Home')}>Read what everyone writes</Link>
      </p>
    </div>
  )
}
