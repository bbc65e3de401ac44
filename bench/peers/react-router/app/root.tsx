import {Links, Meta, Outlet, redirect, Scripts, ScrollRestoration} from 'react-router'
import '../../style.css'
import {tokenIn, viewerOf} from '../../data/viewer.ts'
import type {Route} from './+types/root'
import {Face} from './parts/face.tsx'
import {Menu} from './parts/menu.tsx'

export function loader({request}: Route.LoaderArgs) {
  const viewer = viewerOf(tokenIn(request.headers.get('cookie')))
  if (!viewer) throw redirect('/sign-in')
  return {viewer}
}

export function Layout({children}: {children: React.ReactNode}) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({loaderData: {viewer}}: Route.ComponentProps) {
  return (
    <div className="shell">
      <header className="side">
        <a className="brand" href="/">
          Time off
        </a>
        <Menu />
        <a className="me" href="/account">
          <Face id={viewer.id} name={viewer.name} />
          <span className="small">
            <b>{viewer.name}</b>
            <span className="quiet">{viewer.roles.join(', ')}</span>
          </span>
        </a>
      </header>
      <main className="page" id="main">
        <Outlet />
      </main>
    </div>
  )
}
