import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { partIn } from '../../lib/language/in-languages.ts'
import type { Language } from '../../lib/language/languages.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
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
    '/contact': {
      title: say('Contact'),
      about: say('How to reach this site, and what may not stand here.'),
      of: ({ contact }: SiteConfig) => contact,
    },
    '/drop-rules': {
      title: say('Rules of drops'),
      about: say('Who may enter a drop, and how winners are found.'),
      of: ({ dropRules }: SiteConfig) => dropRules,
    },
  }) as const

const legalRoute = (path: keyof ReturnType<typeof texts>) => (ctx: Ctx) =>
  page(ctx, { path, viewer: optional }, () => {
    const { title, about, of } = texts()[path]
    const text = of(ctx.config.site)
    if (text === null) throw notFound('page')
    const part = partIn(text, currentLanguage())
    const html = keptTexts(ctx).get(['legal', title, part.text], () => htmlOf(title, part.text))
    const isOther = part.language !== null && part.language !== currentLanguage()
    const head = { title, description: about, path, sheet: 'forms' } as const
    return { head, main: <LegalPage html={html} language={isOther ? part.language : null} /> }
  })

/** `/imprint`. */
export const imprintRoute = legalRoute('/imprint')
/** `/privacy`. */
export const privacyRoute = legalRoute('/privacy')
/** `/terms`. */
export const termsRoute = legalRoute('/terms')
/** `/contact`. */
export const contactRoute = legalRoute('/contact')
/** `/drop-rules`. */
export const dropRulesRoute = legalRoute('/drop-rules')

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

/** `language`: that of the text, where it is none of its reader's. */
const LegalPage = ({ html, language }: { html: string; language: Language | null }) => (
  <main id="main" class="world guide legal wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard" lang={language ?? undefined} dangerouslySetInnerHTML={{ __html: html }} />
  </main>
)
