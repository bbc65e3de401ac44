/** What people call the browser and machine behind a user agent: enough to recognise one's own. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const machines: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

export function browserName(
  agent: string,
  {another, on}: {another: string; on: (browser: string, machine: string) => string},
): string {
  const found = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, machine] = [found(browsers), found(machines)]
  if (!browser) return machine ?? another
  return machine ? on(browser, machine) : browser
}
