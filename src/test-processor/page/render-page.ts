/** Content of one of the processor's own pages; each choice is a button. */
export type PageContent = { title: string; text: string; choices: readonly { value: string; label: string }[] }

/** Returns a plain page marked TEST, without scripts, which other sites cannot frame. */
export function renderPage(
  { title, text, choices }: PageContent,
  status = 200,
  moreHeaders: Record<string, string> = {},
): Response {
  const escaped = Bun.escapeHTML
  const buttons = choices.map(
    ({ value, label }) => `<button name="choice" value="${escaped(value)}">${escaped(label)}</button>`,
  )
  const form = buttons.length === 0 ? '' : `<form method="post">${buttons.join('\n')}</form>`
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>TEST · ${escaped(title)}</title>
<style>${style}</style>
<main>
<p><strong>TEST</strong> · no money moves here</p>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${form}
</main>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(),
      // With no-referrer a browser posts with the origin "null", which our CSRF check refuses.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...moreHeaders,
    },
  })
}

const style = `:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
body { margin: 0; display: grid; min-height: 100svh; place-items: center }
main { max-width: 28rem; padding: 1.5rem }
strong { background: #ffd400; color: #000; padding: .1em .5em; border-radius: .25em }
form { display: grid; gap: .75rem }
button { font: inherit; padding: .75rem 1rem; min-height: 44px }`

const policy = () => {
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  // Pictures: the site's icon, which Firefox asks for on every page.
  return `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'`
}
