import { renderMarkdown } from '../../../lib/text/markdown.ts'
import type { EmailStyles } from '../../../platform/mail/email-html.ts'

const escaped = Bun.escapeHTML

// HTML in a letter is text, and so are tables.
const options = { noHtmlBlocks: true, noHtmlSpans: true, tables: false, tasklists: false } as const

/**
 * Where a letter is shown. `card` returns what stands for a tape whose address has a line of its
 * own, undefined for nothing; `href` the address that a link leads to, for which it is its own.
 */
export type Medium = { card(path: string): string | undefined; href(url: string): string }

// Characters that nobody can type stand for a tape until its paragraph is found.
const [opening, closing] = ['\uE000', '\uE001']
const ownLine = /^[ \t]*(https?:\/\/\S+)[ \t]*$/gm
const marked = new RegExp(`^${opening}(\\S+)${closing}$`)

/** Returns the paths of an artist's tapes whose addresses have lines of their own in a letter. */
export const tapePaths = (body: string, origin: string): string[] =>
  [...body.matchAll(ownLine)].flatMap(([, url = '']) => tapePath(url, origin) ?? [])

/** Returns the path of a casset's page at one of our addresses; undefined for any other. */
function tapePath(url: string, origin: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const at = new URL(url)
  return at.origin === origin && /^\/@[a-z0-9_-]+(?:\/[a-z0-9-]+)?$/.test(at.pathname) ? at.pathname : undefined
}

const withMarks = (body: string, origin: string): string =>
  body.replaceAll(/[\uE000\uE001]/g, '').replaceAll(ownLine, (line: string, url: string) => {
    const path = tapePath(url, origin)
    return path === undefined ? line : `\n${opening}${path}${closing}\n`
  })

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url)

const bareUrl = /https?:\/\/(?:[^\s<>"&]|&amp;)*(?:[^\s<>"&.,;:!?)*]|&amp;)/g

type Element = Exclude<keyof EmailStyles, 'soft'>

const mostStars = 3_000

const emphasis = {
  strong: (children: string) => `<strong>${children}</strong>`,
  emphasis: (children: string) => `<em>${children}</em>`,
  strikethrough: (children: string) => `<s>${children}</s>`,
}

/**
 * Emphasis nests as deep as somebody types stars, and each level copies all within it: a letter
 * that is nothing but stars has none.
 */
const emphasisOf = (body: string) => ((body.match(/[*_~]/g)?.length ?? 0) > mostStars ? {} : emphasis)

/**
 * Returns a letter as HTML: with these styles in it for emails, else without any. Markup that is no
 * Markdown is shown as text, and a link leads to a web page or is none.
 */
export function letterHtml(body: string, origin: string, medium: Medium, styles: EmailStyles | null): string {
  const style = (element: Element) => (styles ? ` style="${styles[element]}"` : '')
  const wrap = (element: Element) => (children: string) => `<${element}${style(element)}>${children}</${element}>\n`
  const link = (children: string, url: string) =>
    isWeb(url) ? `<a href="${escaped(medium.href(url))}" rel="noopener"${style('a')}>${children}</a>` : children
  /** Links bare addresses in escaped HTML; leaves the insides of links and code unchanged. */
  const linkBare = (html: string) => {
    let inside = 0
    return html
      .split(/(<[^>]+>)/)
      .map((piece) => {
        if (/^<(?:a|code)\b/.test(piece)) inside += 1
        if (/^<\/(?:a|code)>/.test(piece)) inside -= 1
        if (inside > 0 || piece.startsWith('<')) return piece
        return piece.replaceAll(bareUrl, (url) => link(url, url.replaceAll('&amp;', '&')))
      })
      .join('')
  }
  return renderMarkdown(
    withMarks(body, origin),
    {
      text: (raw) => escaped(raw),
      heading: (children, { level }) => wrap(level <= 2 ? 'h2' : 'h3')(linkBare(children)),
      paragraph: (children) => {
        const [, path] = marked.exec(children) ?? []
        return path === undefined ? wrap('p')(linkBare(children).replaceAll('\n', '<br>')) : (medium.card(path) ?? '')
      },
      blockquote: wrap('blockquote'),
      list: (children, { ordered }) => wrap(ordered ? 'ol' : 'ul')(children),
      listItem: (children) => wrap('li')(linkBare(children)),
      hr: () => `<hr${style('hr')}>\n`,
      code: (children) => `<pre${style('pre')}><code>${children}</code></pre>\n`,
      codespan: (children) => `<code${style('code')}>${children}</code>`,
      ...emphasisOf(body),
      link: (children, { href }) => link(children, href),
      // Pictures of others would tell who reads the letter: their words are shown.
      image: (children) => children,
      html: (children) => escaped(children),
    },
    options,
  )
}

export function letterText(body: string, origin: string, medium: Medium): string {
  const inBlock = (children: string, first: string, rest: string) =>
    children.trim().replace(/^/gm, rest).replace(rest, first)
  const linked = (text: string) => text.replaceAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)*]/g, (url) => medium.href(url))
  const written = renderMarkdown(
    withMarks(body, origin),
    {
      heading: (children) => `${children.trim()}\n\n`,
      paragraph: (children) => {
        const [, path] = marked.exec(children) ?? []
        return path === undefined ? `${linked(children)}\n\n` : `${medium.card(path) ?? ''}\n\n`
      },
      blockquote: (children) => `${inBlock(children, '> ', '> ')}\n\n`,
      list: (children, { depth }) => (depth > 0 ? `\n${children}` : `${children}\n`),
      listItem: (children, { ordered, index, start = 1 }) =>
        `${inBlock(linked(children), ordered ? `${start + index}. ` : '- ', '   ')}\n`,
      hr: () => '----\n\n',
      code: (children) => `${inBlock(children, '    ', '    ')}\n\n`,
      link: (children, { href }) =>
        isWeb(href) && children !== medium.href(href) ? `${children} (${medium.href(href)})` : children,
      image: (children) => children,
    },
    options,
  )
  return written.replaceAll(/\n{3,}/g, '\n\n').trim()
}

/** Returns the words of a letter in one line, without marks, addresses of links or tapes. */
export function letterLine(body: string, origin: string): string {
  const block = (children: string) => `${children}\n`
  const written = renderMarkdown(
    withMarks(body, origin),
    {
      heading: block,
      paragraph: (children) => (marked.test(children) ? '' : block(children)),
      blockquote: block,
      list: (children) => `\n${children.trim().replaceAll('\n', ' · ')}\n`,
      listItem: (children) => block(children.trim()),
      hr: () => '',
      code: block,
      link: (children) => children,
      image: (children) => children,
    },
    options,
  )
  return written.replaceAll(/\s+/g, ' ').trim()
}
