/** The bar at the top, and the foot of every page. */
import {href, type LayoutProps, Link, usePath, usePerson} from 'nonet/screen'
import {Picture} from '../screens/Picture'

export default function Site({children}: LayoutProps) {
  const person = usePerson()
  return (
    <>
      <nav className="navbar" aria-label="Main">
        <div className="container">
          <Link className="navbar-brand" href={href('Home')}>
            conduit
          </Link>
          <ul className="nav navbar-nav">
            <Entry to={href('Home')}>Home</Entry>
            {person ? (
              <>
                <Entry to={href('New article')}>New Article</Entry>
                <Entry to={href('Settings')}>Settings</Entry>
                {person.username && (
                  <Entry to={href('Profile', {username: person.username})}>
                    <Picture className="user-pic" of={person.image} />
                    {person.username}
                  </Entry>
                )}
              </>
            ) : (
              <>
                <Entry to={href('Sign in')}>Sign in</Entry>
                <Entry to={href('Sign up')}>Sign up</Entry>
              </>
            )}
          </ul>
        </div>
      </nav>
      {children}
      <footer>
        <div className="container">
          <Link className="logo-font" href={href('Home')}>
            conduit
          </Link>
          <span className="attribution">A place to share what you know.</span>
        </div>
      </footer>
    </>
  )
}

function Entry({to, children}: {to: string; children: LayoutProps['children']}) {
  const isHere = usePath() === to
  return (
    <li className="nav-item">
      <Link className={isHere ? 'nav-link active' : 'nav-link'} href={to} aria-current={isHere ? 'page' : undefined}>
        {children}
      </Link>
    </li>
  )
}
