export const fully = 'fully'

/** After a sign-in or sign-out nothing rendered for the previous visitor may stay. */
export function goFully(href: string, history: 'push' | 'replace' = 'push'): void {
  if ('navigation' in window) navigation.navigate(href, { info: fully, history })
  else location[history === 'push' ? 'assign' : 'replace'](href)
}
