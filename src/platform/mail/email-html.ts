import type { Ctx } from '../../context.ts'
import { attributesOf } from '../../lib/language/languages.ts'
import { currentLanguage } from '../../lib/language/say.ts'
import { givenState } from '../own-state.ts'

const escaped = Bun.escapeHTML

/** HTML that is not escaped again: made by the functions of this file, or by ones that escape. */
export type EmailPart = { readonly html: string }

/** `alt`: the words in its place; `width`: as it is shown. */
export type EmailPicture = { url: string; alt: string; width: number }

/** As #rrggbb, each text readable on its ground; `line` is only drawn. */
export type EmailColours = Readonly<
  Record<'paper' | 'card' | 'sunk' | 'line' | 'ink' | 'soft' | 'accent' | 'onAccent', string>
>

/** The colours of what an email is about, for either scheme, and its sleeve. */
export type EmailLook = { light: EmailColours; dark: EmailColours; picture?: EmailPicture | undefined }

/** Returns the look of an email about a casset, or about none; with its sleeve or without. */
export type EmailLookOf = (ctx: Ctx, cassetId: string | null, hasSleeve: boolean) => EmailLook

export const emailLookOf = givenState<EmailLookOf>('looks of emails')

/** `site`: its name and address; `preview`: what a list of emails shows. */
export type EmailFrame = {
  site: { name: string; origin: string }
  title: string
  preview: string
  look: EmailLook
  body: readonly EmailPart[]
  foot: readonly EmailPart[]
}

const font = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif"

/**
 * Returns the styles of elements. They are written into each, in the colours of light: programs
 * that do not know the dark scheme, or drop style sheets, show these.
 */
export function emailStyles({ light: { ink, soft, accent, line, sunk } }: EmailLook) {
  return {
    p: `margin:0 0 16px;color:${ink}`,
    h2: `margin:28px 0 12px;font-size:22px;line-height:1.25;color:${ink}`,
    h3: `margin:24px 0 8px;font-size:18px;line-height:1.3;color:${ink}`,
    a: `color:${accent};text-decoration:underline;overflow-wrap:anywhere`,
    ul: `margin:0 0 16px;padding-inline-start:24px;color:${ink}`,
    ol: `margin:0 0 16px;padding-inline-start:24px;color:${ink}`,
    li: 'margin:0 0 4px',
    blockquote: `margin:0 0 16px;padding:0 0 0 14px;border-inline-start:3px solid ${line};color:${soft}`,
    hr: `margin:24px 0;border:0;border-top:1px solid ${line}`,
    pre: `margin:0 0 16px;padding:12px;background:${sunk};white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px;color:${ink}`,
    code: 'font-family:Menlo,Consolas,monospace;font-size:14px',
    soft: `margin:0 0 12px;font-size:13px;line-height:1.5;color:${soft}`,
  } as const
}

export type EmailStyles = ReturnType<typeof emailStyles>

const darkSheet = ({ paper, card, sunk, line, ink, soft, accent, onAccent }: EmailColours): string =>
  [
    `body,.paper{background:${paper}!important}`,
    `.card{background:${card}!important;border-color:${line}!important}`,
    `.card,${'p h1 h2 h3 ul ol li pre b td'
      .split(' ')
      .map((each) => `.card ${each}`)
      .join()}{color:${ink}!important}`,
    `.card a,.foot a{color:${accent}!important}`,
    `.card .key{background:${accent}!important;color:${onAccent}!important}`,
    `.card .soft,.card th,.card blockquote,.foot,.foot p,.site{color:${soft}!important}`,
    `.card pre{background:${sunk}!important}`,
    `.sleeve,.card hr,.card blockquote{border-color:${line}!important}`,
  ].join('')

/** Returns a paragraph; line ends stay, and addresses in it become links. */
export const paragraph = (styles: EmailStyles, text: string, kind: 'p' | 'soft' = 'p'): EmailPart => ({
  html: `<p${kind === 'soft' ? ' class="soft"' : ''} style="${styles[kind]}">${linked(styles, text).replaceAll('\n', '<br>')}</p>`,
})

// Outlook for Windows lays out with Word, which knows margins, paddings and widths of tables alone.
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Opens a box that every program draws, with the styles of its outside and of its inside. */
export const openBox = (name: string, outside: string, inside: string): string =>
  `<table ${table} width="100%" style="border-collapse:separate;${outside}"><tr><td class="${name}" style="${inside}">`

export const closeBox = '</td></tr></table>'

export const button = ({ light }: EmailLook, label: string, url: string, margin = '0 0 20px'): EmailPart => ({
  html: `<table ${table} style="border-collapse:separate;margin:${margin}"><tr><td class="key" bgcolor="${light.accent}" style="border-radius:8px;background:${light.accent};mso-padding-alt:12px 22px"><a class="key" href="${escaped(url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${light.accent};color:${light.onAccent};font-weight:bold;text-decoration:none">${escaped(label)}</a></td></tr></table>`,
})

/** Returns a line below an email; `html` is escaped already. */
export const footLine = (html: string): EmailPart => ({ html: `<p style="margin:0 0 8px">${html}</p>` })

// Addresses are ASCII: a closing quotation mark or 。 is no part of one.
const address = /https?:\/\/[\w\-./?#[\]@&=+$%:~!,;()*']*[\w\-/#@&=+$%~]/g

export function linked({ a }: EmailStyles, text: string): string {
  let at = 0
  const parts: string[] = []
  for (const { 0: url, index } of text.matchAll(address)) {
    parts.push(escaped(text.slice(at, index)), `<a href="${escaped(url)}" style="${a}">${escaped(url)}</a>`)
    at = index + url.length
  }
  return [...parts, escaped(text.slice(at))].join('')
}

const pictureHtml = ({ url, alt, width }: EmailPicture): string =>
  `<p style="margin:0 0 20px"><img src="${escaped(url)}" alt="${escaped(alt)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;border-radius:6px"></p>`

/**
 * Returns an email as HTML: one column, with inline styles, and colours for a dark scheme where the
 * reader's program knows one.
 */
export function emailHtml({ site, title, preview, look, body, foot }: EmailFrame): string {
  const { paper, card, line, ink, soft } = look.light
  const parts = (all: readonly EmailPart[]) => all.map(({ html }) => html).join('\n')
  return [
    '<!doctype html>',
    `<html ${attributesOf(currentLanguage())}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(title)}</title>`,
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkSheet(look.dark)}}</style></head>`,
    `<body class="paper" style="margin:0;padding:0;background:${paper};${font};font-size:16px;line-height:1.55;color:${ink}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>`,
    `<!--[if mso]><table ${table} width="600" align="center"><tr><td><![endif]-->`,
    '<div class="paper" role="article" aria-roledescription="email" style="max-width:600px;margin:0 auto;padding:24px 16px">',
    `<p class="site" style="margin:0 0 12px;font-size:14px;color:${soft}"><a href="${escaped(site.origin)}" style="color:inherit;text-decoration:none;font-weight:bold">${escaped(site.name)}</a></p>`,
    openBox(
      'card',
      'table-layout:fixed',
      `padding:28px 24px 12px;background:${card};border:1px solid ${line};border-radius:10px;overflow-wrap:anywhere`,
    ),
    look.picture ? pictureHtml(look.picture) : '',
    parts(body),
    closeBox,
    `<div class="foot" style="padding:16px 24px;font-size:13px;line-height:1.5;color:${soft}">`,
    parts(foot),
    '</div></div>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</body></html>',
  ].join('\n')
}
