/** Icons of one stroke set (Lucide, ISC licence), inlined, only those used. Always beside a word, so hidden from readers. */

const paths: Readonly<Record<string, string>> = {
  page: 'M12 7v14 M3 18a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h5a4 4 0 0 1 4 4 4 4 0 0 1 4-4h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6a3 3 0 0 0-3 3 3 3 0 0 0-3-3z',
  about: 'M12 16v-4 M12 8h.01 M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0z',
  home: 'M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8 M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  plus: 'M5 12h14 M12 5v14',
  search: 'm21 21-4.340-4.340 M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0z',
  list: 'M3 5h.01 M3 12h.01 M3 19h.01 M8 5h13 M8 12h13 M8 19h13',
  form: 'M5 12h14 M12 5v14',
  dashboard: 'M3 3v16a2 2 0 0 0 2 2h16 M18 17V9 M13 17V5 M8 17v-3',
  retry:
    'M3 12a9 9 0 0 1 9-9 9.750 9.750 0 0 1 6.740 2.740L21 8 M21 3v5h-5 M21 12a9 9 0 0 1-9 9 9.750 9.750 0 0 1-6.740-2.740L3 16 M8 16H3v5',
}

export function Icon({name}: {name: string}) {
  const path = paths[name]
  if (!path) return null
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}
