import type {ReactNode} from 'react'
import '../../style.css'
import {Face} from '../parts/face.tsx'
import {Menu} from '../parts/menu.tsx'
import {viewer as whoAsks} from '../parts/viewer.ts'

export default async function Layout({children}: {children: ReactNode}) {
  const viewer = await whoAsks()
  return (
    <html lang="en">
      <body>
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
            {children}
          </main>
        </div>
      </body>
    </html>
  )
}
