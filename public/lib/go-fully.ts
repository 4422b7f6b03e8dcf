/** The mark on a navigation that must not be made soft. */
export const fully = 'fully'

/** Goes to a page by loading all of it: after somebody signed in or out, nothing made for the visitor before may stay. */
export function goFully(href: string, history: 'push' | 'replace' = 'push'): void {
  if ('navigation' in window) navigation.navigate(href, { info: fully, history })
  else location.assign(href)
}
