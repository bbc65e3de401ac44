import {NavLink} from 'react-router'
import {icon, menu} from '../../../data/words.ts'

export function Menu() {
  return (
    <nav className="menu" aria-label="Screens">
      <ul>
        {menu.map(item => (
          <li key={item.href}>
            <NavLink to={item.href} end>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={icon} />
              </svg>
              {item.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
