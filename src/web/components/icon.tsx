/**
 * Icons of one set (Lucide, ISC licence), inlined: only those used by several parts of the script. Always beside a text, so hidden from screen
 * readers.
 */

import type {IconName} from '../../engine/page/common.ts'

const paths: Readonly<Record<IconName, string>> = {
  file: 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v4a2 2 0 0 0 2 2h4',
  about: 'M12 16v-4M12 8h.01M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0z',
  plus: 'M5 12h14M12 5v14',
  menu: 'M4 6h16M4 12h16M4 18h16',
  earlier: 'm15 18-6-6 6-6',
  later: 'm9 18 6-6-6-6',
  search: 'm21 21-4.34-4.34M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0z',
  check: 'M20 6 9 17l-5-5',
  calendar: 'M8 2v4M16 2v4M3 10h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  person: 'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M16 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  bell: 'M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
  light:
    'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
  dark: 'M12 3a6 6 0 0 0 9 9 9 9 0 1 1-9-9z',
  system: 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 21h8M12 17v4',
  leave: 'M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4M16 17l5-5-5-5M21 12H9',
  more: 'm7 15 5 5 5-5M7 9l5-5 5 5',
  remove: 'M18 6 6 18M6 6l12 12',
  up: 'm5 12 7-7 7 7M12 19V5',
  down: 'M12 5v14M19 12l-7 7-7-7',
  image:
    'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 9a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21',
}

export function Icon({name}: {name: IconName}) {
  return <IconPath path={paths[name]} />
}

/** An icon of the page's data: a name of this set, or the path of one the document chooses. */
export function PageIcon({icon}: {icon: string}) {
  return <IconPath path={isIconName(icon) ? paths[icon] : icon} />
}

const isIconName = (icon: string): icon is IconName => icon in paths

/** An icon used by only one part of the script. */
export function IconPath({path, className = 'icon'}: {path: string; className?: string}) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
