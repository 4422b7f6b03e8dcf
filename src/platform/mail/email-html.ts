import { attributesOf } from '../../lib/language/languages.ts'
import { currentLanguage } from '../../lib/language/say.ts'

const escaped = Bun.escapeHTML

/** HTML that is not escaped again: made by the functions of this file, or by ones that escape. */
export type EmailPart = { readonly html: string }

/** `alt`: the words in its place; `width`: as it is shown. */
export type EmailPicture = { url: string; alt: string; width: number }

/** `site`: its name and address; `preview`: what a list of emails shows. */
export type EmailFrame = {
  site: { name: string; origin: string }
  title: string
  preview: string
  picture?: EmailPicture | undefined
  body: readonly EmailPart[]
  foot: readonly EmailPart[]
}

// Programs that do not know the dark scheme, or drop style sheets, show the inline styles, which
// are those of light.
const font = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif"
const ink = 'color:#2b1a12'
const soft = 'color:#6b5546'
const accent = '#a33a00'

export const emailStyles = {
  p: `margin:0 0 16px;${ink}`,
  h2: `margin:28px 0 12px;font-size:22px;line-height:1.25;${ink}`,
  h3: `margin:24px 0 8px;font-size:18px;line-height:1.3;${ink}`,
  a: `color:${accent};text-decoration:underline;overflow-wrap:anywhere`,
  ul: `margin:0 0 16px;padding-inline-start:24px;${ink}`,
  ol: `margin:0 0 16px;padding-inline-start:24px;${ink}`,
  li: 'margin:0 0 4px',
  blockquote: `margin:0 0 16px;padding:0 0 0 14px;border-inline-start:3px solid #e2cdbd;${soft}`,
  hr: 'margin:24px 0;border:0;border-top:1px solid #e2cdbd',
  pre: `margin:0 0 16px;padding:12px;background:#f6e9df;white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px;${ink}`,
  code: 'font-family:Menlo,Consolas,monospace;font-size:14px',
} as const

const darkSheet = [
  'body,.paper{background:#1b100b!important}',
  '.card{background:#2a1b14!important;border-color:#4a352a!important}',
  '.card,.card p,.card h1,.card h2,.card h3,.card ul,.card ol,.card li,.card pre,.card b{color:#f4e6dc!important}',
  '.card a,.foot a{color:#ff9d63!important}',
  '.card a.key{background:#ff9d63!important;color:#1b100b!important}',
  '.card .soft,.card blockquote,.foot,.foot p,.site{color:#c4aa99!important}',
  '.card pre{background:#1b100b!important}',
  '.sleeve,.card hr,.card blockquote{border-color:#4a352a!important}',
].join('')

/** Returns a paragraph; line ends stay, and addresses in it become links. */
export const paragraph = (text: string): EmailPart => ({
  html: `<p style="${emailStyles.p}">${linked(text).replaceAll('\n', '<br>')}</p>`,
})

export const button = (label: string, url: string, margin = '0 0 20px'): EmailPart => ({
  html: `<p style="margin:${margin}"><a class="key" href="${escaped(url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${accent};color:#fff;font-weight:bold;text-decoration:none">${escaped(label)}</a></p>`,
})

const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g

export function linked(text: string): string {
  let at = 0
  const parts: string[] = []
  for (const { 0: url, index } of text.matchAll(address)) {
    parts.push(escaped(text.slice(at, index)), `<a href="${escaped(url)}" style="${emailStyles.a}">${escaped(url)}</a>`)
    at = index + url.length
  }
  return [...parts, escaped(text.slice(at))].join('')
}

const pictureHtml = ({ url, alt, width }: EmailPicture): string =>
  `<p style="margin:0 0 20px"><img src="${escaped(url)}" alt="${escaped(alt)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;border-radius:6px"></p>`

/**
 * Returns an email as HTML: one column without tables, with inline styles, and colours for a dark
 * scheme where the reader's program knows one.
 */
export function emailHtml({ site, title, preview, picture, body, foot }: EmailFrame): string {
  const parts = (all: readonly EmailPart[]) => all.map(({ html }) => html).join('\n')
  return [
    '<!doctype html>',
    `<html ${attributesOf(currentLanguage())}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(title)}</title>`,
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkSheet}}</style></head>`,
    `<body class="paper" style="margin:0;padding:0;background:#f9ede4;${font};font-size:16px;line-height:1.55;${ink}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>`,
    '<div class="paper" role="article" aria-roledescription="email" style="max-width:600px;margin:0 auto;padding:24px 16px">',
    `<p class="site" style="margin:0 0 12px;font-size:14px;${soft}"><a href="${escaped(site.origin)}" style="color:inherit;text-decoration:none;font-weight:bold">${escaped(site.name)}</a></p>`,
    '<div class="card" style="padding:28px 24px 12px;background:#fffaf6;border:1px solid #e2cdbd;border-radius:10px;overflow-wrap:anywhere">',
    picture ? pictureHtml(picture) : '',
    parts(body),
    '</div>',
    `<div class="foot" style="padding:16px 24px;font-size:13px;line-height:1.5;${soft}">`,
    parts(foot),
    '</div></div></body></html>',
  ].join('\n')
}
