import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { markdownHtml } from '../../lib/text/markdown.ts'
import { keptTexts } from '../../platform/kept-texts.ts'
import type { SiteConfig } from '../../platform/setting/site-config.ts'
import { optional, page } from '../page.tsx'

const texts = () =>
  ({
    '/imprint': { title: say('Imprint'), about: say('Who runs this site.'), of: ({ imprint }: SiteConfig) => imprint },
    '/privacy': {
      title: say('Privacy'),
      about: say('What this site keeps of people.'),
      of: ({ privacy }: SiteConfig) => privacy,
    },
    '/terms': {
      title: say('Terms'),
      about: say('What buyers and artists agree to.'),
      of: ({ terms }: SiteConfig) => terms,
    },
  }) as const

const legalRoute = (path: keyof ReturnType<typeof texts>) => (ctx: Ctx) =>
  page(ctx, { path, viewer: optional }, () => {
    const { title, about, of } = texts()[path]
    const text = of(ctx.config.site)
    if (text === null) throw notFound('page')
    const html = keptTexts(ctx).get(['legal', title, text], () => htmlOf(title, text))
    return { head: { title, description: about, path, sheet: 'forms' }, main: <LegalPage html={html} /> }
  })

/** `/imprint`. */
export const imprintRoute = legalRoute('/imprint')
/** `/privacy`. */
export const privacyRoute = legalRoute('/privacy')
/** `/terms`. */
export const termsRoute = legalRoute('/terms')

/** A line of an address is short; one that somebody wrapped by hand is longer. */
const longestLine = 60

/** Returns Markdown whose short lines, as in a postal address, stay lines of their own. */
const withLines = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => {
      const lines = part.split('\n')
      const isAddress = lines.every((line) => line.length <= longestLine && !/^\s*(?:[-*+|>#]|\d+[.)])/.test(line))
      return isAddress ? lines.map((line) => line.trimEnd()).join('  \n') : part
    })
    .join('\n\n')

/** Returns Markdown as HTML below a heading: no HTML in it, links to pages and mailboxes. */
const htmlOf = (title: string, text: string): string =>
  (/^# /m.test(text) ? '' : `<h1>${Bun.escapeHTML(title)}</h1>`) +
  markdownHtml(withLines(text.replaceAll('\r\n', '\n').replaceAll('<', '&lt;')), { autolinks: true })
    .replaceAll(/(href|src)="(?!https?:|mailto:|\/|#)[^"]*"/g, '$1="#"')
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>')

const LegalPage = ({ html }: { html: string }) => (
  <main id="main" class="world guide legal wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard" dangerouslySetInnerHTML={{ __html: html }} />
  </main>
)
