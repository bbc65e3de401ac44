/** Icons of one stroke set (Lucide, ISC licence), inlined, only those used. Always beside a word, so hidden from readers. */

const paths: Readonly<Record<string, string>> = {
  page: 'M12 7v14 M3 18a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h5a4 4 0 0 1 4 4 4 4 0 0 1 4-4h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6a3 3 0 0 0-3 3 3 3 0 0 0-3-3z',
  about: 'M12 16v-4 M12 8h.01 M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0z',
  home: 'M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8 M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  file: 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7z M14 2v4a2 2 0 0 0 2 2h4',
  plus: 'M5 12h14 M12 5v14',
  earlier: 'm15 18-6-6 6-6',
  later: 'm9 18 6-6-6-6',
  search: 'm21 21-4.340-4.340 M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0z',
  list: 'M3 5h.01 M3 12h.01 M3 19h.01 M8 5h13 M8 12h13 M8 19h13',
  form: 'M5 12h14 M12 5v14',
  dashboard: 'M3 3v16a2 2 0 0 0 2 2h16 M18 17V9 M13 17V5 M8 17v-3',
  check: 'M20 6 9 17l-5-5',
  timeline: 'M8 6h10 M6 12h9 M11 18h7',
  calendar: 'M8 2v4 M16 2v4 M3 10h18 M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  board: 'M5 3v14 M12 3v8 M19 3v18',
  people:
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2 M13 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0z M22 21v-2a4 4 0 0 0-3-3.870 M16 3.130a4 4 0 0 1 0 7.750',
  person: 'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2 M16 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  bell: 'M10.268 21a2 2 0 0 0 3.464 0 M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .740-1.673C19.410 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
  light:
    'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z M12 2v2 M12 20v2 M4.930 4.930l1.410 1.410 M17.660 17.660l1.410 1.410 M2 12h2 M20 12h2 M6.340 17.660l-1.410 1.410 M19.070 4.930l-1.410 1.410',
  dark: 'M12 3a6 6 0 0 0 9 9 9 9 0 1 1-9-9z',
  system: 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z M8 21h8 M12 17v4',
  leave: 'M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4 M16 17l5-5-5-5 M21 12H9',
  more: 'm7 15 5 5 5-5 M7 9l5-5 5 5',
  record: 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7z M14 2v4a2 2 0 0 0 2 2h4 M16 13H8 M16 17H8',
  act: 'm9 18 6-6-6-6',
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
