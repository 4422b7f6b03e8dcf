/** The stylesheet of the artist's own world, wherever it is now (see src/web/studio-routes.tsx). */
const ownTheme = '/studio/theme.css'
const themes = `link[href^="/theme/"],link[href^="${ownTheme}"]`

/** Dresses this page in the colours that were kept; the old ones stay until the new ones have come. */
export function wearTheme(): void {
  const worn = [...document.head.querySelectorAll(themes)]
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset.theme = ''
  link.href = `${ownTheme}?at=${Date.now()}`
  link.onload = () => {
    for (const old of worn) old.remove()
  }
  link.onerror = () => link.remove()
  document.head.append(link)
}

/** Lays a texture and background under this page. */
export function wearTexture(pattern: string, background: string): void {
  const main = document.querySelector<HTMLElement>('#main')
  if (!main) return
  main.dataset.pattern = pattern
  main.dataset.background = background
}
