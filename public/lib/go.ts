import { forgetEarly } from './page-cache.ts'

/** Goes to a page of this site as a link does, after a change: the music plays on. */
export function go(href: string, history: 'push' | 'replace' = 'push'): void {
  forgetEarly()
  if ('navigation' in window) {
    navigation.navigate(href, { history })
    return
  }
  const link = Object.assign(document.createElement('a'), { href, hidden: true })
  link.dataset.history = history
  document.body.append(link)
  link.click()
  link.remove()
}
