'use client'
import Link from 'next/link'
import {usePathname} from 'next/navigation'
import {icon, menu} from '../../data/words.ts'

export function Menu() {
  const path = usePathname()
  return (
    <nav className="menu" aria-label="Screens">
      <ul>
        {menu.map(item => (
          <li key={item.href}>
            <Link href={item.href} prefetch={false} aria-current={item.href === path ? 'page' : undefined}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={icon} />
              </svg>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
