import type { Ctx } from '../../../context.ts'
import { cutText } from '../../../lib/text/code-points.ts'
import { keptTexts } from '../../../platform/kept-texts.ts'
import type { EmailStyles } from '../../../platform/mail/email-html.ts'
import type { LetterRow } from '../letter.ts'
import { letterHtml, letterLine, letterText, type Medium } from './render-markdown.ts'

const forms = {
  html: letterHtml,
  text: letterText,
}

/**
 * Returns the body of a letter for emails, or as HTML without styles for its page. It is rendered
 * once for each text and its cards: the HTML or text that is shown for each tape, by the path of
 * the tape.
 */
export function rendered(
  ctx: Ctx,
  { id, body }: Pick<LetterRow, 'id' | 'body'>,
  form: keyof typeof forms,
  {
    cards,
    href,
    styles = null,
  }: { cards: ReadonlyMap<string, string>; styles?: EmailStyles | null } & Pick<Medium, 'href'>,
): string {
  const { origin } = ctx.site
  const medium = { href, card: (path: string) => cards.get(path) }
  return keptTexts(ctx).get([form, id, origin, styles?.p ?? '', styles?.a ?? '', ...cards, body], () =>
    forms[form](body, origin, medium, styles),
  )
}

const mostRead = 3_000

export function beginsOf(ctx: Ctx, body: string): string {
  const begin = cutText(body, mostRead)
  return keptTexts(ctx).get(['begins', begin], () => letterLine(begin, ctx.site.origin))
}
