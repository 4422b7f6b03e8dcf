import { worldBySlug } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { cutText } from '../../../lib/text/code-points.ts'
import { emailPictureUrl } from '../../../platform/asset/asset-url.ts'
import {
  button,
  closeBox,
  type EmailLook,
  type EmailPart,
  emailHtml,
  emailLookOf,
  emailStyles,
  footLine,
  linked,
  openBox,
  paragraph,
} from '../../../platform/mail/email-html.ts'
import { senderLines } from '../../../platform/mail/foot/email-foot.ts'
import { signatureOf } from '../../../platform/setting/site-config.ts'
import { type LetterRow, letterPath } from '../letter.ts'
import { authorOf, type Card, cardsOf, countedHref } from '../page/letter-parts.ts'
import { beginsOf, rendered } from '../page/rendered.ts'

const escaped = Bun.escapeHTML

export type LetterEmail = { subject: string; fromName: string; html: string; text: string }

export const endUrl = ({ site }: Pick<Ctx, 'site'>, token: string): string => `${site.origin}/unsubscribe?key=${token}`

/** Returns a letter as an email: the same for all readers but for the token. */
export function letterEmail(ctx: Ctx, letter: LetterRow, token: string): LetterEmail {
  const { origin } = ctx.site
  const author = authorOf(ctx, letter)
  const cards = cardsOf(ctx, letter)
  const siteName = signatureOf(ctx)
  const [tape = `/@${author.handle}`] = cards.keys()
  const look = emailLookOf(ctx)(ctx, worldBySlug(ctx, tape.slice(2).replace('/', '.'))?.casset.id ?? null, false)
  const styles = emailStyles(look)
  const href = (url: string) => countedHref(origin, letter.id, url)
  const cardUrl = ({ path }: Card) => href(origin + path)
  const page = letter.isPublic && letter.word !== null ? origin + letterPath(author.handle, letter.word) : undefined
  const ofCards = (write: (card: Card) => string) => new Map([...cards].map(([path, card]) => [path, write(card)]))
  const why = say('You get this because you let @{handle} write to you on {site}.', {
    handle: author.handle,
    site: siteName,
  })
  const sender = senderLines(ctx)
  const lang = author.writesIn === null ? '' : ` lang="${escaped(author.writesIn)}"`
  const html: EmailPart[] = [
    {
      html: `<h1${lang} dir="auto" style="margin:0 0 20px;font-size:26px;line-height:1.2;color:${look.light.ink}">${escaped(letter.subject)}</h1>`,
    },
    {
      html: `<div${lang} dir="auto">${rendered(ctx, letter, 'html', {
        cards: ofCards((card) => cardHtml(look, origin, card, cardUrl(card))),
        href,
        styles,
      })}</div>`,
    },
    paragraph(styles, `— ${author.displayName}`),
  ]
  const text = rendered(ctx, letter, 'text', {
    cards: ofCards((card) => say('{name} by {artist}, {price}\n{url}', { ...wordsOf(card), url: cardUrl(card) })),
    href,
  })
  const end = endUrl(ctx, token)
  return {
    subject: letter.subject,
    fromName: author.displayName,
    html: emailHtml({
      site: { name: siteName, origin },
      title: letter.subject,
      preview: cutText(beginsOf(ctx, letter.body), 120),
      look: {
        ...look,
        picture:
          letter.assetId === null
            ? undefined
            : { url: origin + emailPictureUrl(letter.assetId, 1280), alt: letter.assetAlt, width: 550 },
      },
      body: html,
      foot: [
        ...(page === undefined
          ? []
          : [footLine(`<a href="${escaped(page)}" style="color:inherit">${say('Read it on the web')}</a>`)]),
        footLine(`${escaped(why)} <a href="${escaped(end)}" style="color:inherit">${say('Unsubscribe')}</a>`),
        ...sender.map((line) => footLine(linked(styles, line))),
      ],
    }),
    text: [
      letter.subject,
      text,
      `— ${author.displayName}`,
      [
        ...(page === undefined ? [] : [say('On the web: {url}', { url: page })]),
        why,
        say('To unsubscribe: {url}', { url: end }),
        ...sender,
      ].join('\n'),
      '',
    ].join('\n\n'),
  }
}

const wordsOf = ({ name, artist, price }: Card) => ({ name, artist, price })

function cardHtml(
  look: EmailLook,
  origin: string,
  { name, artist, price, coverId, isPreorder }: Card,
  url: string,
): string {
  const to = escaped(url)
  const sleeve =
    coverId === null
      ? ''
      : `<a href="${to}"><img src="${escaped(origin + emailPictureUrl(coverId, 640))}" alt="${escaped(say('The sleeve of {name}', { name }))}" width="220" style="display:block;width:220px;max-width:100%;height:auto;border-radius:6px;margin:0 0 12px"></a>`
  return [
    openBox('sleeve', `margin:0 0 20px`, `padding:16px;border:1px solid ${look.light.line};border-radius:10px`),
    sleeve,
    `<p style="${emailStyles(look).p}"><b style="font-size:18px">${escaped(name)}</b><br>${escaped(say('by {artist}', { artist }))} · ${escaped(price)}</p>`,
    button(look, isPreorder ? say('See the preorder') : say('Listen'), url, '0').html,
    closeBox,
  ].join('\n')
}
