import { createHash } from 'node:crypto'
import { renderToString } from 'preact-render-to-string'
import { inParts } from '../../public/lib/in-parts.tsx'
import type { Ctx } from '../context.ts'
import { directionOf } from '../lib/language/languages.ts'
import { currentLanguage, say } from '../lib/language/say.ts'
import { isUnclaimed } from '../platform/http/site/origin.ts'
import { isLoopback } from '../platform/http/site/site.ts'
import { contentSecurityPolicy, createDocument, html } from './document/html.ts'

// Inside the page, because the style sheets are not served under a foreign host either.
const css = `:root{color-scheme:light dark}
body{margin:0 auto;max-inline-size:38rem;padding:12vh 1.25rem 3rem;font:1.0625rem/1.6 system-ui,sans-serif;
background:light-dark(#faf6f0,#1d1814);color:light-dark(#2c211a,#f3ebe3)}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
p{margin:0 0 1rem}
a{color:light-dark(#9c4210,#f0a070)}
pre{overflow-x:auto;padding:.9rem 1rem;border-radius:.5rem;background:light-dark(#f0e7db,#2b241e);font-size:.9375rem}`
const cssHash = createHash('sha256').update(css).digest('base64')
const policy = contentSecurityPolicy([`style-src 'sha256-${cssHash}'`])

/** Undefined when the host is invalid. */
function triedOrigin({ headers }: Request): string | undefined {
  const scheme = headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http'
  const url = `${scheme}://${headers.get('host') ?? ''}`
  return URL.canParse(url) ? new URL(url).origin : undefined
}

/**
 * Returns the page for a foreign host (rule: own-hosts): where the site is, and which setting makes
 * it answer here; while nobody owns the site, that its set-up link works here too.
 */
export function misdirectedPage(ctx: Ctx, request: Request): Response {
  const tried = triedOrigin(request) ?? 'https://music.example'
  const page = (
    <html lang={currentLanguage()} dir={directionOf(currentLanguage())}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{say('Not at this address · Tapedeck')}</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main>{isUnclaimed(ctx) ? <Unclaimed tried={tried} /> : <Elsewhere ctx={ctx} tried={tried} />}</main>
      </body>
    </html>
  )
  const headers = { 'content-security-policy': policy }
  const document = createDocument(`<!doctype html>${renderToString(page)}`)
  return html(request, document, { status: 421, audience: 'anyone', headers })
}

const Unclaimed = ({ tried }: { tried: string }) => (
  <>
    <h1>{say('Nobody has set this site up yet')}</h1>
    <p>
      {say(
        'Is it yours? Open the link here that the program printed when it started. It is in its window or in its log, and looks like this:',
      )}
    </p>
    <pre>{tried}/setup#token=…</pre>
  </>
)

const Elsewhere = ({ ctx: { config, site }, tried }: { ctx: Pick<Ctx, 'config' | 'site'>; tried: string }) => (
  <>
    <h1>{say('The site is not at this address')}</h1>
    <p>
      {inParts(
        config.baseUrl === undefined && isLoopback(new URL(site.origin).hostname)
          ? say('It answers at <a>{origin}</a>, which only the machine that it runs on can open.', {
              origin: site.origin,
            })
          : say('It answers at <a>{origin}</a>.', { origin: site.origin }),
        { a: (text) => <a href={site.origin}>{text}</a> },
      )}
    </p>
    <p>
      {inParts(
        say(
          'Is it yours? Change its address at the desk, or set <code>{addressName}</code> to the address that people use, in the environment or in a file named <code2>.env</code2> in the folder where you start it, and start it again. For the address you opened:',
          { addressName: config.addressName },
        ),
        { code: (text) => <code>{text}</code>, code2: (text) => <code>{text}</code> },
      )}
    </p>
    <pre>
      {config.addressName}={tried}
    </pre>
  </>
)
