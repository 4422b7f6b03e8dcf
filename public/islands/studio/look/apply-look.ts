/** Redirects to the current stylesheet (see src/web/page/studio/page.tsx). */
const ownTheme = '/studio/theme.css'
const themes = `link[href^="/theme/"],link[href^="${ownTheme}"]`

/** The old colours stay until the new stylesheet has loaded. */
export function applyTheme(slug: string): void {
  const worn = [...document.head.querySelectorAll(themes)]
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset.theme = ''
  link.href = `${ownTheme}?casset=${slug}&at=${Date.now()}`
  link.onload = () => {
    for (const old of worn) old.remove()
  }
  link.onerror = () => link.remove()
  document.head.append(link)
}

export function applyTexture(pattern: string, background: string): void {
  const main = document.querySelector<HTMLElement>('#main')
  if (!main) return
  main.dataset.pattern = pattern
  main.dataset.background = background
}
